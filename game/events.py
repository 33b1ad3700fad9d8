"""What happened in a match. Events are in the past tense; ``MatchState.after`` applies them.

An event holds all that a rule decided (position, points, time left) and nothing that a spectator
may not see at that instant; of persons it knows account ids only. Logs of every release must fold
for ever: a struct grows by optional fields, a new fact by a new tag.

Times are milliseconds since the Unix epoch, durations milliseconds. Positions are text,
``WHITE/BLACK``, each side in its own numbering (see ``Position``).
"""

from typing import TypeAlias

import msgspec

from game.cascade import Cascade
from game.clock import ClockFace
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
    """Who must decide what: the number of the decision, the side, the kind.

    `cascade` is the stage to be played where a pair is a cascade (rules, section 5).
    """

    turn: int
    side: Side
    kind: DecisionKind
    cascade: Cascade | None = None


class Event(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="event", tag=snake):
    """The base of all events; not one itself."""


# --- the opening of a match: the draw that neither house nor player can choose


class MatchOpened(Event, frozen=True):
    """The seats are taken: ``players`` are account ids in seat order."""

    match: str
    rules_version: int
    conventions: Conventions
    players: tuple[str, ...]
    at: Millis


class SecretCommitted(Event, frozen=True):
    """The house is bound to its secret: the hex SHA-256 of it."""

    digest: str


class SeedCommitted(Event, frozen=True):
    """A seat is bound to its seed; ``drawn`` by the service for a seat that is played by chat."""

    seat: int
    digest: str
    at: Millis
    drawn: bool = False


class SeedRevealed(Event, frozen=True):
    """A seat told its seed (hex), which has the promised digest."""

    seat: int
    seed: str
    at: Millis


class ArchiveCommitted(Event, frozen=True):
    """All dice of the match are sealed: the hex SHA-256 of ``dice.zip``."""

    digest: str


class ColoursDrawn(Event, frozen=True):
    """``white`` is the seat that plays white; seat 0 or 1."""

    white: int


# --- games


class GameStarted(Event, frozen=True):
    """Game ``number`` (from 1) is set up. ``starter`` is known unless an opening roll decides."""

    number: int
    position: str
    clock: ClockFace
    crawford: bool = False
    starter: Side | None = None
    cube: int = 1
    next: Decision | None = None


class OpeningRolled(Event, frozen=True):
    """One die each, the roll ``draw`` of the stream; a tie has no ``winner`` and is thrown again.

    ``kept``: the winner plays these two dice; otherwise he throws both himself.
    """

    draw: int
    white: int
    black: int
    winner: Side | None = None
    kept: bool = False
    next: Decision | None = None
    clock: ClockFace | None = None


class CubeDoubledAutomatically(Event, frozen=True):
    """An opening tie raised the centred cube to ``value`` (money only)."""

    value: int


class DiceRolled(Event, frozen=True):
    """The roll ``draw`` of the stream: an ordered pair."""

    side: Side
    draw: int
    dice: tuple[int, int]
    next: Decision | None
    clock: ClockFace


class CheckersPlayed(Event, frozen=True):
    """Ordered steps ``(from, to)`` and the position they led to; ``stage`` in a cascade."""

    side: Side
    steps: tuple[tuple[int, int], ...]
    position: str
    next: Decision | None
    clock: ClockFace
    stage: int | None = None


class TurnPassed(Event, frozen=True):
    """There was no legal step; ``stage`` in a cascade."""

    side: Side
    next: Decision | None
    clock: ClockFace
    stage: int | None = None


class DoubleOffered(Event, frozen=True):
    """``side`` asks to play on at ``value``."""

    side: Side
    value: int
    next: Decision
    clock: ClockFace


class DoubleTaken(Event, frozen=True):
    """``side`` took at ``value``; ``owner`` may raise next (after a beaver, who beavered)."""

    side: Side
    value: int
    owner: Side
    next: Decision
    clock: ClockFace


class Beavered(Event, frozen=True):
    """``side`` took, raised again to ``value`` and keeps the cube."""

    side: Side
    value: int
    next: Decision
    clock: ClockFace


class DoubleDropped(Event, frozen=True):
    """``side`` refused; the game is lost at its former value."""

    side: Side
    clock: ClockFace


class ResignationOffered(Event, frozen=True):
    """``side`` offers to lose as ``ending``; the other may accept while the turn lasts."""

    side: Side
    ending: Ending


class ResignationRefused(Event, frozen=True):
    """``side`` refused the offer; play goes on."""

    side: Side


class ResignationAccepted(Event, frozen=True):
    """``side`` accepted the offer."""

    side: Side
    clock: ClockFace


class GameEnded(Event, frozen=True):
    """``winner`` won ``points``; ``score`` is the match's after it, white's first.

    ``ending`` is how the game ended on the board, ``points`` what the conventions make of it times
    the cube; ``stakes`` is how many stakes change hands for it, in a game or a money session.
    """

    winner: Side
    ending: Ending
    cause: EndCause
    points: int
    score: tuple[int, int]
    stakes: int = 0


# --- time, presence, ends


class TimeCredited(Event, frozen=True):
    """Time for which the service was to blame is given back, once, up to ``until``."""

    side: Side
    millis: Millis
    cause: CreditCause
    until: Millis
    clock: ClockFace


class FlagFell(Event, frozen=True):
    """``side`` ran out of time at the moment ``at``."""

    side: Side
    at: Millis
    clock: ClockFace


class SeatLeft(Event, frozen=True):
    """The seat has no live connection: on its turn the absence budget burns, not the clock."""

    seat: int
    at: Millis
    clock: ClockFace | None = None


class SeatReturned(Event, frozen=True):
    """The seat is back; its turn's delay is not renewed."""

    seat: int
    at: Millis
    clock: ClockFace | None = None


class AbsenceSpent(Event, frozen=True):
    """``side`` used up its absence budget at the moment ``at``."""

    side: Side
    at: Millis
    clock: ClockFace


class MatchLeft(Event, frozen=True):
    """``seat`` left for good, confirmed."""

    seat: int


class StopOffered(Event, frozen=True):
    """``seat`` proposes to end the money session after the running game."""

    seat: int


class MatchTimeOver(Event, frozen=True):
    """The time of the match is over at ``at``."""

    at: Millis


class PositionAdjudicated(Event, frozen=True):
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


class MatchEnded(Event, frozen=True):
    """The match is over. ``winner`` is none in a money session that ended level.

    ``stakes`` is 1 where a match was played for its stake; elsewhere every game had its own.
    """

    winner: Side | None
    cause: EndCause
    score: tuple[int, int]
    stakes: int = 0


class MatchVoided(Event, frozen=True):
    """The match has no result; ``seats`` name those who missed a step, if any.

    Games of a money session that ended before stand.
    """

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
