"""The answers that VK reads, the same bytes for the same facts; HTTP 200 for errors too."""

import msgspec

from platforms.vk.notifications import ErrorCode, PaymentRefused
from platforms.vk.orders import Order, Quote, Subscription

CONTENT_TYPE = "application/json; charset=utf-8"

_MAX_TITLE = 48


class _Item(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    title: str
    price: int
    item_id: str
    expiration: int
    photo_url: str | None = None
    discount: int | None = None
    period: int | None = None


class _Error(msgspec.Struct, frozen=True):
    error_code: int
    error_msg: str
    critical: bool


def item_answer(quote: Quote) -> bytes:
    """The answer to `get_item` and `get_subscription`."""
    offer = quote.offer
    return _response(
        _Item(
            title=offer.title[:_MAX_TITLE],
            price=offer.price,
            item_id=quote.item,
            expiration=offer.cache_seconds,
            photo_url=offer.photo_url,
            discount=offer.discount,
            period=offer.period,
        )
    )


def order_answer(order: Order) -> bytes:
    """The answer to a change of an order, the same however often it is told."""
    return _response(
        {"order_id": int(order.order_id), "app_order_id": order.app_order_id},
    )


def subscription_answer(subscription: Subscription) -> bytes:
    """The answer to a change of a subscription, the same however often it is told."""
    number = int(subscription.subscription_id)
    return _response({"subscription_id": number, "app_order_id": subscription.app_order_id})


def error_answer(refused: PaymentRefused) -> bytes:
    """The answer that refuses; VK cancels the order, unless the code says that we may recover."""
    critical = refused.code is not ErrorCode.TEMPORARY
    return msgspec.json.encode({"error": _Error(refused.code, refused.why, critical)})


def _response(content: msgspec.Struct | dict[str, int]) -> bytes:
    return msgspec.json.encode({"response": content})
