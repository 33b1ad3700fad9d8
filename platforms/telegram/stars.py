"""Payments in Stars: whether to let a checkout through, and what follows from each message.

Only `successful_payment` grants. Source: core.telegram.org/bots/api, Payments.
"""

from dataclasses import dataclass
from enum import StrEnum

import msgspec

from platforms.telegram.numbers import Ordinal

CURRENCY = "XTR"


class Payer(msgspec.Struct, frozen=True):
    """A Telegram user who pays."""

    id: Ordinal


class PreCheckoutQuery(msgspec.Struct, frozen=True, kw_only=True, rename={"payer": "from"}):
    """The question that must be answered within ten seconds; `total_amount` is in Stars."""

    id: str
    payer: Payer
    currency: str
    total_amount: Ordinal
    invoice_payload: str


class SuccessfulPayment(msgspec.Struct, frozen=True, kw_only=True):
    """The message that money was taken; the first of a subscription says that it is the first."""

    currency: str
    total_amount: Ordinal
    invoice_payload: str
    telegram_payment_charge_id: str
    is_recurring: bool = False
    is_first_recurring: bool = False
    subscription_expiration_date: Ordinal | None = None


class RefundedPayment(msgspec.Struct, frozen=True, kw_only=True):
    """The message that money was given back, under the charge's own id."""

    invoice_payload: str
    telegram_payment_charge_id: str


class SubscriptionState(StrEnum):
    """What Telegram says of a subscription; access stays to the end of what is paid."""

    CANCELED = "canceled"
    ACTIVE = "active"
    FAILED = "failed"


class SubscriptionUpdate(msgspec.Struct, frozen=True, kw_only=True):
    """The update `subscription`, known since Bot API 10.2."""

    user: Payer
    invoice_payload: str
    state: SubscriptionState


@dataclass(frozen=True, slots=True, kw_only=True)
class StarsOrder:
    """What we had offered and to whom, found by the invoice's payload; times in Unix seconds.

    Anybody may pay a forwarded invoice, so that the payer is compared as well.
    """

    payload: str
    user_id: int
    total_amount: int
    expires_at: int
    currency: str = CURRENCY
    paid: bool = False
    subscription: bool = False


class Checkout(StrEnum):
    """The answer to a checkout: approve it, or why not."""

    APPROVE = "approve"
    UNKNOWN_ORDER = "unknown_order"
    OTHER_USER = "other_user"
    CURRENCY = "currency"
    AMOUNT = "amount"
    ALREADY_PAID = "already_paid"
    EXPIRED = "expired"


def judge_checkout(query: PreCheckoutQuery, order: StarsOrder | None, now: int) -> Checkout:
    """Whether this person may pay this order now."""
    if order is None or query.invoice_payload != order.payload:
        return Checkout.UNKNOWN_ORDER
    refusals = {
        Checkout.OTHER_USER: query.payer.id != order.user_id,
        Checkout.CURRENCY: query.currency != order.currency,
        Checkout.AMOUNT: query.total_amount != order.total_amount,
        Checkout.ALREADY_PAID: order.paid and not order.subscription,
        Checkout.EXPIRED: now > order.expires_at and not order.paid,
    }
    return next((why for why, holds in refusals.items() if holds), Checkout.APPROVE)


class Charge(StrEnum):
    """What we keep under a charge id, which is unique."""

    CREDITED = "credited"
    REVOKED = "revoked"


class PaymentAction(StrEnum):
    """What follows from a payment; the charge becomes CREDITED in the same transaction.

    A subscription's first charge id is the one by which it can be ended.
    """

    GRANT_ONCE = "grant_once"
    OPEN_SUBSCRIPTION = "open_subscription"
    EXTEND_SUBSCRIPTION = "extend_subscription"
    IGNORE = "ignore"


def judge_payment(payment: SuccessfulPayment, past: Charge | None) -> PaymentAction:
    """What a payment means, given what we kept of its charge id.

    A charge that was refunded before we heard of it grants nothing.
    """
    if past is not None:
        return PaymentAction.IGNORE
    if payment.is_first_recurring:
        return PaymentAction.OPEN_SUBSCRIPTION
    if payment.is_recurring:
        return PaymentAction.EXTEND_SUBSCRIPTION
    return PaymentAction.GRANT_ONCE


class RefundAction(StrEnum):
    """What follows from a refund; the charge becomes REVOKED in the same transaction."""

    REVOKE_ONCE = "revoke_once"
    RECORD_TOMBSTONE = "record_tombstone"
    IGNORE = "ignore"


def judge_refund(past: Charge | None) -> RefundAction:
    """What a refund means, given what we kept of its charge id."""
    if past is None:
        return RefundAction.RECORD_TOMBSTONE
    return RefundAction.REVOKE_ONCE if past is Charge.CREDITED else RefundAction.IGNORE


class SubscriptionAction(StrEnum):
    """What follows from an update of a subscription; none of these ends what is paid."""

    MARK_WILL_NOT_RENEW = "mark_will_not_renew"
    MARK_RENEWING = "mark_renewing"
    MARK_PAYMENT_FAILED = "mark_payment_failed"


_ACTIONS = {
    SubscriptionState.CANCELED: SubscriptionAction.MARK_WILL_NOT_RENEW,
    SubscriptionState.ACTIVE: SubscriptionAction.MARK_RENEWING,
    SubscriptionState.FAILED: SubscriptionAction.MARK_PAYMENT_FAILED,
}


def judge_subscription(update: SubscriptionUpdate) -> SubscriptionAction:
    """What an update of a subscription means."""
    return _ACTIONS[update.state]
