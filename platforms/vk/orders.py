"""What follows from VK's payment notifications, each exactly once whatever is repeated.

Pure: the catalogue, what we know of the order and the next free number come in; what to store,
what to do and what to answer comes out. A caller does all three in one transaction under the
key `(mode, order_id)` or `(mode, subscription_id)`. Source: dev.vk.com, api/payments.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from platforms.vk.notifications import (
    ErrorCode,
    ItemAsked,
    Mode,
    OrderChanged,
    OrderStatus,
    PaymentRefused,
    SubscriptionChanged,
    SubscriptionStatus,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One thing in our catalogue as VK shows it.

    `price` is in votes, or in OKs for a buyer there. VK keeps our answer for `cache_seconds`,
    0 or 600 to 604,800: `earlier_prices` are those that it may still charge. `period` in days
    makes it a subscription. Without a `discount` we state none, and compare none.
    """

    title: str
    price: int
    discount: int | None = None
    photo_url: str | None = None
    period: int | None = None
    cache_seconds: int = 0
    earlier_prices: frozenset[int] = frozenset()

    def was_quoted(self, price: int) -> bool:
        """Whether this is a price that we named."""
        return price == self.price or price in self.earlier_prices


Catalogue = Mapping[str, Offer]


class Effect(StrEnum):
    """What the buyer's account gains or loses by this notification."""

    NOTHING = "nothing"
    GRANT = "grant"
    TAKE_BACK = "take_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What we keep of an order; `app_order_id` is our own number for it, unique."""

    mode: Mode
    order_id: str
    user_id: str
    item: str
    price: int
    app_order_id: int
    refunded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """What we keep of a subscription.

    `paid_until` is in Unix seconds; None while VK has not said, when the offer's period counts.
    `renews` is VK's intention and no promise: it does not tell us of a renewal.
    """

    mode: Mode
    subscription_id: str
    user_id: str
    item: str
    price: int
    app_order_id: int
    status: SubscriptionStatus
    renews: bool
    paid_until: int | None = None


@dataclass(frozen=True, slots=True)
class OrderDecision:
    """The order as it stands from now on, and what to do about it now."""

    order: Order
    effect: Effect


@dataclass(frozen=True, slots=True)
class SubscriptionDecision:
    """The subscription as it stands from now on, and what to do about it now."""

    subscription: Subscription
    effect: Effect


@dataclass(frozen=True, slots=True)
class Quote:
    """What we say an item is; the answer to `ItemAsked`."""

    item: str
    offer: Offer = field(repr=False)


def quote(asked: ItemAsked, catalogue: Catalogue) -> Quote:
    """The offer that is asked for; raises `PaymentRefused` with NO_SUCH_ITEM."""
    offer = _offer(asked.item, catalogue)
    if asked.subscription != (offer.period is not None):
        raise PaymentRefused(ErrorCode.NO_SUCH_ITEM, "item")
    return Quote(asked.item, offer)


def decide_order(
    notice: OrderChanged, catalogue: Catalogue, past: Order | None, next_id: int
) -> OrderDecision:
    """What an order's change means, given what we kept of that order.

    A refund is final: a charge that is repeated later, or that comes after it, grants nothing.
    Raises `PaymentRefused` when the same order comes with other contents or at a price that we
    never named.
    """
    refund = notice.status is OrderStatus.REFUNDED
    if past is not None:
        _require_same(past, notice)
        if refund and not past.refunded:
            return OrderDecision(replace(past, refunded=True), Effect.TAKE_BACK)
        return OrderDecision(past, Effect.NOTHING)
    if not refund:
        offer = _require_quoted(notice.item, notice.price, catalogue)
        if offer.period is not None:
            raise PaymentRefused(ErrorCode.NO_SUCH_ITEM, "item")
        if offer.discount not in (None, notice.discount):
            raise PaymentRefused(ErrorCode.BAD_REQUEST, "item_discount")
    order = Order(
        mode=notice.mode,
        order_id=notice.order_id,
        user_id=notice.user_id,
        item=notice.item,
        price=notice.price,
        app_order_id=next_id,
        refunded=refund,
    )
    return OrderDecision(order, Effect.NOTHING if refund else Effect.GRANT)


def decide_subscription(
    notice: SubscriptionChanged, catalogue: Catalogue, past: Subscription | None, next_id: int
) -> SubscriptionDecision:
    """What a subscription's change means, given what we kept of that subscription.

    GRANT says that its paid time has begun or grown: the account has it to `paid_until`. Its
    end takes nothing back. Raises `PaymentRefused` as for orders.
    """
    if past is None:
        return _open_subscription(notice, catalogue, next_id)
    _require_same(past, notice)
    ended = notice.status is SubscriptionStatus.CANCELLED
    later = not ended and (notice.next_bill_time or 0) > (past.paid_until or 0)
    subscription = replace(
        past,
        status=notice.status,
        renews=not ended and not notice.pending_cancel,
        paid_until=notice.next_bill_time if later else past.paid_until,
    )
    return SubscriptionDecision(subscription, Effect.GRANT if later else Effect.NOTHING)


def _open_subscription(
    notice: SubscriptionChanged, catalogue: Catalogue, next_id: int
) -> SubscriptionDecision:
    ended = notice.status is SubscriptionStatus.CANCELLED
    if not ended:
        offer = _require_quoted(notice.item, notice.price, catalogue)
        if offer.period is None:
            raise PaymentRefused(ErrorCode.NO_SUCH_ITEM, "item")
    subscription = Subscription(
        mode=notice.mode,
        subscription_id=notice.subscription_id,
        user_id=notice.user_id,
        item=notice.item,
        price=notice.price,
        app_order_id=next_id,
        status=notice.status,
        renews=not ended and not notice.pending_cancel,
        paid_until=None if ended else notice.next_bill_time,
    )
    return SubscriptionDecision(subscription, Effect.NOTHING if ended else Effect.GRANT)


def _require_same(past: Order | Subscription, notice: OrderChanged | SubscriptionChanged) -> None:
    known = (past.user_id, past.item, past.price)
    if known != (notice.user_id, notice.item, notice.price):
        raise PaymentRefused(ErrorCode.BAD_REQUEST, "another user, item or price before")


def _require_quoted(item: str, price: int, catalogue: Catalogue) -> Offer:
    offer = _offer(item, catalogue)
    if not offer.was_quoted(price):
        raise PaymentRefused(ErrorCode.BAD_REQUEST, "item_price")
    return offer


def _offer(item: str, catalogue: Catalogue) -> Offer:
    if item not in catalogue:
        raise PaymentRefused(ErrorCode.NO_SUCH_ITEM, "item")
    return catalogue[item]
