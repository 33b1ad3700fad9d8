"""The verbs of the socket but those of tables and of play: name, shape and handler together.

A verb parses into a typed value, calls one use case and renders the result.
"""

from abc import abstractmethod
from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec

from server.chat.refusals import LISTENING
from server.codes import Code
from server.limits import TooManyTopics
from server.storage.ids import Millis
from server.ws.messages import Frame, Topic
from server.ws.topics import key_of, unwatch, watch

if TYPE_CHECKING:
    from server.ws.connection import Connection

TOPICS = 32
"""Topics that one socket may watch."""


class Verb(Frame, frozen=True):
    """What a signed-in person may ask for."""

    raises: ClassVar[tuple[Code, ...]] = ()
    """The codes of its own refusals."""

    @abstractmethod
    async def answer(self, caller: "Connection") -> msgspec.Struct:
        """Do it, and say what to answer; a refusal is an exception."""


class Nothing(msgspec.Struct, frozen=True):
    """Done, and no more to say."""


class Watching(msgspec.Struct, frozen=True):
    """The number of the last commit or entry that one may see; -1 while there is none."""

    topic: Topic
    seq: int


class Watch(Verb, frozen=True):
    """Follow a topic: all that is numbered above ``after``, the past first.

    With ``after`` left out a match is told from its beginning, any other topic from now on.
    """

    raises: ClassVar = (
        Code.MATCH_NOT_FOUND,
        Code.NOT_FOR_SPECTATORS,
        Code.TOO_FAR_BEHIND,
        Code.TOO_MANY_TOPICS,
        *LISTENING,
    )

    topic: Topic
    after: Annotated[int, msgspec.Meta(ge=-1, le=2**31 - 1)] | None = None

    async def answer(self, caller: "Connection") -> Watching:
        """Begin to watch, and send what was missed."""
        if key_of(self.topic, caller) not in caller.watched and len(caller.watched) >= TOPICS:
            raise TooManyTopics
        key, seq = await watch(self.topic, self.after, caller)
        caller.watched |= {key}
        return Watching(self.topic, seq)


class Unwatch(Verb, frozen=True):
    """Stop following."""

    topic: Topic

    async def answer(self, caller: "Connection") -> Nothing:
        """Stop; what was not watched is no fault."""
        caller.watched -= {await unwatch(self.topic, caller)}
        return Nothing()


class Time(msgspec.Struct, frozen=True):
    """The server's clock."""

    now: Millis


class Ping(Verb, frozen=True):
    """Ask for the server's time."""

    async def answer(self, caller: "Connection") -> Time:
        """Tell it."""
        return Time(caller.services.clock.now())
