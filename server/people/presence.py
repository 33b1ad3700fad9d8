"""Who is online: counted for everybody, listed by nick, searched for."""

import asyncio
from typing import Final
from uuid import UUID

from server.accounts.nick import skeleton
from server.named import Named
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.names import Found, Names
from server.storage.online import Counted, Online

FRESH: Final = 2_000
"""For so many milliseconds a count serves all who ask this process."""


class Whereabouts:
    """The use case. A lost process is noticed within ten seconds, a lost socket within fifteen."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._counted: Counted | None = None
        self._counted_at: Millis = 0
        self._counting = asyncio.Lock()

    async def count(self) -> Counted:
        """How many are online."""
        async with self._counting:
            now = self._clock.now()
            if self._counted is None or now - self._counted_at > FRESH:
                async with self._database.reading() as tx:
                    self._counted = await Online(tx, now).count()
                self._counted_at = now
            return self._counted

    async def page(self, limit: int, after: UUID | None) -> list[Named]:
        """Who is online, by id."""
        async with self._database.reading() as tx:
            return await Online(tx, self._clock.now()).page(limit, after)

    async def search(self, nick: str, limit: int, after: str | None) -> list[Found]:
        """Whose nick begins so, look-alike letters counting as the same."""
        if not (key := skeleton(nick)):
            return []
        async with self._database.reading() as tx:
            return await Names(tx).beginning(key, limit, after)
