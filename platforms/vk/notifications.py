"""What VK tells the payments address of our app: genuine, complete and typed, or refused.

Source: dev.vk.com, api/payments/notifications.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TypeVar

from platforms.identity import is_number
from platforms.query import BODY_LIMIT, read_pairs, unique
from platforms.refusals import Forged
from platforms.secret import Secrets

HTTP_METHOD = "POST"

_MD5 = re.compile(r"[0-9a-f]{32}")
_TEST = "_test"


class ErrorCode(IntEnum):
    """What VK understands; all but TEMPORARY cancel the order, which VK then tries no more."""

    GENERAL = 1
    TEMPORARY = 2
    BAD_SIGNATURE = 10
    BAD_REQUEST = 11
    NO_SUCH_ITEM = 20
    OUT_OF_STOCK = 21
    NO_SUCH_USER = 22


class PaymentRefused(Exception):
    """A notification that we do not honour, and the code to answer with."""

    def __init__(self, code: ErrorCode, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


class Mode(StrEnum):
    """Whether votes moved. Orders of both kinds may share a number."""

    LIVE = "live"
    TEST = "test"


class Site(StrEnum):
    """Where the buyer is, and so in what the price is: votes, or OKs."""

    VK = "VK"
    OK = "OK"


class OrderStatus(StrEnum):
    """What happened to an order."""

    CHARGEABLE = "chargeable"
    REFUNDED = "refunded"


class SubscriptionStatus(StrEnum):
    """What happened to a subscription."""

    CHARGEABLE = "chargeable"
    ACTIVE = "active"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemAsked:
    """Somebody is about to buy `item`, as our page named it, and VK asks what it is.

    `subscription` tells a subscription from a thing bought once.
    """

    mode: Mode
    user_id: str
    order_id: str
    item: str
    language: str
    site: Site
    subscription: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderChanged:
    """An order was paid, or paid back. `price` and `discount` are in votes."""

    mode: Mode
    user_id: str
    order_id: str
    item: str
    price: int
    discount: int
    status: OrderStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class SubscriptionChanged:
    """A subscription was begun, goes on, or ended.

    With `pending_cancel` it runs to the end of what is paid. `next_bill_time` is in Unix
    seconds; VK tells nothing when the day comes.
    """

    mode: Mode
    user_id: str
    subscription_id: str
    item: str
    price: int
    status: SubscriptionStatus
    pending_cancel: bool
    next_bill_time: int | None


Status = TypeVar("Status", OrderStatus, SubscriptionStatus)
Notification = ItemAsked | OrderChanged | SubscriptionChanged


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentsAddress:
    """The app whose notifications we take; `allow_test` also takes those without votes."""

    app_id: str
    secrets: Secrets
    allow_test: bool = False

    def read(self, body: bytes) -> Notification:
        """The notification in a form body, as its bytes came; raises `PaymentRefused`."""
        fields = _Fields(self._authentic(body))
        if fields.text("app_id") != self.app_id:
            raise PaymentRefused(ErrorCode.BAD_REQUEST, "app_id")
        kind = fields.text("notification_type")
        mode = Mode.TEST if kind.endswith(_TEST) else Mode.LIVE
        if mode is Mode.TEST and not self.allow_test:
            raise PaymentRefused(ErrorCode.BAD_REQUEST, "test orders are not taken")
        match kind.removesuffix(_TEST):
            case "get_item":
                return _item_asked(fields, mode, subscription=False)
            case "get_subscription":
                return _item_asked(fields, mode, subscription=True)
            case "order_status_change":
                return _order_changed(fields, mode)
            case "subscription_status_change":
                return _subscription_changed(fields, mode)
            case _:
                raise PaymentRefused(ErrorCode.BAD_REQUEST, "notification_type")

    def _authentic(self, body: bytes) -> dict[str, str]:
        try:
            fields = unique(read_pairs(body.decode(), BODY_LIMIT))
        except UnicodeError as not_utf8:
            raise PaymentRefused(ErrorCode.BAD_REQUEST, "bad_encoding") from not_utf8
        except Forged as unreadable:
            raise PaymentRefused(ErrorCode.BAD_REQUEST, unreadable.reason) from unreadable
        claimed = fields.pop("sig", "")
        if not _MD5.fullmatch(claimed) or not self.secrets.any_makes(
            claimed, lambda secret: signature(fields, secret)
        ):
            raise PaymentRefused(ErrorCode.BAD_SIGNATURE, "sig")
        return fields


def signature(fields: Mapping[str, str], secret: str) -> str:
    """MD5 over the decoded pairs by key with nothing between them, and the key; lower hex."""
    text = "".join(f"{key}={fields[key]}" for key in sorted(fields)) + secret
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


class _Fields:
    """Reads fields by type. The signature has no separators, so shapes are all we have."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self._fields = fields

    def text(self, key: str) -> str:
        value = self._fields.get(key)
        if not value:
            raise PaymentRefused(ErrorCode.BAD_REQUEST, key)
        return value

    def optional(self, key: str) -> str:
        return self._fields.get(key, "")

    def number(self, key: str) -> str:
        value = self.text(key)
        if not is_number(value):
            raise PaymentRefused(ErrorCode.BAD_REQUEST, key)
        return value

    def optional_number(self, key: str) -> int | None:
        """A number that may be absent, empty or zero, all of which are None."""
        return int(self.number(key)) if self.optional(key) not in ("", "0") else None


def _item_asked(fields: _Fields, mode: Mode, *, subscription: bool) -> ItemAsked:
    return ItemAsked(
        mode=mode,
        user_id=fields.number("user_id"),
        order_id=fields.number("order_id"),
        item=fields.text("item"),
        language=fields.optional("lang"),
        site=Site.OK if fields.optional("site") == Site.OK else Site.VK,
        subscription=subscription,
    )


def _order_changed(fields: _Fields, mode: Mode) -> OrderChanged:
    return OrderChanged(
        mode=mode,
        user_id=fields.number("user_id"),
        order_id=fields.number("order_id"),
        item=fields.text("item"),
        price=int(fields.number("item_price")),
        discount=fields.optional_number("item_discount") or 0,
        status=_member(OrderStatus, fields.text("status")),
    )


def _subscription_changed(fields: _Fields, mode: Mode) -> SubscriptionChanged:
    return SubscriptionChanged(
        mode=mode,
        user_id=fields.number("user_id"),
        subscription_id=fields.number("subscription_id"),
        item=fields.text("item_id"),
        price=int(fields.number("item_price")),
        status=_member(SubscriptionStatus, fields.text("status")),
        pending_cancel=fields.optional("pending_cancel") == "1",
        next_bill_time=fields.optional_number("next_bill_time"),
    )


def _member(kind: type[Status], text: str) -> Status:
    try:
        return kind(text)
    except ValueError as unknown:
        raise PaymentRefused(ErrorCode.BAD_REQUEST, "status") from unknown
