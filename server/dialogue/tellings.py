"""What happens to somebody while he looks away: his feeds, told to him in his chat, each once.

The row of a person says how far he was told, so that a restart tells nothing twice and loses
nothing.
"""

from typing import Final, NamedTuple

import msgspec

from server.inbox import AnyTold
from server.storage.chat_persons import ChatPerson, ChatPersons, Heard, Untold
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.feeds import FeedLog, TooFarBehind
from server.storage.ids import Millis
from server.tables.events import AnyTableEvent

TOLD_WITHIN: Final[Millis] = 15_000
PAGE: Final = 50

_table_event = msgspec.json.Decoder(AnyTableEvent)
_inbox_entry = msgspec.json.Decoder(AnyTold)


class Telling(NamedTuple):
    """All that one person is to be told, in order; and how far that goes."""

    who: ChatPerson
    tables: tuple[AnyTableEvent, ...]
    inbox: tuple[AnyTold, ...]
    tables_seq: int
    inbox_seq: int


class Tellings:
    """The use case, for one bot."""

    def __init__(self, database: Database, clock: Clock, bot: str) -> None:
        self._database = database
        self._clock = clock
        self._bot = bot
        self._log = FeedLog(database)

    async def claim(self, limit: int) -> list[Telling]:
        """Take up those who are to be told something."""
        now = self._clock.now()
        async with self._database.transaction() as tx:
            untold = await ChatPersons(tx, self._bot).claim_untold(now, now + TOLD_WITHIN, limit)
        return [await self._telling(each) for each in untold]

    async def told(self, telling: Telling) -> None:
        """He was told."""
        async with self._database.transaction() as tx:
            await ChatPersons(tx, self._bot).told(
                telling.who.person, telling.tables_seq, telling.inbox_seq
            )

    async def _telling(self, untold: Untold) -> Telling:
        tables, tables_seq = await self._entries(untold.tables)
        inbox, inbox_seq = await self._entries(untold.inbox)
        return Telling(
            who=untold.who,
            tables=tuple(map(_table_event.decode, tables)),
            inbox=tuple(map(_inbox_entry.decode, inbox)),
            tables_seq=tables_seq,
            inbox_seq=inbox_seq,
        )

    async def _entries(self, heard: Heard) -> tuple[list[bytes], int]:
        """What a feed tells after that; nothing of what is too long ago."""
        try:
            entries = await self._log.read(heard.feed, heard.seq, PAGE)
        except TooFarBehind:
            return [], await self._log.head(heard.feed)
        return [each.told for each in entries], entries[-1].seq if entries else heard.seq
