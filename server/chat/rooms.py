"""Rooms, by the names of their topics, and who may listen and speak in which.

`chat:lobby:ru` is for everybody. `chat:table:<id>` is the players': whoever may watch the match
hears it, where coins are at stake only when spectators know its end. `chat:spectators:<id>` is for
those who watch; no player hears it before they know the end. `chat:direct:<id>:<id>` is for two
friends, the smaller id first.
"""

import re
from collections.abc import Collection
from enum import StrEnum
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from server.accounts.refusals import MembersOnly, NickNeeded
from server.chat.refusals import RoomClosed
from server.storage.accounts import Accounts
from server.storage.feeds import Feed
from server.storage.friends import Friends, Relation
from server.storage.jobs import Jobs
from server.storage.matches import Match, Matches, MatchNotFound
from server.storage.preferences import Preferences
from server.storage.table_guests import TableGuests
from server.storage.tables import Table, TableNotFound, Tables

_UUID: Final = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
PATTERN: Final = rf"chat:(?:lobby:[a-z]{{2}}|(?:table|spectators):{_UUID}|direct:{_UUID}:{_UUID})"
"""Of every topic that is a room."""


class RoomKind(StrEnum):
    """Whose room it is."""

    LOBBY = "lobby"
    TABLE = "table"
    SPECTATORS = "spectators"
    DIRECT = "direct"


class Room(NamedTuple):
    """A place where people talk; `parts` are the language, the table, or the two friends."""

    topic: str
    kind: RoomKind
    parts: tuple[str, ...]

    @classmethod
    def named(cls, topic: str) -> "Room":
        """The room of a topic; raises `RoomClosed` for what names none."""
        if not re.fullmatch(PATTERN, topic):
            raise RoomClosed(topic)
        _, kind, *parts = topic.split(":")
        if kind == RoomKind.DIRECT and not parts[0] < parts[1]:
            raise RoomClosed(topic)
        return cls(topic, RoomKind(kind), tuple(parts))

    @property
    def feed(self) -> Feed:
        """Under which its entries are numbered."""
        return Feed.of(self.topic)

    def other(self, account: UUID) -> UUID:
        """Of a direct room: the friend of this person; raises `RoomClosed` for a third one."""
        if str(account) not in self.parts:
            raise RoomClosed(self.topic)
        one, two = map(UUID, self.parts)
        return two if one == account else one

    def is_on(self, wanted: Preferences) -> bool:
        """Whether somebody who wants this would hear it."""
        match self.kind:
            case RoomKind.LOBBY:
                return wanted.lobby_chat
            case RoomKind.TABLE | RoomKind.SPECTATORS:
                return wanted.table_chat
            case RoomKind.DIRECT:
                return True


class Doorkeeper:
    """Says who may come in, and who may speak. Both raise `RoomClosed`, or that there is nothing
    to come into; who has no nick hears of that.
    """

    def __init__(self, tx: AsyncConnection, languages: Collection[str]) -> None:
        self._tx = tx
        self._languages = languages

    async def admit(self, room: Room, account: UUID) -> None:
        """Let somebody listen."""
        match room.kind:
            case RoomKind.LOBBY:
                if room.parts[0] not in self._languages:
                    raise RoomClosed(room.topic)
            case RoomKind.DIRECT:
                room.other(account)
            case RoomKind.TABLE:
                table = await self._require_in_sight(room, account)
                await self._require_no_news(room, table, account)
            case RoomKind.SPECTATORS:
                table = await self._require_in_sight(room, account)
                await self._require_apart(room, table, account)

    async def let_speak(self, room: Room, account: UUID) -> None:
        """Let somebody speak who may listen."""
        await self.admit(room, account)
        match room.kind:
            case RoomKind.LOBBY:
                person = await Accounts(self._tx).get(account)
                if person.nick is None:
                    raise MembersOnly if person.is_guest else NickNeeded
            case RoomKind.DIRECT:
                friends = Friends(self._tx)
                if await friends.relation(account, room.other(account)) is not Relation.FRIENDS:
                    raise RoomClosed(room.topic)
            case RoomKind.TABLE:
                if account not in (await Tables(self._tx).get(UUID(room.parts[0]))).seats:
                    raise RoomClosed(room.topic)
            case RoomKind.SPECTATORS:
                pass

    async def _require_in_sight(self, room: Room, account: UUID) -> Table:
        table = await Tables(self._tx).get(UUID(room.parts[0]))
        if account in table.seats:
            return table
        if table.private and not await TableGuests(self._tx).is_guest(table.id, account):
            raise TableNotFound(room.parts[0])
        if not table.spectators:
            raise RoomClosed(room.topic)
        return table

    async def _require_no_news(self, room: Room, table: Table, account: UUID) -> None:
        """Where coins are at stake spectators see the match late: what the players say of it
        would tell them before.
        """
        if not table.stake or account in table.seats:
            return
        try:
            match = await Matches(self._tx).get(table.id)
        except MatchNotFound as unborn:
            raise RoomClosed(room.topic) from unborn
        if not await self._is_known_to_end(match, table):
            raise RoomClosed(room.topic)

    async def _require_apart(self, room: Room, table: Table, account: UUID) -> None:
        """Keep players out until spectators know the end, and everybody before the match has
        begun: who listens then might still become a player.
        """
        try:
            match = await Matches(self._tx).get(table.id)
        except MatchNotFound as unborn:
            raise RoomClosed(room.topic) from unborn
        if account in match.players and not await self._is_known_to_end(match, table):
            raise RoomClosed(room.topic)

    async def _is_known_to_end(self, match: Match, table: Table) -> bool:
        """Whether the match has ended, and those who see it late have seen that."""
        if match.ended_at is None:
            return False
        return not table.stake or not await Jobs(self._tx).is_held_back(match.id)
