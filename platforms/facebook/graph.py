"""Payments as Facebook's Graph tells them, and what an order's state follows from.

Source: developers.facebook.com, docs/graph-api/reference/payment, docs/games_payments/webhooks.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

import msgspec

from platforms.refusals import Forged, Reason


class Decision(StrEnum):
    """What to do for an order, by everything that ever happened to its payment."""

    GRANT = "grant"
    WAIT = "wait"
    NO_GRANT = "no_grant"
    REVOKE = "revoke"
    REJECT = "reject"


class Named(msgspec.Struct, frozen=True):
    """A user or an application, by id."""

    id: str


class Action(msgspec.Struct, frozen=True):
    """One thing that happened to a payment; `amount` is a decimal number as text."""

    type: str
    status: str
    currency: str
    amount: Decimal

    def __post_init__(self) -> None:
        if not self.amount.is_finite():
            raise ValueError("not an amount")


class Item(msgspec.Struct, frozen=True):
    """What was bought: the URL of the product's page, and how many."""

    product: str
    quantity: int


class GraphPayment(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of `GET /{payment-id}`, as far as we read it. The user may be missing."""

    id: str
    application: Named
    actions: list[Action]
    items: list[Item]
    user: Named | None = None
    request_id: str | None = None
    test: int | bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogOrder:
    """What we had agreed on when the Pay Dialog was opened; `amount` is for all of `quantity`."""

    user_id: str
    app_id: str
    product: str
    quantity: int
    currency: str
    amount: Decimal
    request_id: str
    allow_test: bool = False


_AFTER_COMPLETION = {
    "charge": Decision.GRANT,
    "chargeback_reversal": Decision.GRANT,
    "refund": Decision.REVOKE,
    "chargeback": Decision.REVOKE,
    "decline": Decision.REVOKE,
}


def read_payment(content: Mapping[str, object]) -> GraphPayment:
    """The payment in an answer of Graph; raises `Forged` with BAD_FIELD."""
    try:
        return msgspec.convert(content, GraphPayment)
    except msgspec.ValidationError as wrong_type:
        raise Forged(Reason.BAD_FIELD) from wrong_type


def decide(payment: GraphPayment, order: DialogOrder) -> Decision:
    """What the order is to be now. The same answer twice is to be applied once."""
    return standing(payment.actions) if _is_for(payment, order) else Decision.REJECT


def standing(actions: Iterable[Action]) -> Decision:
    """What all that happened to a payment, in its order, comes to."""
    decision = Decision.WAIT
    for action in actions:
        if action.status == "completed":
            decision = _AFTER_COMPLETION.get(action.type, decision)
        elif (action.type, action.status) == ("charge", "failed"):
            decision = Decision.NO_GRANT
    return decision


def appsecret_proof(access_token: str, app_secret: str) -> str:
    """What goes along with every call of Graph, to show that the token was not stolen."""
    return hmac.new(app_secret.encode(), access_token.encode(), hashlib.sha256).hexdigest()


def _is_for(payment: GraphPayment, order: DialogOrder) -> bool:
    """Whether this pays what was ordered, the whole of it, by whom, where and in earnest."""
    charges = [action for action in payment.actions if action.type == "charge"]
    return (
        payment.application.id == order.app_id
        and payment.user in (None, Named(order.user_id))
        and payment.request_id == order.request_id
        and payment.items == [Item(order.product, order.quantity)]
        and all((it.currency, it.amount) == (order.currency, order.amount) for it in charges)
        and (order.allow_test or not payment.test)
    )
