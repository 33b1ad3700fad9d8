"""The catalogue: the part of the settings that says what is sold for real money, and for how much.

One product has one id everywhere: VK's `item`, OK's `product_code`, Facebook's `productID`, and
what stands behind an invoice in Stars. A price is a whole number of the currency's smallest unit.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from platforms.identity import Platform

CURRENCIES: Final = {Platform.VK: "VOTE", Platform.OK: "OK", Platform.TELEGRAM: "XTR"}
"""Where a platform has a currency of its own; on Facebook it is one of ISO 4217."""
SUBSCRIPTION_DAYS: Final = {Platform.VK: (3, 7, 30), Platform.TELEGRAM: (30,)}
"""How long a period of a subscription may be, where there are any."""
STARS_OF_SUBSCRIPTION: Final = 10_000
"""The most that a period may cost in Stars."""

Amount = Annotated[int, Meta(ge=1, le=10**9)]


class ProductKind(StrEnum):
    """What somebody gets."""

    COINS = "coins"
    VIP = "vip"
    VIP_SUBSCRIPTION = "vip_subscription"


class Price(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a product costs on one platform. `earlier` prices are still taken, for orders begun."""

    platform: Platform
    currency: Annotated[str, Meta(pattern="^[A-Z]{2,4}$")]
    amount: Amount
    earlier: tuple[Amount, ...] = ()


class Product(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`amount` coins, or days of VIP (of each period, where it is a subscription)."""

    id: Annotated[str, Meta(pattern="^[a-z0-9_]{1,40}$")]
    kind: ProductKind
    amount: Amount
    en: Annotated[str, Meta(min_length=1, max_length=32)]
    ru: Annotated[str, Meta(min_length=1, max_length=32)]
    prices: tuple[Price, ...]

    def price(self, platform: Platform) -> Price | None:
        """What it costs there; none where it is not sold."""
        return next((each for each in self.prices if each.platform is platform), None)

    @property
    def is_subscription(self) -> bool:
        """Whether it is paid for again and again."""
        return self.kind is ProductKind.VIP_SUBSCRIPTION


def _priced(vote: int, ok: int, cents: int, stars: int) -> tuple[Price, ...]:
    return (
        Price(platform=Platform.VK, currency="VOTE", amount=vote),
        Price(platform=Platform.OK, currency="OK", amount=ok),
        Price(platform=Platform.FACEBOOK, currency="USD", amount=cents),
        Price(platform=Platform.TELEGRAM, currency="XTR", amount=stars),
    )


def _coins(amount: int, prices: tuple[Price, ...]) -> Product:
    return Product(
        id=f"coins_{amount}",
        kind=ProductKind.COINS,
        amount=amount,
        en=f"{amount:,} coins",
        ru=f"{amount:,} монет".replace(",", " "),
        prices=prices,
    )


def _vip(days: int, russian: str, prices: tuple[Price, ...]) -> Product:
    return Product(
        id=f"vip_{days}",
        kind=ProductKind.VIP,
        amount=days,
        en=f"VIP for {days} days",
        ru=f"VIP на {days} {russian}",
        prices=prices,
    )


_PRODUCTS: Final = (
    _coins(1_000, _priced(5, 35, 99, 50)),
    _coins(5_000, _priced(20, 140, 399, 200)),
    _coins(20_000, _priced(70, 490, 1_299, 650)),
    _coins(100_000, _priced(300, 2_100, 4_999, 2_500)),
    _vip(7, "дней", _priced(7, 49, 149, 75)),
    _vip(30, "дней", _priced(20, 140, 399, 200)),
    _vip(365, "дней", _priced(150, 1_050, 2_999, 1_500)),
    Product(
        id="vip_monthly",
        kind=ProductKind.VIP_SUBSCRIPTION,
        amount=30,
        en="VIP, month by month",
        ru="VIP по подписке, на месяц",
        prices=(
            Price(platform=Platform.VK, currency="VOTE", amount=15),
            Price(platform=Platform.TELEGRAM, currency="XTR", amount=150),
        ),
    ),
)


class CatalogueTerms(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All that is sold."""

    products: Annotated[
        tuple[Product, ...],
        Meta(
            description="kinds: coins, vip, vip_subscription; prices in the currency's "
            "smallest unit, `earlier` ones are still taken"
        ),
    ] = _PRODUCTS

    def __post_init__(self) -> None:
        ids = [each.id for each in self.products]
        if len(set(ids)) < len(ids):
            raise ValueError("two products have one id")
        for product in self.products:
            for fault in _faults(product):
                raise ValueError(f"product {product.id}: {fault}")


def _faults(product: Product) -> Iterator[str]:
    """What a platform would not take."""
    platforms = [each.platform for each in product.prices]
    if len(set(platforms)) < len(platforms):
        yield "two prices on one platform"
    for price in product.prices:
        if price.platform not in (*CURRENCIES, Platform.FACEBOOK):
            yield f"nothing is sold on {price.platform}"
        usual = CURRENCIES.get(price.platform, price.currency)
        if price.currency != usual:
            yield f"the currency of {price.platform} is {usual}"
        if product.is_subscription:
            yield from _of_subscriptions(product.amount, price)


def _of_subscriptions(days: int, price: Price) -> Iterator[str]:
    if days not in (periods := SUBSCRIPTION_DAYS.get(price.platform, ())):
        yield f"{price.platform} takes no subscription of {days} days, but {list(periods)}"
    if price.platform is Platform.TELEGRAM and price.amount > STARS_OF_SUBSCRIPTION:
        yield f"more than {STARS_OF_SUBSCRIPTION} Stars for a period"
