"""The verbs of the socket but those of play: name, shape and handler together.

A verb parses into a typed value, calls one use case and renders the result.
"""

from abc import abstractmethod
from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import msgspec

from game.conventions import ConventionsAsked, resolve
from server.limits import TooManyTopics
from server.storage.ids import Millis
from server.tables.views import TableView
from server.ws.messages import Frame, Topic

if TYPE_CHECKING:
    from server.ws.connection import Connection

TOPICS = 32
"""Matches that one socket may watch."""


class Verb(Frame, frozen=True):
    """What a signed-in person may ask for."""

    @abstractmethod
    async def answer(self, caller: "Connection") -> msgspec.Struct:
        """Do it, and say what to answer; a refusal is an exception."""


class Nothing(msgspec.Struct, frozen=True):
    """Done, and no more to say."""


class Watching(msgspec.Struct, frozen=True):
    """The number of the last commit; -1 while the match has none."""

    topic: Topic
    seq: int


class Watch(Verb, frozen=True):
    """Follow a match, or a table until its match begins: all commits with ``seq > after``."""

    topic: Topic
    after: Annotated[int, msgspec.Meta(ge=-1, le=2**31 - 1)] = -1

    async def answer(self, caller: "Connection") -> Watching:
        """Begin to watch, and send what was missed."""
        match = _match_of(self.topic)
        if match not in caller.watched and len(caller.watched) >= TOPICS:
            raise TooManyTopics
        seq = await caller.services.desk.watch(match, self.after, caller)
        caller.watched |= {match}
        return Watching(self.topic, seq)


class Unwatch(Verb, frozen=True):
    """Stop following."""

    topic: Topic

    async def answer(self, caller: "Connection") -> Nothing:
        """Stop; what was not watched is no fault."""
        match = _match_of(self.topic)
        caller.services.desk.unwatch(match, caller)
        caller.watched -= {match}
        return Nothing()


class AtTable(msgspec.Struct, frozen=True):
    """The table as it is now."""

    table: TableView


class OpenTable(Verb, frozen=True):
    """Offer a match on these conventions, and take the first seat."""

    conventions: ConventionsAsked

    async def answer(self, caller: "Connection") -> AtTable:
        """Open the table."""
        table = await caller.services.lobby.open(caller.account, resolve(self.conventions))
        return AtTable(TableView.of(table))


class Sit(Verb, frozen=True):
    """Take the free seat of a table; the last seat begins the match."""

    table: UUID

    async def answer(self, caller: "Connection") -> AtTable:
        """Sit down."""
        return AtTable(TableView.of(await caller.services.seating.sit(self.table, caller.account)))


class CloseTable(Verb, frozen=True):
    """Withdraw one's own offer."""

    table: UUID

    async def answer(self, caller: "Connection") -> AtTable:
        """Close the table."""
        return AtTable(TableView.of(await caller.services.lobby.close(self.table, caller.account)))


class Time(msgspec.Struct, frozen=True):
    """The server's clock."""

    now: Millis


class Ping(Verb, frozen=True):
    """Ask for the server's time."""

    async def answer(self, caller: "Connection") -> Time:
        """Tell it."""
        return Time(caller.services.clock.now())


def _match_of(topic: str) -> UUID:
    return UUID(topic.removeprefix("match:"))
