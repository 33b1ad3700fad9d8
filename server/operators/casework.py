"""Casework: whoever paid for nothing or asks something waits for an operator, who has a name.

An operator claims a case, answers as often as need be, and closes it; others leave it to him,
unless they take it over.
"""

from typing import Annotated, Final, NamedTuple
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.inbox import AnyTold, CaseAnswered, CaseClosed, Posted, to
from server.operators.staff import reason, require
from server.purchases.till import CASE_KIND as PAYMENT
from server.requests import require_words
from server.storage.accounts import Accounts
from server.storage.case_letters import CaseLetters, Outgoing
from server.storage.case_queue import CaseQueue, Said, Waiting, Wanted
from server.storage.cases import Case
from server.storage.clock import Clock
from server.storage.commits import Hint
from server.storage.database import Database
from server.storage.feeds import post
from server.storage.operators import Act, ActLog, Operator, Role
from server.storage.purchases import Purchase, Purchases

SUPPORT: Final = "support"
KINDS: Final = (PAYMENT, SUPPORT)
"""Those that are worked off here; disputes have a bench of their own."""
LONGEST: Final = 2_000

Words = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]

_PURCHASES: Final = 20


class CaseFile(msgspec.Struct, frozen=True):
    """A case with all that was said, and what its person has bought of late."""

    case: Case
    said: tuple[Said, ...]
    purchases: tuple[Purchase, ...]


class Bench(NamedTuple):
    """What casework stands on; `posted` takes the hints of what was told in inboxes."""

    database: Database
    clock: Clock
    posted: Posted


class Casework:
    """The use cases of operators."""

    def __init__(self, bench: Bench) -> None:
        self._database, self._clock, self._posted = bench

    async def waiting(self, by: Operator, wanted: Wanted, limit: int) -> list[Waiting]:
        """The queue: VIPs first, then who has waited longest."""
        require(by, Role.MODERATOR)
        async with self._database.reading() as tx:
            return await CaseQueue(tx).waiting(wanted, self._clock.now(), limit)

    async def file(self, by: Operator, case: UUID) -> CaseFile:
        """All about one case; raises `CaseNotFound`."""
        require(by, Role.MODERATOR)
        async with self._database.reading() as tx:
            found = await CaseQueue(tx).get(case)
            said = await CaseQueue(tx).talk(case)
            bought: list[Purchase] = []
            if found.account is not None:
                person = await Accounts(tx).get(found.account)
                bought = await Purchases(tx).of(person.id, _PURCHASES)
        return CaseFile(found, tuple(said), tuple(bought))

    async def claim(self, by: Operator, case: UUID, why: str, *, over: bool = False) -> Case:
        """Make a case one's own; `over` takes it from another operator.

        Raises `CaseNotFound`, `CaseTaken`, `NoReason`.
        """
        require(by, Role.MODERATOR)
        async with self._database.transaction() as tx:
            claimed = await CaseQueue(tx).claim(case, by.name, self._clock.now(), over=over)
            await self._note(tx, by, claimed, ("case.claim", why))
        return claimed

    async def answer(self, by: Operator, case: UUID, words: str) -> Case:
        """Answer, by mail too where a letter came; what nobody has claimed is one's own by that.

        Raises the same.
        """
        require(by, Role.MODERATOR)
        require_words(words=words)
        given, now = " ".join(words.split()), self._clock.now()
        async with self._database.transaction() as tx:
            queue = CaseQueue(tx)
            claimed = await queue.claim(case, by.name, now)
            await queue.say(case, Said(now, by.name, given))
            await queue.answered(case, now)
            await self._note(tx, by, claimed, ("case.answer", "answered"))
            hints = await self._tell(tx, claimed, CaseAnswered(case, by.name, given))
            if (sender := claimed.sender) is not None:
                letter = Outgoing(
                    case_id=case, recipient=sender, at=now, words=given, agent=by.name
                )
                await CaseLetters(tx).add(letter)
            answered = await queue.get(case)
        self._posted(hints)
        return answered

    async def close(self, by: Operator, case: UUID, why: str) -> Case:
        """Close a case that is one's own or nobody's; raises the same."""
        require(by, Role.MODERATOR)
        now = self._clock.now()
        async with self._database.transaction() as tx:
            await CaseQueue(tx).claim(case, by.name, now)
            closed = await CaseQueue(tx).close(case, by.name, now)
            await self._note(tx, by, closed, ("case.close", why))
            hints = await self._tell(tx, closed, CaseClosed(case))
        self._posted(hints)
        return closed

    async def _tell(self, tx: AsyncConnection, case: Case, told: AnyTold) -> list[Hint]:
        """Tell the person in his inbox, if we know who he is."""
        if case.account is None:
            return []
        person = await Accounts(tx).get(case.account)
        return await post(tx, [to(person.id, told)], self._clock.now())

    async def _note(
        self, tx: AsyncConnection, by: Operator, case: Case, deed: tuple[str, str]
    ) -> None:
        act, why = deed
        await ActLog(tx).add(
            Act(
                at=self._clock.now(),
                operator=by.name,
                act=act,
                why=reason(why),
                subject=case.account or case.id,
                details=msgspec.json.encode({"case": case.id, "kind": case.kind}).decode(),
            )
        )
