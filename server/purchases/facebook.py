"""Purchases in Facebook's Instant Games: receipts that players present, and Meta's hints.

A receipt says what was bought and not by whom: whoever presents it first in a session owns it, and
the client consumes the purchase only after that. A webhook is a hint: a purchase of which it tells
waits as charged until its receipt comes, and a refund of which it tells takes back.
"""

from typing import Final
from uuid import UUID

import msgspec
import structlog
from msgspec.structs import replace

from platforms.facebook.receipts import Claim, ClaimOutcome, Receipts, decide_claim
from platforms.facebook.receipts import Purchase as Receipt
from platforms.identity import Platform
from platforms.refusals import Refused
from server.purchases.catalogue import Catalogue
from server.purchases.facebook_hints import Hint, hints_in
from server.purchases.figures import PaymentFigures
from server.purchases.refusals import (
    NoSuchProduct,
    NotOnPlatform,
    ReceiptOfAnother,
    ReceiptRefunded,
    ReceiptRefused,
)
from server.purchases.till import Books, Till
from server.storage.purchases import Name, Purchase, State

PLATFORM: Final = Platform.FACEBOOK

_log = structlog.get_logger(__name__)


class Claimed(msgspec.Struct, frozen=True):
    """What came of a receipt. The client consumes the purchase now, be it `new` or not."""

    purchase: UUID
    product: str
    coins: int
    bonus: int
    vip_days: int
    new: bool


class FacebookPayments:
    """The use cases; without receipts, Facebook's payments are not taken here."""

    def __init__(
        self,
        books: Books,
        catalogue: Catalogue,
        figures: PaymentFigures,
        receipts: Receipts | None,
    ) -> None:
        self._books = books
        self._catalogue = catalogue
        self._figures = figures
        self._receipts = receipts

    async def claim(self, account: UUID, receipt: str, product: str) -> Claimed:
        """Give what a receipt paid for to whoever presents it first; a repeat gets the same.

        What was paid for and is sold no more is refused, kept as charged, and a human's case.
        Raises `ReceiptRefused`, `ReceiptOfAnother`, `ReceiptRefunded`, `NoSuchProduct`,
        `NotOnPlatform`, `AccountNotFound`.
        """
        if self._receipts is None:
            raise NotOnPlatform
        try:
            bought = self._receipts.purchase(receipt, product, self._books.now() // 1000)
        except Refused as refused:
            _log.warning("receipt_refused", reason=refused.reason)
            raise ReceiptRefused from refused
        async with self._books.till() as till:
            await till.purchases.lock(PLATFORM, [bought.payment_id, bought.purchase_token])
            owner = await till.standing(account)
            past = await _past(till, bought)
            match decide_claim(bought, str(owner), await _claim(till, past, owner, bought)):
                case ClaimOutcome.OTHER_OWNER:
                    raise ReceiptOfAnother
                case ClaimOutcome.REFUNDED:
                    raise ReceiptRefunded
                case ClaimOutcome.ALREADY_GRANTED if past and past.state is State.CREDITED:
                    return _claimed(past, new=False)
                case _:
                    kept = await self._give(till, bought, past, owner)
                    outcome = "claimed" if kept.state is State.CREDITED else "sold no more"
                    payer = await till.payer(owner, PLATFORM)
                    await till.heard(PLATFORM, receipt.encode(), outcome, payer)
        if kept.state is not State.CREDITED:
            raise NoSuchProduct(product)
        return _claimed(kept, new=True)

    async def hinted(self, body: bytes) -> None:
        """Take what a genuine webhook tells. Unknown shapes are kept, and change nothing."""
        hints = hints_in(body)
        async with self._books.till() as till:
            names = {name for hint in hints for name in (hint.payment, hint.token) if name}
            await till.purchases.lock(PLATFORM, names)
            for hint in hints:
                await self._follow(till, hint)
            await till.heard(PLATFORM, body, f"{len(hints)} payments told")
        if not hints:
            _log.warning("webhook_not_understood", platform=PLATFORM)
        self._figures.callbacks.count(PLATFORM, "hint" if hints else "not_understood")

    async def _give(
        self, till: Till, bought: Receipt, past: Purchase | None, owner: UUID
    ) -> Purchase:
        """Give it; what is sold here no more waits for a human, since it was paid for."""
        sold = self._catalogue.find(bought.product)
        price = None if sold is None else sold.price(PLATFORM)
        begun = past or await till.begun(
            Name(PLATFORM, bought.payment_id), bought.product, 0, "USD"
        )
        paid = replace(begun, token=bought.purchase_token, account=owner, product=bought.product)
        if sold is None or price is None:
            waiting = await till.keep(paid)
            await till.ask_a_human(waiting, "paid by a receipt, and sold no more")
            return waiting
        return await till.give(replace(paid, price=price.amount, currency=price.currency), sold)

    async def _follow(self, till: Till, hint: Hint) -> None:
        past = await till.purchases.find(Name(PLATFORM, hint.payment))
        if past is None:
            begun = await till.begun(Name(PLATFORM, hint.payment), hint.product or "", 0, "USD")
            state = State.REFUNDED if hint.is_refund else State.CHARGED
            token = hint.token
            if token and await till.purchases.find_by_token(PLATFORM, token):
                token = None  # it belongs to another payment, whatever this one says
            await till.keep(replace(begun, token=token, state=state))
        elif hint.is_refund and past.state is not State.REFUNDED:
            await till.take_back(past)
        elif hint.is_vague:
            # What waits to be given is asked about anyway, and is late since it was paid.
            waits = past.state is State.CHARGED
            since = past.changed_at if waits else self._books.now()
            await till.keep(replace(past, doubted=True, changed_at=since))


async def _past(till: Till, bought: Receipt) -> Purchase | None:
    """What is kept under either name; raises `ReceiptOfAnother` where those are two."""
    named = await till.purchases.find(Name(PLATFORM, bought.payment_id))
    other = await till.purchases.find_by_token(PLATFORM, bought.purchase_token)
    if named is not None and other is not None and named.id != other.id:
        raise ReceiptOfAnother
    return named or other


async def _claim(till: Till, past: Purchase | None, owner: UUID, bought: Receipt) -> Claim | None:
    """What was kept of a receipt, as the platform's own rules read it; a mere hint is no claim."""
    if past is None:
        return None
    same = (past.charge or bought.payment_id, past.token or bought.purchase_token)
    kept = Receipt(*same, past.product or bought.product)
    refunded = past.state is State.REFUNDED
    if past.account is None:
        is_hint = kept == bought and not refunded
        return None if is_hint else Claim(kept, str(owner), refunded=refunded)
    return Claim(kept, str(await till.standing(past.account)), refunded=refunded)


def _claimed(given: Purchase, *, new: bool) -> Claimed:
    return Claimed(given.id, given.product, given.coins, given.bonus, given.vip_days, new)
