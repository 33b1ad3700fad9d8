"""What a VK community hears: kept once by the name that VK gives it, in the order it came.

VK's events have names and no numbers, so each gets a number of ours on the way in; whichever of
our processes takes it in, a repeat is known by its name.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from platforms.vk.messages import (
    FIRST_GROUP_CHAT,
    Clicked,
    Happening,
    Joined,
    Left,
    Wrote,
    happening,
    name_of,
    read_event,
    without_ref,
)
from server.dialogue.updates import MOST_WAITING, Kept
from server.storage.chat_events import ChatEvents
from server.storage.chat_updates import ChatUpdates, Update
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Millis

BOT: Final = "vk"
LINK_LASTS: Final[Millis] = 3_600_000
"""So long a link is followed but once."""
_IN_A_MILLISECOND: Final = 20
"""Bits for what comes within one."""

__all__ = [
    "BOT",
    "FIRST_GROUP_CHAT",
    "Clicked",
    "CommunityUpdates",
    "Happening",
    "Heard",
    "Joined",
    "Left",
    "Wrote",
    "heard",
]


class Heard(NamedTuple):
    """What happened in a chat, and the event's name."""

    name: str
    what: Happening


def heard(body: bytes, group: int) -> Heard | None:
    """Read an event; none where it concerns no chat of ours. Never raises."""
    event = read_event(body)
    what = None if event is None else happening(event, group)
    return None if event is None or what is None else Heard(name_of(event), what)


def nobody() -> None:
    """Whoever answers looks for himself."""


class CommunityUpdates:
    """The use case, for one community."""

    def __init__(self, database: Database, clock: Clock, group: int) -> None:
        self._database = database
        self._clock = clock
        self._group = group
        self._last = 0
        self.came: Callable[[], None] = nobody
        """Called for each event that is to be answered."""

    async def keep(self, body: bytes) -> Kept | None:
        """Keep an event, once; none where it concerns no chat. Raises ``Unavailable``."""
        found = heard(body, self._group)
        if found is None:
            return None
        now, peer = self._clock.now(), found.what.peer
        async with self._database.transaction() as tx:
            updates = ChatUpdates(tx, BOT)
            if await updates.waiting(peer) >= MOST_WAITING:
                return Kept.FLOODED
            if not await ChatEvents(tx, BOT).note(found.name, now):
                return Kept.KNOWN
            if isinstance(found.what, Wrote) and await self._came_before(tx, found.what, now):
                body = without_ref(body)
            await updates.keep(Update(self._number(now), peer, body), now)
        self.came()
        return Kept.NEW

    async def _came_before(self, tx: AsyncConnection, wrote: Wrote, now: Millis) -> bool:
        """Whether somebody wrote by this link a while ago, and writes on.

        VK says nowhere for how many messages it tells of a link, and only the first is about it.
        """
        if wrote.ref is None or wrote.payload is not None or not wrote.text:
            return False
        link = sha256(wrote.ref.encode(errors="replace")).hexdigest()[:32]
        name = f"ref:{wrote.peer}:{link}:{now // LINK_LASTS}"
        return not await ChatEvents(tx, BOT).note(name, now)

    async def heard(self) -> str | None:
        """How far the long poll was listened to."""
        async with self._database.reading() as tx:
            return await ChatEvents(tx, BOT).position()

    async def remember(self, ts: str) -> None:
        """Remember how far it was listened to."""
        async with self._database.transaction() as tx:
            await ChatEvents(tx, BOT).listened(ts)

    def _number(self, now: Millis) -> int:
        """A number greater than all before it."""
        self._last = max(self._last + 1, now << _IN_A_MILLISECOND)
        return self._last
