"""The bot's account of Stars against our purchases, read in its own order from where we were."""

from typing import Final

import msgspec

from platforms.identity import Platform
from platforms.telegram.stars import CURRENCY, RefundedPayment, SuccessfulPayment
from server.outbound.telegram import StarTransaction, TelegramApi
from server.purchases.findings import Compared
from server.purchases.paging import pages
from server.purchases.stars import StarsPayments
from server.purchases.till import Books
from server.storage.purchases import Kind, Name, Purchase, Purchases, State
from server.storage.reconciliations import Reconciliations

PLATFORM: Final = Platform.TELEGRAM


class StarsRecord:
    """A `PlatformRecord`."""

    def __init__(self, books: Books, stars: StarsPayments, api: TelegramApi) -> None:
        self._books = books
        self._stars = stars
        self._api = api

    async def compare(self) -> Compared:
        """Compare all lines that were written since the last time.

        A page counts as read once what follows it was seen to be no page of before. Raises
        `NoAnswer` for a record without an end.
        """
        found = Compared(platform=PLATFORM)
        async with self._books.database.transaction() as tx:
            read = await Reconciliations(tx).read(PLATFORM)
        unsure = 0
        async for page in pages(PLATFORM, self._api.transactions, _name, read):
            read = await self._note(read + unsure)
            for line in page:
                await self._compare(line, found)
            unsure = len(page)
        await self._note(read + unsure)
        return found

    async def look_for(self, payer: str, charge: str | None) -> None:  # noqa: ARG002
        """Mend whatever is new: the account cannot be asked for one payer."""
        await self.compare()

    async def _note(self, read: int) -> int:
        async with self._books.database.transaction() as tx:
            await Reconciliations(tx).note_read(PLATFORM, read)
        return read

    async def _compare(self, line: StarTransaction, found: Compared) -> None:
        partner = line.source or line.receiver
        if partner is None or partner.user is None:
            return  # a withdrawal, an advertisement: nothing that was bought
        found.seen += 1
        ours = await self._ours(line.id)
        payer, payload = partner.user.id, partner.invoice_payload or ""
        raw = msgspec.json.encode(line)
        if line.source is None:
            if ours is None or ours.state is not State.REFUNDED:
                await self._stars.refunded(
                    payer,
                    RefundedPayment(invoice_payload=payload, telegram_payment_charge_id=line.id),
                    raw,
                )
                found.taken_back += ours is not None
        elif ours is None:
            payment = SuccessfulPayment(
                currency=CURRENCY,
                total_amount=line.amount,
                invoice_payload=payload,
                telegram_payment_charge_id=line.id,
                is_recurring=await self._is_subscription(payload),
            )
            given = await self._stars.paid(payer, payment, raw)
            found.credited += given.state is State.CREDITED
            found.cases += given.state is State.CHARGED

    async def _ours(self, charge: str) -> Purchase | None:
        async with self._books.database.reading() as connection:
            for kind in Kind:
                name = Name(PLATFORM, charge, kind=kind)
                if (found := await Purchases(connection).find(name)) is not None:
                    return found
        return None

    async def _is_subscription(self, payload: str) -> bool:
        async with self._books.database.reading() as connection:
            order = await Purchases(connection).find_by_token(PLATFORM, payload)
        return order is not None and order.kind is Kind.SUBSCRIPTION


def _name(line: StarTransaction) -> tuple[str, bool]:
    """A refund has the id of its charge."""
    return line.id, line.source is None
