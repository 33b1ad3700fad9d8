"""Plays as text, `13/11 8/7*`, in English and Russian (`spec/rules.md`, section 11).

A checker's way is one move: joined unless it hits on the way (`8/4*/2`), equal moves are counted
(`bar/21(2)`), and where nothing can be moved stands `—`.
"""

import re
import reprlib
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING, Self, TypeAlias

import msgspec

from game.ground import BLOT, ground
from game.play import Play
from game.position import Position
from game.rulesets import RuleSet
from game.steps import BAR, OFF, Point, Step, Steps

if TYPE_CHECKING:
    from game.plays import Plays  # whose `repr` is written here

_NOTHING = "—"
_MOVE = re.compile(r"([^/*()]+)((?:/[^/*()]+\*?)+)(?:\(([2-4])\))?", re.ASCII)
_Way: TypeAlias = tuple[tuple[Point, ...], tuple[Point, ...]]
"""The points that one checker is seen to touch, and those of them on which it hits."""

_READ = {"bar": BAR, "бар": BAR, "off": OFF, "сн": OFF} | {str(p): p for p in range(BAR + 1)}


class Language(StrEnum):
    """The languages in which plays are written; both are read."""

    ENGLISH = "en"
    RUSSIAN = "ru"


_WORDS = {Language.ENGLISH: {BAR: "bar", OFF: "off"}, Language.RUSSIAN: {BAR: "бар", OFF: "сн"}}


class UnreadablePlay(ValueError):
    """A text that is not a play. The message quotes it."""


class NoSuchPlay(ValueError):
    """A text that is a play, but of no legal one here. The message quotes it."""


class WrittenMove(msgspec.Struct, frozen=True):
    """The way of one checker, or of several that go the same: `8/4*/2(2)`."""

    points: tuple[Point, ...]
    """Where it starts, the points it is seen to touch, and where it ends."""
    hits: tuple[Point, ...] = ()
    """Those of them on which it hits."""
    times: int = 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read one move; the inverse of `str`. Raises UnreadablePlay."""
        match = _MOVE.fullmatch(text)
        if match is None:
            raise UnreadablePlay(f"a move is written 13/11, not {reprlib.repr(text)}")
        start, way, times = match.groups()
        stops = [(stop.rstrip("*"), stop.endswith("*")) for stop in way[1:].split("/")]
        names = [start, *(name for name, _ in stops)]
        points = tuple(_READ.get(name.lower(), -1) for name in names)
        if -1 in points or any(a <= b for a, b in pairwise(points)):
            raise UnreadablePlay(f"no checker goes {reprlib.repr(text)}")
        hits = tuple(_READ[name.lower()] for name, hit in stops if hit)
        return cls(points, hits, int(times or 1))

    def __str__(self) -> str:
        return self.text(Language.ENGLISH)

    def text(self, language: Language) -> str:
        """Write the move in a language."""
        words = _WORDS[language]
        stops = [f"{words.get(p, p)}{'*' if p in self.hits else ''}" for p in self.points]
        return "/".join(stops) + (f"({self.times})" if self.times > 1 else "")


class WrittenPlay(msgspec.Struct, frozen=True):
    """A play as it is written; no moves if nothing could be moved."""

    moves: tuple[WrittenMove, ...]

    @classmethod
    def of(cls, before: Position, steps: Steps, rules: RuleSet) -> Self:
        """Write down ordered steps made in a position."""
        ways = Counter(_ways(_with_hits(before, steps, rules)))
        return cls(tuple(_counted(ways)))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a play in either language; the inverse of `str`. Raises UnreadablePlay."""
        if text.strip() in (_NOTHING, "-"):
            return cls(())
        moves = tuple(WrittenMove.parse(word) for word in text.split())
        if not moves:
            raise UnreadablePlay("a play without moves is written —")
        return cls(moves)

    def __str__(self) -> str:
        return self.text(Language.ENGLISH)

    def text(self, language: Language) -> str:
        """Write the play in a language."""
        return " ".join(move.text(language) for move in self.moves) or _NOTHING


def write_play(
    before: Position, steps: Steps, rules: RuleSet, language: Language = Language.ENGLISH
) -> str:
    """Write ordered steps, made in this position, as a play."""
    return WrittenPlay.of(before, steps, rules).text(language)


def read_play(text: str, plays: "Plays") -> Play:
    """Return the legal play that is written so; the stars of hits may be left out.

    Raises UnreadablePlay for what is no play, NoSuchPlay for what is none of these.
    """
    written = WrittenPlay.parse(text)
    if not (written.moves or plays):
        return Play((), plays.before)
    before, rules = plays.before, plays.rules
    mover, hits = _mover_after(before, written), _points_hit(written, rules)
    alike = [play for play in plays if list(play.position.mover) == mover]
    exact = [play for play in alike if _was_hit(before, play.position) == hits]
    if exact:
        return exact[0]
    if len(alike) == 1 and not hits:
        return alike[0]
    raise NoSuchPlay(f"no legal play is written {reprlib.repr(text)}")


def _with_hits(before: Position, steps: Steps, rules: RuleSet) -> Iterator[tuple[Step, bool]]:
    """Say of each step whether it hits."""
    marks = ground(before.waiter, rules)
    blots = {point for point in range(1, BAR) if marks[point] == BLOT}
    for step in steps:
        yield step, step[1] in blots
        blots.discard(step[1])


def _ways(steps: Iterable[tuple[Step, bool]]) -> list[_Way]:
    """Join the steps of each checker; a stop stays in sight only where it hit."""
    ways: list[_Way] = []
    for (start, end), hits in steps:
        arrived = [way for way in ways if way[0][-1] == start]
        # Of two that stand together the one that did not hit goes on, as under Caucasian rules.
        arrived.sort(key=_ends_with_hit)
        points, hit_before = arrived[0] if arrived else ((start,), ())
        if arrived:
            ways.remove(arrived[0])
            points = points if _ends_with_hit(arrived[0]) else points[:-1]
        ways.append(((*points, end), (*hit_before, end) if hits else hit_before))
    return ways


def _ends_with_hit(way: _Way) -> bool:
    points, hits = way
    return hits[-1:] == points[-1:]


def _counted(ways: Counter[_Way]) -> Iterator[WrittenMove]:
    """Put the ways in order, equal ones together; one that hits at its end hits for its equals."""
    for points, hits in sorted(ways, reverse=True):
        times = ways.pop((points, hits), 0)
        if hits[-1:] == points[-1:]:
            times += ways.pop((points, hits[:-1]), 0)
        if times:
            yield WrittenMove(points, hits, times)


def _mover_after(before: Position, written: WrittenPlay) -> list[int]:
    counts = list(before.mover)
    for move in written.moves:
        counts[move.points[0]] -= move.times
        counts[move.points[-1]] += move.times
    return counts


def _points_hit(written: WrittenPlay, rules: RuleSet) -> set[Point]:
    """Return where the waiting side is said to be hit, in its own numbering."""
    return {rules.theirs(point) for move in written.moves for point in move.hits}


def _was_hit(before: Position, after: Position) -> set[Point]:
    return {point for point in range(1, BAR) if after.waiter[point] < before.waiter[point]}
