"""Dice that show what a text says was thrown: they drive the rules when a record is replayed."""

from collections.abc import Iterator
from typing import TypeAlias

from game.conventions import Conventions, ExtraChecker
from game.options import Opening
from game.position import Position, UnreadablePosition
from game.records.record import OpeningThrow
from game.records.sheet import (
    GameSheet,
    ResignAnswerEntry,
    ResignEntry,
    RollEntry,
    UnreadableRecord,
)
from game.rulesets import RuleSet
from game.side import Side

Extra: TypeAlias = tuple[int | None, int | None]
"""Where white's and black's extra checkers stand, none for a side without one."""

_NO_GAME = OpeningThrow(2, 1)
"""What starts a game that the text does not have; nothing of it is kept."""

_ANYTIME = (ResignEntry, ResignAnswerEntry)
"""What may come before the starter has done anything."""


class ScriptedDice:
    """A source of chance that has none: `begin` and `show` say what it will give."""

    def __init__(self, conventions: Conventions) -> None:
        self._conventions = conventions
        self._rules = conventions.play_rules
        self._openings: Iterator[OpeningThrow] = iter(())
        self._roll: tuple[int, int] | None = None
        self._extra: Extra = (None, None)

    def begin(self, game: GameSheet | None) -> None:
        """Be ready for the opening of this game, or of one that the text does not have."""
        if game is None:
            self._openings, self._extra = iter(()), self._any_extra()
            return
        self._openings = _opening(game, self._conventions.opening)
        if self._rules.extra_points:
            self._extra = _extra_points(game, self._conventions)

    def show(self, dice: tuple[int, int]) -> None:
        """Show these dice next."""
        self._roll = dice

    def pair(self, n: int) -> tuple[int, int]:
        """Return what was thrown, whatever its number `n`."""
        del n
        roll, self._roll = self._roll, None
        if roll is None:
            throw = next(self._openings, _NO_GAME)
            return throw.white, throw.black
        return roll

    def number(self, label: str, bound: int, n: int = 0) -> int:
        """Return where the extra checkers stand, or the seat of white; `bound` holds of itself."""
        del bound
        white, black = self._extra
        if label == "points-side":
            return 0 if white is not None else 1
        if label != "points":
            return 0
        point = black if white is None or n % 256 else white
        return self._rules.extra_points.index(point or self._rules.extra_points[0])

    def _any_extra(self) -> Extra:
        points = self._rules.extra_points
        return (points[0], points[1]) if points else (None, None)


def _opening(game: GameSheet, opening: Opening) -> Iterator[OpeningThrow]:
    """Yield the throws for the start: those told, else such as lead to what is told.

    Judged only when they are asked for: a game whose starter is known has none.
    """
    if game.opening:
        yield from game.opening
        return
    first = next((entry for entry in game.entries if not isinstance(entry, _ANYTIME)), None)
    if first is None:
        return
    high, low = 2, 1
    if opening is Opening.KEEP:
        if not isinstance(first, RollEntry) or first.dice[0] == first.dice[1]:
            raise UnreadableRecord(first.line, "a game begins with two different dice")
        high, low = max(first.dice), min(first.dice)
    ties = game.cube.bit_length() - 1
    yield from (OpeningThrow(1, 1) for _ in range(ties))
    yield OpeningThrow(high, low) if first.side is Side.WHITE else OpeningThrow(low, high)


def _extra_points(game: GameSheet, conventions: Conventions) -> Extra:
    """Return where white's and black's extra checkers stand at the start."""
    rules = conventions.play_rules
    try:
        start = Position.parse(game.start or "")
    except UnreadablePosition as unreadable:
        message = f"a game of {rules.name} tells where the checkers start: {unreadable}"
        raise UnreadableRecord(game.line, message) from unreadable
    white, black = (_extra_point(side, rules) for side in (start.mover, start.waiter))
    fits = {
        ExtraChecker.MIRRORED: white is not None and white == black,
        ExtraChecker.ONE_SIDE: (white is None) != (black is None),
    }
    apart = white is not None and black is not None and rules.theirs(white) != black
    if not fits.get(conventions.extra_checker or ExtraChecker.MIRRORED, apart):
        raise UnreadableRecord(game.line, f"no such game of {rules.name} starts so")
    return white, black


def _extra_point(counts: bytes, rules: RuleSet) -> int | None:
    return next((p for p in rules.extra_points if counts[p] > rules.start[p]), None)
