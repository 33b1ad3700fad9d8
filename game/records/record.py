"""A match as people write it down: games, and in each the turns and the words about the cube.

A record says less than the log (no seeds, no presence, no sender) and is what every format of
`game.records` writes and reads. What a format does not keep is none in a record read from it.
"""

from typing import TypeAlias

import msgspec

from game.conventions import Conventions
from game.endings import Ending
from game.events import GameEnded, MatchEnded, MatchVoided
from game.side import Side
from game.steps import Steps
from game.vocabulary import Millis, snake

Reserves: TypeAlias = tuple[Millis, Millis]
"""White's and black's reserve after an act, in milliseconds."""


class OpeningThrow(msgspec.Struct, frozen=True):
    """One die each for the start; a tie is thrown again. `draw` is its place in the stream."""

    white: int
    black: int
    draw: int | None = None


class Moves(msgspec.Struct, frozen=True):
    """What a side moved, and where that led; no steps if nothing could be moved.

    `stage` is the value of the stage in a cascade, which either side may play.
    """

    side: Side
    steps: Steps
    position: str
    """`WHITE/BLACK`, each side in its own numbering."""
    stage: int | None = None


class Act(msgspec.Struct, frozen=True, kw_only=True, tag_field="act", tag=snake):
    """The base of all that a side does in a game; not one itself."""

    side: Side
    clock: Reserves | None = None
    """None where nothing is known of the clocks, or no clock stopped."""


class Turn(Act, frozen=True, kw_only=True):
    """A roll and what was played with it: no `moves` while, or because, it was not played."""

    dice: tuple[int, int]
    """In the order of the throw, as far as that is known."""
    draw: int | None = None
    """The place of the roll in the stream of dice, which the archive proves."""
    moves: tuple[Moves, ...] = ()


class Double(Act, frozen=True, kw_only=True):
    """An offer to play on at `value`."""

    value: int


class Take(Act, frozen=True, kw_only=True):
    """The double was taken, at `value`."""

    value: int


class Beaver(Act, frozen=True, kw_only=True):
    """The double was taken and raised again, to `value`."""

    value: int


class Drop(Act, frozen=True, kw_only=True):
    """The double was refused."""


class Resign(Act, frozen=True, kw_only=True):
    """An offer to lose as `ending`."""

    ending: Ending


class ResignAnswer(Act, frozen=True, kw_only=True):
    """What the other side said to the offer."""

    accepted: bool


AnyAct: TypeAlias = Turn | Double | Take | Beaver | Drop | Resign | ResignAnswer


class GameRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One game, from the set-up to its end, or as far as it has come."""

    number: int
    score: tuple[int, int]
    """White's and black's, before the game."""
    start: str
    """`WHITE/BLACK`: where the checkers stood at first."""
    crawford: bool = False
    cube: int = 1
    """What the cube showed when play began, automatic doubles included."""
    starter: Side | None = None
    opening: tuple[OpeningThrow, ...] = ()
    acts: tuple[AnyAct, ...] = ()
    ended: GameEnded | None = None


class MatchRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A whole match, or as much of it as has been played."""

    match: str
    """Its id; empty in a text of others that has none."""
    rules_version: int
    conventions: Conventions
    players: tuple[str, str]
    """The names of white and of black."""
    began: Millis | None = None
    """When the seats were taken, since the Unix epoch."""
    games: tuple[GameRecord, ...] = ()
    result: MatchEnded | MatchVoided | None = None
