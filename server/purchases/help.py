"""«I paid and nothing came»: answered from the platform's own record, else a case for a human."""

import asyncio
from collections.abc import Mapping
from enum import StrEnum
from typing import Final
from uuid import UUID

import msgspec
import structlog

from platforms.identity import Platform
from server.limits import Meters
from server.purchases.catalogue import Catalogue
from server.purchases.findings import PlatformRecord
from server.purchases.names import names_of
from server.purchases.refusals import NotOnPlatform
from server.purchases.till import CASE_KIND, Books
from server.storage.cases import Case
from server.storage.purchases import Purchase, Purchases, State

LATEST: Final = 20
"""So many purchases are told of."""

_PER_SECOND: Final = 1 / 30
_BURST: Final = 3
_log = structlog.get_logger(__name__)


class Finding(StrEnum):
    """What a look has come to."""

    GIVEN_NOW = "given_now"
    """It was paid and had not been given: now it is."""
    GIVEN_BEFORE = "given_before"
    """Whatever was paid, as far as the platform says, was given before."""
    NOTHING_PAID = "nothing_paid"
    """The platform knows of no payment."""
    FOR_A_HUMAN = "for_a_human"
    """It could not be cleared up by itself: ``case`` waits for a human."""


class Question(msgspec.Struct, frozen=True):
    """Who misses what: `charge` is the platform's name for the payment, where it is known.

    `insists` opens a case though nothing was found.
    """

    account: UUID
    platform: Platform
    charge: str | None = None
    insists: bool = False


class Answer(msgspec.Struct, frozen=True):
    """What was found, the newest purchases there, and the case where one is open."""

    finding: Finding
    purchases: tuple[Purchase, ...]
    case: UUID | None = None


class PaymentHelp:
    """The use case."""

    def __init__(
        self, books: Books, catalogue: Catalogue, records: Mapping[Platform, PlatformRecord]
    ) -> None:
        self._books = books
        self._catalogue = catalogue
        self._records = records
        self._meters = Meters(_PER_SECOND, _BURST)

    async def answer(self, question: Question) -> Answer:
        """Look into the platform's record, and mend; raises `NotOnPlatform`, `TooFast`."""
        self._meters.take(str(question.account), asyncio.get_running_loop().time())
        async with self._books.till() as till:
            payer = await till.payer(question.account, question.platform)
        if payer is None:
            raise NotOnPlatform
        before = await self._purchases(question)
        await self._hand_over(question, payer)
        is_known = await self._look(question, payer)
        after = await self._purchases(question)
        finding = _finding(before, after)
        unsettled = not is_known or any(each.state is State.CHARGED for each in after)
        if finding is Finding.GIVEN_NOW or not (unsettled or question.insists):
            return Answer(finding, after)
        case = await self._case(question, is_known=is_known)
        return Answer(Finding.FOR_A_HUMAN, after, case.id)

    async def asked_by(self, account: UUID, platform: str) -> Answer:
        """What comes of it when somebody asks in a chat of a platform; raises as `answer`."""
        return await self.answer(Question(account, Platform(platform), insists=True))

    async def _hand_over(self, question: Question, payer: str) -> None:
        """Give what this payer paid while he was forgotten, and what has waited since."""
        async with self._books.database.reading() as connection:
            waiting = await Purchases(connection).left_by(question.platform, payer)
        for each in waiting:
            async with self._books.till() as till:
                await till.purchases.lock(each.platform, names_of(each))
                now = await till.purchases.get(each.id)
                product = self._catalogue.find(now.product)
                if product is not None and now.state is State.CHARGED:
                    await till.give(now, product)

    async def _look(self, question: Question, payer: str) -> bool:
        """Have the record looked into; false where there is none, or it cannot be had now."""
        record = self._records.get(question.platform)
        if record is None:
            return False
        try:
            await record.look_for(payer, question.charge)
        except Exception as failed:  # noqa: BLE001 - whatever it is, a human gets the case
            _log.warning("record_not_read", platform=question.platform, error=repr(failed))
            return False
        return True

    async def _purchases(self, question: Question) -> tuple[Purchase, ...]:
        async with self._books.database.reading() as connection:
            found = await Purchases(connection).of(question.account, LATEST)
        return tuple(each for each in found if each.platform == question.platform)

    async def _case(self, question: Question, *, is_known: bool) -> Case:
        now = self._books.now()
        charge = question.charge or "of no number"
        looked = "its record shows nothing more" if is_known else "its record was not to be had"
        async with self._books.till() as till:
            account = await till.standing(question.account)
            case = Case(
                id=self._books.ids.new(now),
                kind=CASE_KIND,
                about=account,
                account=account,
                words=f"says that a payment {charge} on {question.platform} brought nothing; "
                f"{looked}",
                opened_at=now,
            )
            return await till.open_case(case)


def _finding(before: tuple[Purchase, ...], after: tuple[Purchase, ...]) -> Finding:
    given = {each.id for each in before if each.state is State.CREDITED}
    now = {each.id for each in after if each.state is State.CREDITED}
    if now - given:
        return Finding.GIVEN_NOW
    return Finding.GIVEN_BEFORE if now else Finding.NOTHING_PAID
