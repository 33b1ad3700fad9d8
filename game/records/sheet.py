"""What stands in a text before it is judged: the common ground of all readers.

A reader turns its format into a `Sheet` and believes nothing; `replay` plays it by the rules.
"""

from typing import TypeAlias

import msgspec

from game.conventions import Conventions
from game.endings import Ending
from game.events import MatchEnded, MatchVoided
from game.notation import WrittenPlay
from game.records.record import OpeningThrow, Reserves
from game.side import Side
from game.vocabulary import EndCause, Millis

NOWHERE = 0
"""The line of what comes from no text."""


class UnreadableRecord(ValueError):
    """A text that is no record of a match, or of one that the rules do not allow.

    `line` counts from 1; 0 where the fault has no line.
    """

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class WrittenMoves(msgspec.Struct, frozen=True):
    """What a side is said to have moved: with its roll, or in one stage of a cascade."""

    side: Side
    play: WrittenPlay


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """The base of what one cell, or one line, says; not one itself."""

    line: int
    side: Side
    clock: Reserves | None = None


class RollEntry(Entry, frozen=True, kw_only=True):
    """A roll and its moves; none where none are told."""

    dice: tuple[int, int]
    moves: tuple[WrittenMoves, ...] = ()


class DoubleEntry(Entry, frozen=True, kw_only=True):
    """A double, to `value` as far as that is told."""

    value: int | None = None


class TakeEntry(Entry, frozen=True, kw_only=True):
    """The double was taken."""


class BeaverEntry(Entry, frozen=True, kw_only=True):
    """The double was taken and raised again."""

    value: int | None = None


class DropEntry(Entry, frozen=True, kw_only=True):
    """The double was refused."""


class ResignEntry(Entry, frozen=True, kw_only=True):
    """An offer to lose; as what, texts of others do not tell."""

    ending: Ending | None = None


class ResignAnswerEntry(Entry, frozen=True, kw_only=True):
    """The answer to it."""

    accepted: bool


class WinEntry(Entry, frozen=True, kw_only=True):
    """The side won the game, and `points` with it."""

    points: int


AnyEntry: TypeAlias = (
    RollEntry
    | DoubleEntry
    | TakeEntry
    | BeaverEntry
    | DropEntry
    | ResignEntry
    | ResignAnswerEntry
    | WinEntry
)


class GameEnd(msgspec.Struct, frozen=True):
    """How a game ended that was not played out: by flag, absence, leaving or adjudication."""

    cause: EndCause
    ending: Ending


class GameSheet(msgspec.Struct, frozen=True, kw_only=True):
    """One game as it is written."""

    line: int
    number: int
    score: tuple[int, int] | None = None
    start: str | None = None
    cube: int = 1
    opening: tuple[OpeningThrow, ...] = ()
    draws: tuple[int, ...] = ()
    """The places of its rolls in the stream of dice, in order; none where they are not told."""
    entries: tuple[AnyEntry, ...] = ()
    end: GameEnd | None = None


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What stands above the games."""

    conventions: Conventions
    players: tuple[str, str]
    match: str = ""
    rules_version: int = 1
    began: Millis | None = None
    result: MatchEnded | MatchVoided | None = None


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A whole text."""

    heading: Heading
    games: tuple[GameSheet, ...]
