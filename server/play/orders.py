"""What the edge hands to the desk, and what it gets back."""

from collections.abc import Callable
from typing import ClassVar, Protocol
from uuid import UUID

import msgspec

from game.commands import AnyCommand
from game.vocabulary import Millis

SERVICE_SEAT = -1
"""What ``Order.make`` gets when the service itself asks: its commands name their seat or none."""


class Order(msgspec.Struct, frozen=True):
    """One command: of a verified person (``actor``), or of the service itself (no actor).

    ``make`` gets the seat that the person holds in this match, and gives the command. A repeat of
    ``command_id`` by the same person gets the recorded outcome and does nothing more.
    ``allowance`` is what the network is reckoned to have cost, in milliseconds. ``rung`` marks the
    answer to a claimed alarm, which sets the match's alarm row exactly.
    """

    stream: UUID
    actor: UUID | None
    command_id: str
    make: Callable[[int], AnyCommand]
    received_at: Millis
    allowance: Millis = Millis(0)
    rung: bool = False


class Recorded(msgspec.Struct, frozen=True):
    """The commit that holds a command's outcome; ``turn`` is the decision open after it."""

    seq: int
    turn: int | None
    repeated: bool = False


class Viewer(Protocol):
    """Somebody who listens to a match. ``push`` never blocks: a full listener closes itself."""

    account: UUID
    wants_plays: bool

    def push(self, frame: bytes) -> None:
        """Send one frame, or give up on this listener."""

    async def drained(self) -> None:
        """Wait until there is room for more; used between the pages of a long replay."""


class PlayRefused(Exception):
    """A command that never reached the rules."""

    code: ClassVar[str] = "play_refused"


class NotSeated(PlayRefused):
    """The person holds no seat in this match."""

    code = "not_seated"


class NotForSpectators(PlayRefused):
    """The table is closed to spectators."""

    code = "not_for_spectators"


class MailboxFull(PlayRefused):
    """Too many commands of this match wait already; try again."""

    code = "busy"


class CommandIdTaken(PlayRefused):
    """Somebody else's command has this id in this match."""

    code = "command_id_taken"
