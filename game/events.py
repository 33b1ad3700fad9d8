"""What happened in a match. Events are in the past tense; ``MatchState.after`` applies them.

An event holds all that a rule decided (position, points, time left) and nothing that a spectator
may not see at that instant; of persons it knows account ids only. Logs of every release must fold
for ever: a struct grows by optional fields, a new fact by a new tag.

Times are milliseconds since the Unix epoch, durations milliseconds. Positions are text,
``WHITE/BLACK``, each side in its own numbering (see ``Position``).
"""

from typing import TypeAlias

import msgspec

from game.conventions import Conventions
from game.endings import Ending
from game.side import Side
from game.vocabulary import (
    AdjudicationMethod,
    CreditCause,
    DecisionKind,
    EndCause,
    Millis,
    VoidCause,
    snake,
)


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who must decide what: the number of the decision, the side, the kind."""

    turn: int
    side: Side
    kind: DecisionKind


class ClockFace(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clocks as they stood at an event.

    ``white`` and ``black`` are reserves; the side to decide has been charged since ``since`` and
    first burns ``delay``, then its reserve. ``stopped`` while its absence budget burns instead,
    of which ``white_absence`` and ``black_absence`` remain.
    """

    white: Millis
    black: Millis
    since: Millis
    delay: Millis = 0
    white_absence: Millis = 300_000
    black_absence: Millis = 300_000
    stopped: bool = False


class Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="event", tag=snake):
    """The base of all events; not one itself."""


# --- the opening of a match: the draw that neither house nor player can choose


class MatchOpened(Event):
    """The seats are taken: ``players`` are account ids in seat order."""

    match: str
    rules_version: int
    conventions: Conventions
    players: tuple[str, ...]
    at: Millis


class SecretCommitted(Event):
    """The house is bound to its secret: the hex SHA-256 of it."""

    digest: str


class SeedCommitted(Event):
    """A seat is bound to its seed; ``drawn`` when the service drew it for a seat played by chat."""

    seat: int
    digest: str
    drawn: bool = False


class SeedRevealed(Event):
    """A seat told its seed (hex), which has the promised digest."""

    seat: int
    seed: str


class ArchiveCommitted(Event):
    """All dice of the match are sealed: the hex SHA-256 of ``dice.zip``."""

    digest: str


class ColoursDrawn(Event):
    """``white`` is the seat that plays white; seat 0 or 1."""

    white: int


# --- games


class GameStarted(Event):
    """Game ``number`` (from 1) is set up. ``starter`` is known unless an opening roll decides."""

    number: int
    position: str
    crawford: bool = False
    starter: Side | None = None
    cube: int = 1
    next: Decision | None = None
    clock: ClockFace | None = None


class OpeningRolled(Event):
    """One die each, the roll ``draw`` of the stream; a tie is thrown again."""

    draw: int
    white: int
    black: int
    next: Decision | None = None
    clock: ClockFace | None = None


class CubeDoubledAutomatically(Event):
    """An opening tie raised the centred cube to ``value`` (money only)."""

    value: int


class DiceRolled(Event):
    """The roll ``draw`` of the stream: an ordered pair."""

    side: Side
    draw: int
    dice: tuple[int, int]
    next: Decision | None
    clock: ClockFace


class CheckersPlayed(Event):
    """Ordered steps ``(from, to)`` and the position they led to; ``stage`` in a cascade."""

    side: Side
    steps: tuple[tuple[int, int], ...]
    position: str
    next: Decision | None
    clock: ClockFace
    stage: int | None = None


class TurnPassed(Event):
    """There was no legal step; ``stage`` in a cascade."""

    side: Side
    next: Decision | None
    clock: ClockFace
    stage: int | None = None


class DoubleOffered(Event):
    """``side`` asks to play on at ``value``."""

    side: Side
    value: int
    next: Decision
    clock: ClockFace


class DoubleTaken(Event):
    """``side`` took at ``value`` and owns the cube."""

    side: Side
    value: int
    next: Decision
    clock: ClockFace


class Beavered(Event):
    """``side`` took, raised again to ``value`` and keeps the cube."""

    side: Side
    value: int
    next: Decision
    clock: ClockFace


class DoubleDropped(Event):
    """``side`` refused; the game is lost at its former value."""

    side: Side
    clock: ClockFace


class ResignationOffered(Event):
    """``side`` offers to lose as ``ending``; the other may accept while the turn lasts."""

    side: Side
    ending: Ending


class ResignationRefused(Event):
    """``side`` refused the offer; play goes on."""

    side: Side


class ResignationAccepted(Event):
    """``side`` accepted the offer."""

    side: Side


class GameEnded(Event):
    """``winner`` won ``points`` (result x cube, by the form); ``score`` is the match's after it."""

    winner: Side
    ending: Ending
    cause: EndCause
    points: int
    score: tuple[int, int]


# --- time, presence, ends


class TimeCredited(Event):
    """Time in which the service, not the side, was to blame is given back, once, up to ``until``."""

    side: Side
    millis: Millis
    cause: CreditCause
    until: Millis
    clock: ClockFace


class FlagFell(Event):
    """``side`` ran out of time at the moment ``at``."""

    side: Side
    at: Millis
    clock: ClockFace


class SeatLeft(Event):
    """The seat has no live connection; on its turn the clock stands and the absence budget burns."""

    seat: int
    at: Millis
    clock: ClockFace | None = None


class SeatReturned(Event):
    """The seat is back; its turn's delay is not renewed."""

    seat: int
    at: Millis
    clock: ClockFace | None = None


class AbsenceSpent(Event):
    """``side`` used up its absence budget at the moment ``at``."""

    side: Side
    at: Millis
    clock: ClockFace


class MatchLeft(Event):
    """``seat`` left for good, confirmed."""

    seat: int


class StopOffered(Event):
    """``seat`` proposes to end the money session after the running game."""

    seat: int


class MatchTimeOver(Event):
    """The time of the match is over at ``at``."""

    at: Millis


class PositionAdjudicated(Event):
    """How ``adjudicate`` judged the running game; the figures let anybody recompute it.

    ``winner`` is none where the lead was too small to tell. ``white_wins`` of ``trials``.
    """

    version: int
    winner: Side | None
    method: AdjudicationMethod
    white_pips: int
    black_pips: int
    white_wins: int = 0
    trials: int = 0


class MatchEnded(Event):
    """The match is over. ``winner`` is none in a money session that ended level."""

    winner: Side | None
    cause: EndCause
    score: tuple[int, int]


class MatchVoided(Event):
    """The match has no result; ``seats`` name those who missed a step, if any."""

    cause: VoidCause
    seats: tuple[int, ...] = ()


AnyEvent: TypeAlias = (
    MatchOpened
    | SecretCommitted
    | SeedCommitted
    | SeedRevealed
    | ArchiveCommitted
    | ColoursDrawn
    | GameStarted
    | OpeningRolled
    | CubeDoubledAutomatically
    | DiceRolled
    | CheckersPlayed
    | TurnPassed
    | DoubleOffered
    | DoubleTaken
    | Beavered
    | DoubleDropped
    | ResignationOffered
    | ResignationRefused
    | ResignationAccepted
    | GameEnded
    | TimeCredited
    | FlagFell
    | SeatLeft
    | SeatReturned
    | AbsenceSpent
    | MatchLeft
    | StopOffered
    | MatchTimeOver
    | PositionAdjudicated
    | MatchEnded
    | MatchVoided
)
