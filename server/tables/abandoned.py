"""What becomes of offers and searches whose people are gone, or which stand for too long."""

import asyncio
from collections.abc import Collection, Iterable
from typing import Final
from uuid import UUID

from server.people.barring import require_unbarred
from server.people.refusals import BarredFromStakes
from server.storage.conduct import Conducts
from server.storage.ids import Millis
from server.storage.news import seated_unagreed
from server.storage.rematches import Rematches
from server.storage.sanctions import Sanctions
from server.storage.seekers import Seekers
from server.storage.tables import Tables
from server.tables.closing import close
from server.tables.hall import Hall
from server.tables.sitting import get_up

STANDS_FOR: Final = 24 * 60 * 60 * 1000
"""An offer is closed after so many milliseconds, whoever is there."""
_EVERY: Final = 1.0
_OLD_EVERY: Final = 60_000


class Abandoned:
    """Clears up after people; ``play.Attendance`` says who is gone."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._old_at: Millis = 0

    async def vanished(self, accounts: Collection[UUID]) -> None:
        """These have no live socket: nobody shall be paired with them, now or for a rematch."""
        async with self._hall.act() as act:
            await Seekers(act.tx).remove(*accounts)
            await Rematches(act.tx).drop_of(accounts)

    async def seated_among(self, accounts: Collection[UUID]) -> set[UUID]:
        """Which of these have a seat at an open table."""
        async with self._hall.database.reading() as connection:
            return await Tables(connection).seated_among(accounts)

    async def leave_tables(self, account: UUID, until: Millis) -> None:
        """Take somebody from all open tables that were opened up to that moment, and out of the
        search for an opponent.
        """
        async with self._hall.act() as act:
            await Seekers(act.tx).remove(account)
        async with self._hall.database.reading() as connection:
            left = await Tables(connection).open_of(account)
        for table in left:
            if table.created_at > until:
                continue
            async with self._hall.act() as act:
                await get_up(act, await Tables(act.tx).locked(table.id), account)

    async def round(self) -> None:
        """Look for what must not stand any more, every second; the body of a ``Loop``."""
        now = self._hall.clock.now()
        if now >= self._old_at:
            self._old_at = now + _OLD_EVERY
            await self.close_old()
            await self.close_unoffered()
            await self.unseat_barred()
            await self.unseat_unagreed()
        await self.unseat_unwelcome()
        await asyncio.sleep(_EVERY)

    async def unseat_unwelcome(self) -> None:
        """Take those who must wait, or are banned, from tables that they came to before that."""
        now = self._hall.clock.now()
        async with self._hall.database.reading() as connection:
            waiting = await Conducts(connection).seated_while_waiting(now)
            banned = await Sanctions(connection).at_tables_while_banned(now)
        for account in {*waiting, *banned}:
            await self.leave_tables(account, now)

    async def unseat_barred(self) -> None:
        """Take those from tables for coins who, as it has become known, may not play there."""
        terms, now = self._hall.settings.stakes, self._hall.clock.now()
        if not terms.bars:
            return
        barred = []
        async with self._hall.database.reading() as connection:
            for table in await Tables(connection).staked():
                for account in table.seats:
                    try:
                        await require_unbarred(connection, account, terms, now)
                    except BarredFromStakes:
                        barred.append((table.id, account))
        for here, account in barred:
            async with self._hall.act() as act:
                await get_up(act, await Tables(act.tx).locked(here), account)

    async def unseat_unagreed(self) -> None:
        """Take those from tables who came before the rules of play changed, until they accept."""
        version, now = self._hall.settings.terms.version, self._hall.clock.now()
        async with self._hall.database.reading() as connection:
            unagreed = await seated_unagreed(connection, version) if version else []
        for account in unagreed:
            await self.leave_tables(account, now)

    async def close_old(self) -> None:
        """Close what has stood for a day."""
        async with self._hall.database.reading() as connection:
            old = await Tables(connection).older_than(self._hall.clock.now() - STANDS_FOR)
        await self._close(old)

    async def close_unoffered(self) -> None:
        """Close what is played by a rule set or a form that the operator has switched off."""
        off = self._hall.settings.tables
        async with self._hall.database.reading() as connection:
            unoffered = await Tables(connection).played_by(off.rules_off, off.forms_off)
        await self._close(unoffered)

    async def _close(self, unwanted: Iterable[UUID]) -> None:
        for table in unwanted:
            async with self._hall.act() as act:
                found = await Tables(act.tx).locked(table)
                await close(act, found)
