"""What a bot hears is kept before it is answered, and handled in each chat's own order.

Whichever process heard it, any process of the bot may handle it; one that dies leaves it to the
others after a while. So it may be handled twice, and what is done for it has its own name. Once it
is done, what is to be answered is kept, and what the next words of its chat are for is remembered
in the same moment: so a repeat means the same, and says the same.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from server.storage.chat_persons import ChatPersons
from server.storage.chat_updates import ChatUpdates, Update
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Millis

CLAIMED_FOR: Final[Millis] = 30_000
"""So long nobody else takes up an update that is being handled."""
MOST_WAITING: Final = 30
"""So many of one chat may wait; what comes beyond is not kept."""
MOST_TRIES: Final = 5
"""An update that fails so often is a fault of ours: it is logged, and the chat goes on."""

__all__ = ["CLAIMED_FOR", "MOST_TRIES", "MOST_WAITING", "Asked", "Kept", "Update", "Updates"]


class Asked(NamedTuple):
    """What the next words of a person are for; none: for a move or a command."""

    person: int
    what: str | None


class Kept(StrEnum):
    """What became of an update that came in."""

    NEW = "new"
    KNOWN = "known"
    FLOODED = "flooded"


class Updates:
    """The use case, for one bot."""

    def __init__(self, database: Database, clock: Clock, bot: str) -> None:
        self._database = database
        self._clock = clock
        self._bot = bot

    async def keep(self, update: int, chat: int, body: bytes) -> Kept:
        """Keep an update, once; raises ``Unavailable``: then it is to come again."""
        now = self._clock.now()
        async with self._database.transaction() as tx:
            updates = ChatUpdates(tx, self._bot)
            if await updates.waiting(chat) >= MOST_WAITING:
                return Kept.FLOODED
            is_new = await updates.keep(Update(update, chat, body), now)
        return Kept.NEW if is_new else Kept.KNOWN

    async def claim(self, limit: int) -> list[Update]:
        """Take up the oldest of each chat that nobody handles."""
        now = self._clock.now()
        async with self._database.transaction() as tx:
            return await ChatUpdates(tx, self._bot).claim(now, now + CLAIMED_FOR, limit)

    async def answered(self, update: int, answers: bytes, asked: Asked | None) -> None:
        """What it asked for is done: keep what is to be said, and what is asked back."""
        async with self._database.transaction() as tx:
            await ChatUpdates(tx, self._bot).answered(update, answers)
            if asked is not None:
                await ChatPersons(tx, self._bot).change(asked.person, asked=asked.what)

    async def done(self, update: int) -> None:
        """It was handled."""
        async with self._database.transaction() as tx:
            await ChatUpdates(tx, self._bot).done(update, self._clock.now())

    async def put_off(self, update: int, wait: Millis, *, blameless: bool = False) -> None:
        """Let it, and its chat, wait so long; `blameless`: it was not tried at all."""
        until = self._clock.now() + wait
        async with self._database.transaction() as tx:
            await ChatUpdates(tx, self._bot).put_off(update, until, blameless=blameless)
