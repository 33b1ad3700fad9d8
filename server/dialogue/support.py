"""Questions to the people who run the service: cases, which operators answer by name."""

import asyncio
from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.limits import Meters
from server.requests import require_words
from server.storage.accounts import Accounts
from server.storage.case_queue import CaseQueue, Said
from server.storage.cases import Case, Cases
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Ids, Millis
from server.storage.vip import VipGrants

KIND: Final = "support"
LONGEST: Final = 1000
APP: Final = "app"
BOT: Final = "bot"

_PER_SECOND: Final = 1 / 20
_BURST: Final = 5


class Talk(msgspec.Struct, frozen=True):
    """A case and all that was said about it, in order."""

    case: Case
    said: tuple[Said, ...]


class Support:
    """The use cases. Of one person one case is open at a time; what he says more goes into it."""

    def __init__(self, database: Database, clock: Clock, ids: Ids) -> None:
        self._database = database
        self._clock = clock
        self._ids = ids
        self._meters = Meters(_PER_SECOND, _BURST)

    async def ask(self, account: UUID, words: str) -> UUID:
        """Ask in a chat; the number of the case."""
        return (await self._open(account, words, BOT)).case.id

    async def open(self, account: UUID, words: str) -> Talk:
        """Ask in the app; the case is the receipt. Raises `TooFast`."""
        self._meters.take(str(account), asyncio.get_running_loop().time())
        return await self._open(account, words, APP)

    async def own(self, account: UUID, limit: int, before: UUID | None) -> list[Talk]:
        """Somebody's cases of every kind, the newest first."""
        async with self._database.reading() as tx:
            person = (await Accounts(tx).get(account)).id
            found = await CaseQueue(tx).of(person, limit, before=before)
            return [Talk(each, tuple(await CaseQueue(tx).talk(each.id))) for each in found]

    async def _open(self, account: UUID, words: str, channel: str) -> Talk:
        """Open a case or go on with the one that is open; the same words again add nothing."""
        require_words(words=words)
        now, given = self._clock.now(), words[:LONGEST]
        async with self._database.transaction() as tx:
            person = (await Accounts(tx).get(account)).id
            fresh = Case(
                id=self._ids.new(now),
                kind=KIND,
                about=person,
                account=person,
                words=given,
                opened_at=now,
                channel=channel,
                agent=await usual_agent(tx, person, now),
            )
            case = await Cases(tx).open(fresh)
            said = await CaseQueue(tx).talk(case.id)
            own = [each.words for each in said if each.operator is None]
            if own[-1:] != [given]:
                await CaseQueue(tx).say(case.id, Said(now, None, given))
            return Talk(case, tuple(await CaseQueue(tx).talk(case.id)))


async def usual_agent(tx: AsyncConnection, person: UUID, now: Millis) -> str | None:
    """A VIP is answered by whoever answered him last, while that one works here."""
    if await VipGrants(tx).until(person) <= now:
        return None
    return await CaseQueue(tx).last_agent(person)
