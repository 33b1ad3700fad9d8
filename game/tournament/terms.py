"""How a tournament is played, and the words that its commands, events and state share."""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from game.vocabulary import Millis

LARGEST: Final = 256
"""Entrants: as many as a round is drawn for at once."""
ENTRIES: Final = 5
"""So often one may enter one tournament: whoever came and went would write its log without end."""
REPLAYS: Final = 2
"""So often a meeting is called again whose match had no result; then nobody wins it."""
LATE: Final = 30_000
"""A ring so many milliseconds after it was due says that nobody was there to see who came."""


class System(StrEnum):
    """Who plays whom, and when one is out (rules, section 10)."""

    SWISS = "swiss"
    """Equals against equals; the second loss is out."""
    KNOCKOUT = "knockout"
    """By a bracket; a loss is out."""

    @property
    def lives(self) -> int:
        """The loss with which one is out."""
        return 2 if self is System.SWISS else 1


class TournamentPhase(StrEnum):
    """How far a tournament has come."""

    REGISTERING = "registering"
    """It is announced: people enter and withdraw."""
    PLAYING = "playing"
    OVER = "over"
    CANCELLED = "cancelled"


class DecisionCause(StrEnum):
    """Why a meeting ended as it did."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    """Who lost it had not come in time; or nobody had."""
    WITHDRAWN = "withdrawn"
    """Who lost it had withdrawn."""
    VOID = "void"
    """Its matches had no result, time after time."""


class CancelCause(StrEnum):
    """Why a tournament did not take place, or was broken off."""

    TOO_FEW = "too_few"
    OPERATOR = "operator"


class TournamentTerms(Struct, frozen=True, kw_only=True):
    """What is settled when a tournament is announced.

    With `starts_at` it begins then, if at least `least` have entered; without, it is a Sit & Go
    and begins when `capacity` have. Nobody enters from `closes_at` on: a Sit & Go that is not
    full by then is cancelled, and one without it waits for ever. Who has not come to a meeting
    `wait` milliseconds after it was called has lost it.

    Raises ValueError for terms by which no tournament could be.
    """

    system: System
    capacity: Annotated[int, Meta(ge=2, le=LARGEST)]
    least: Annotated[int, Meta(ge=2, le=LARGEST)] = 2
    starts_at: Millis | None = None
    closes_at: Millis | None = None
    wait: Annotated[Millis, Meta(ge=1)] = 300_000

    def __post_init__(self) -> None:
        if self.least > self.capacity:
            raise ValueError("the least number of entrants is above the capacity")
        if self.starts_at is not None and (self.closing or 0) > self.starts_at:
            raise ValueError("registration closes after the start")

    @property
    def closing(self) -> Millis | None:
        """From when on nobody enters."""
        return self.starts_at if self.closes_at is None else self.closes_at
