"""Payments in OKs: OK's callback, answered as it reads answers.

Whatever goes wrong on our side is answered as passing: OK tries three times, then gives the money
back by itself. It tells of no refund; an operator takes back what was given.
"""

from typing import Final

import structlog
from msgspec.structs import replace

from platforms.identity import Platform
from platforms.ok.payments import (
    Answer,
    Effect,
    ErrorCode,
    Payment,
    PaymentRefused,
    PaymentsAddress,
    decide,
    failure,
    success,
)
from server.purchases.catalogue import Catalogue
from server.purchases.figures import PaymentFigures
from server.purchases.refusals import NotOnPlatform
from server.purchases.till import Books, Till
from server.storage.database import Unavailable
from server.storage.payers import is_payer
from server.storage.purchases import Name, Purchase

PLATFORM: Final = Platform.OK
CURRENCY: Final = "OK"

_log = structlog.get_logger(__name__)


class OkPayments:
    """The use case; without an address, OK's payments are not taken here."""

    def __init__(
        self,
        books: Books,
        catalogue: Catalogue,
        figures: PaymentFigures,
        address: PaymentsAddress | None,
    ) -> None:
        self._books = books
        self._catalogue = catalogue
        self._figures = figures
        self._address = address

    async def called(self, query: str) -> Answer:
        """Answer a callback, given as its raw query string; raises `NotOnPlatform` alone."""
        if self._address is None:
            raise NotOnPlatform
        outcome = "answered"
        try:
            await self._paid(self._address.read(query), query)
        except PaymentRefused as refused:
            outcome = refused.code.name.lower()
            _log.warning("payment_refused", platform=PLATFORM, code=outcome, why=refused.why)
            return failure(refused)
        except Unavailable as passing:
            outcome = "unavailable"
            _log.warning("payment_put_off", platform=PLATFORM, error=repr(passing))
            return failure(PaymentRefused(ErrorCode.SERVICE, "later"))
        except Exception:  # noqa: BLE001 - whatever it is, the platform is to ask again
            outcome = "fault"
            _log.exception("payment_fault", platform=PLATFORM)
            return failure(PaymentRefused(ErrorCode.SERVICE, "later"))
        finally:
            self._figures.callbacks.count(PLATFORM, outcome)
        return success()

    async def _paid(self, payment: Payment, query: str) -> None:
        try:
            async with self._books.till() as till:
                await till.purchases.lock(PLATFORM, [payment.transaction_id])
                past = await till.purchases.find(Name(PLATFORM, payment.transaction_id))
                if self._decided(payment, past) is Effect.GRANT:
                    await self._give(till, payment)
                await till.heard(PLATFORM, query.encode(), "answered", payment.user_id, past)
        except PaymentRefused as refused:
            async with self._books.till() as till:
                why = f"refused, {refused.code.name}: {refused.why}"
                await till.heard(PLATFORM, query.encode(), why, payment.user_id)
            raise

    def _decided(self, payment: Payment, past: Purchase | None) -> Effect:
        prices = self._catalogue.prices(PLATFORM)
        asked = prices.get(payment.product, ())
        # a price that was changed while somebody paid is taken as well
        matching = {payment.product: payment.amount} if payment.amount in asked else {}
        return decide(payment, matching, None if past is None else _payment(past, payment))

    async def _give(self, till: Till, payment: Payment) -> None:
        account = await till.buyer(PLATFORM, payment.user_id)
        if account is None:
            why = "nobody has come in under this uid"
            raise PaymentRefused(ErrorCode.CALLBACK_INVALID_PAYMENT, why)
        product, _ = self._catalogue.sold(payment.product, PLATFORM)
        name = Name(PLATFORM, payment.transaction_id)
        begun = await till.begun(name, payment.product, payment.amount, CURRENCY)
        await till.give(replace(begun, payer=payment.user_id, account=account), product)


def _payment(past: Purchase, told: Payment) -> Payment:
    """What we keep of a payment, as the platform's own rules read it."""
    return Payment(
        transaction_id=past.charge or "",
        user_id=told.user_id if is_payer(past, told.user_id) else "",
        product=past.product,
        amount=past.price,
    )
