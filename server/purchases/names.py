"""What whoever decides about a purchase locks: its names at its platform."""

from platforms.identity import Platform
from server.storage.purchases import Kind, Purchase


def vk_order(mode: str, charge: str) -> str:
    """An order's: those of tests may have the same number."""
    return f"{mode}:{charge}"


def vk_subscription(mode: str, charge: str) -> str:
    """A subscription's, which may have the number of an order."""
    return f"{mode}:subscription:{charge}"


def names_of(purchase: Purchase) -> tuple[str, ...]:
    """All that the callbacks of its platform may lock for it."""
    if purchase.platform == Platform.VK and purchase.charge is not None:
        named = vk_subscription if purchase.kind is Kind.SUBSCRIPTION else vk_order
        return (named(purchase.mode, purchase.charge),)
    return tuple(name for name in (purchase.charge, purchase.token) if name is not None)
