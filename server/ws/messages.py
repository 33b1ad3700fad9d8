"""The shapes on the socket: what clients send, what they are answered, what is pushed to them.

``docs/protocol.md`` is generated from these types. Unknown members of a client's frame are
skipped; all others are strictly typed.
"""

from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from game.vocabulary import snake
from server.chat.rooms import PATTERN
from server.errors import WireError
from server.storage.ids import Millis

PROTOCOL = 1
"""The version of the protocol that this server speaks."""

FrameId = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""The client's own number for a frame; the answer repeats it."""
Turn = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
"""The number of the decision that a command answers."""
PointNumber = Annotated[int, msgspec.Meta(ge=0, le=25)]
"""A point as the mover counts: 1 to 24, the bar 25, off 0."""
# Python's `$` also matches before a last line feed, hence the `(?!\n)`.
_UUID = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_TOPIC = rf"^(match:{_UUID}|lobby|tournaments|tables|inbox|{PATTERN})$(?!\n)"
Topic = Annotated[str, msgspec.Meta(pattern=_TOPIC)]
"""What one may watch: ``match:<uuid>``, of a table or of its match; ``lobby``; ``tournaments``;
``tables``; ``inbox``; and the rooms of talk.
"""
RoomTopic = Annotated[str, msgspec.Meta(pattern=rf"^{PATTERN}$(?!\n)")]
"""A room: ``chat:lobby:ru``, ``chat:table:<uuid>``, ``chat:spectators:<uuid>``, or
``chat:direct:<uuid>:<uuid>`` with the smaller id first.
"""
CommandId = Annotated[
    str, msgspec.Meta(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$(?!\n)")
]
"""The client's own UUID for a command, in lower case."""
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
"""A SHA-256 in lower-case hex."""
Seed = Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{2}){1,64}$(?!\n)")]
"""A dice seed: 1 to 64 bytes in lower-case hex."""


class Frame(msgspec.Struct, frozen=True, tag_field="do", tag=snake):
    """The base of all that a client sends; not one itself."""

    id: FrameId


class Hello(Frame, frozen=True):
    """The first frame, within five seconds: who is there.

    ``plays`` says whether the legal plays are wanted with every roll.
    """

    token: str
    plays: Literal["list", "none"] = "list"
    protocol: int = PROTOCOL


HELLO = snake(Hello.__name__)


class Done(msgspec.Struct, frozen=True):
    """The answer to a frame that was done. ``ok`` is of the type that its verb names."""

    re: int
    ok: Any


class Failed(msgspec.Struct, frozen=True):
    """The answer to a frame that was refused: nothing changed.

    ``re`` is null when the frame had no id that could be read.
    """

    re: int | None
    error: WireError


class Push(msgspec.Struct, frozen=True, omit_defaults=True):
    """A commit of a watched match, in the order of ``seq``, without holes.

    ``plays``: only to who must play now, each distinct legal play once, as ordered steps.
    """

    topic: Topic
    seq: int
    commit: "CommitView"
    plays: tuple[tuple[tuple[PointNumber, PointNumber], ...], ...] | None = None


class FeedPush(msgspec.Struct, frozen=True):
    """An entry of a watched topic that is no match, in the order of ``seq``, without holes."""

    topic: Topic
    seq: int
    at: Millis
    told: Any


class CommitView(msgspec.Struct, frozen=True):
    """What one command did, kept whole: its events, and the hash of the state after it."""

    at: Millis
    actor: UUID | None
    command_id: str
    events: tuple[Any, ...]
    hash: Digest
