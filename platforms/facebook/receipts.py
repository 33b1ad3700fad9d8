"""Receipts that Facebook signs: purchases in Instant Games, and the old Pay Dialog's answer.

A receipt says that somebody bought something, not who: the first who presents it in a session
owns it. Source: developers.facebook.com, documentation/games/monetize/in-app-purchases.
"""

from dataclasses import dataclass
from enum import StrEnum

from platforms.facebook.signed_request import (
    Id,
    Issued,
    authentic,
    numeric_id,
    require_fresh,
    require_kind,
    typed,
)
from platforms.freshness import DAY, MINUTE, Freshness
from platforms.refusals import Forged, Reason
from platforms.secret import Secrets, same

# A purchase may wait for days to be consumed; what stops a second use is its id, not its age.
RECEIPT_FRESHNESS = Freshness(max_age=7 * DAY, skew=MINUTE)
DIALOG_FRESHNESS = Freshness(max_age=DAY, skew=MINUTE)


class PurchaseReceipt(Issued, frozen=True, kw_only=True):
    """The `signedRequest` of a purchase. `payment_id` and `purchase_token` are each unique."""

    app_id: Id
    payment_id: Id
    product_id: str
    purchase_token: str
    payment_action_type: str


class DialogAnswer(Issued, frozen=True, kw_only=True):
    """What the Pay Dialog hands the page; confirm it by Graph before anything is granted."""

    payment_id: Id
    status: str
    request_id: str | None = None


@dataclass(frozen=True, slots=True)
class Purchase:
    """A purchase that Facebook vouches for."""

    payment_id: str
    purchase_token: str
    product: str


@dataclass(frozen=True, slots=True)
class Receipts:
    """Our app as receipts name it, and its keys."""

    app_id: str
    secrets: Secrets
    freshness: Freshness = RECEIPT_FRESHNESS

    def purchase(self, receipt: str, product: str, now: int) -> Purchase:
        """The purchase of this product; raises `Forged` or `Stale`.

        `product` is what the client says it bought, which the caller found in the catalogue.
        """
        content = authentic(receipt, self.secrets)
        require_kind(content, "purchase_token")
        fields = typed(content, PurchaseReceipt)
        purchase = Purchase(
            numeric_id(fields.payment_id), fields.purchase_token, fields.product_id
        )
        if not purchase.purchase_token:
            raise Forged(Reason.BAD_FIELD)
        require_fresh(fields, self.freshness, now)
        if str(fields.app_id) != self.app_id or purchase.product != product:
            raise Forged(Reason.MISMATCH)
        if fields.payment_action_type != "charge":
            raise Forged(Reason.NOT_CHARGE)
        return purchase


def dialog_payment(text: str, secrets: Secrets, request_id: str, now: int) -> str:
    """The payment id of a completed Pay Dialog of this request; raises `Forged` or `Stale`."""
    content = authentic(text, secrets)
    require_kind(content, "payment_id", "status")
    fields = typed(content, DialogAnswer)
    payment_id = numeric_id(fields.payment_id)
    require_fresh(fields, DIALOG_FRESHNESS, now)
    if not same(fields.request_id or "", request_id):
        raise Forged(Reason.MISMATCH)
    if fields.status != "completed":
        raise Forged(Reason.NOT_CHARGE)
    return payment_id


class ClaimOutcome(StrEnum):
    """What presenting a receipt leads to."""

    GRANT = "grant"
    ALREADY_GRANTED = "already_granted"
    OTHER_OWNER = "other_owner"
    REFUNDED = "refunded"


@dataclass(frozen=True, slots=True)
class Claim:
    """What we keep of a receipt that was presented, by its payment id and by its token."""

    purchase: Purchase
    account: str
    refunded: bool = False


def decide_claim(purchase: Purchase, account: str, past: Claim | None) -> ClaimOutcome:
    """What to do for the account that presents a receipt; `past` has the same id or token.

    The client may consume the purchase after GRANT and after ALREADY_GRANTED.
    """
    if past is None:
        return ClaimOutcome.GRANT
    if past.account != account or past.purchase != purchase:
        return ClaimOutcome.OTHER_OWNER
    return ClaimOutcome.REFUNDED if past.refunded else ClaimOutcome.ALREADY_GRANTED
