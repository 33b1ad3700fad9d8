"""Who hears what: people whom one keeps away are not heard, nor talk that one has switched off.

A process knows both for everybody who listens here, and looks again every few seconds for what
was changed in another process.
"""

import asyncio
from typing import TYPE_CHECKING, Final
from uuid import UUID
from weakref import WeakValueDictionary

import msgspec

from server.chat.messages import AnyRoomEvent, Said, Withheld
from server.chat.rooms import Room
from server.storage.database import Database
from server.storage.friends import Blocks
from server.storage.preferences import Preferences, preferences_of

if TYPE_CHECKING:
    from server.play.orders import Viewer

EVERY: Final = 5.0
"""Seconds between two looks for what another process has changed."""

_read = msgspec.json.Decoder(AnyRoomEvent).decode
_WITHHELD: Final = msgspec.json.encode(Withheld())
_TOLD: Final = b',"told":'


class Ear(msgspec.Struct, weakref=True):
    """What one person wants to hear; his listeners hold it, and with the last of them it goes."""

    wants: Preferences
    blocked: frozenset[UUID]


class Hearing:
    """The ears of this process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._ears: WeakValueDictionary[UUID, Ear] = WeakValueDictionary()

    async def listener(self, room: Room, viewer: "Viewer") -> "Listener":
        """Somebody who comes to listen."""
        ear = self._ears.get(viewer.account)
        if ear is None:
            ear = await self._look(viewer.account)
            ear = self._ears.setdefault(viewer.account, ear)
        return Listener(room, viewer, ear)

    async def look_again(self, account: UUID) -> None:
        """Somebody has changed what he wants to hear."""
        ear = self._ears.get(account)
        if ear is not None:
            fresh = await self._look(account)
            ear.wants, ear.blocked = fresh.wants, fresh.blocked

    async def round(self) -> None:
        """Look again for everybody; the body of a ``Loop``."""
        await asyncio.sleep(EVERY)
        for account in list(self._ears):
            await self.look_again(account)

    async def _look(self, account: UUID) -> Ear:
        async with self._database.reading() as tx:
            return Ear(await preferences_of(tx, account), await Blocks(tx).of(account))


class Listener:
    """Stands between a room and a viewer, and is that viewer to all who look for him."""

    __slots__ = ("_ear", "_room", "_viewer", "account", "wants_plays")

    def __init__(self, room: Room, viewer: "Viewer", ear: Ear) -> None:
        self._room = room
        self._viewer = viewer
        self._ear = ear
        self.account = viewer.account
        self.wants_plays = False

    def push(self, frame: bytes) -> None:
        """Pass on what he wants to hear; of the rest that there was something, and its number."""
        self._viewer.push(frame if self._wants(frame) else _withheld(frame))

    async def drained(self) -> None:
        """Wait until there is room for more."""
        await self._viewer.drained()

    def _wants(self, frame: bytes) -> bool:
        if not self._room.is_on(self._ear.wants):
            return False
        if not self._ear.blocked:
            return True
        said = _read(frame[frame.index(_TOLD) + len(_TOLD) : -1])
        return not isinstance(said, Said) or said.by.id not in self._ear.blocked

    def __hash__(self) -> int:
        return hash(self._viewer)

    def __eq__(self, other: object) -> bool:
        return self._viewer is (other._viewer if isinstance(other, Listener) else other)


def _withheld(frame: bytes) -> bytes:
    return b"%s%s}" % (frame[: frame.index(_TOLD) + len(_TOLD)], _WITHHELD)
