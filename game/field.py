"""What the fast search works on: a throw in lists and integers, with tables for every step.

A position is here one integer, the *key*: the mover's 26 counts as bytes, point 0 the highest, and
above them a bit for each of his points on which he has hit. So a step is an addition, equal
positions have equal keys, and nothing of the waiting side is copied before the search is over.
"""

from typing import TypeAlias

import msgspec

from game.ground import ground
from game.options import BearOff
from game.play import Play
from game.position import Position
from game.rulesets import RuleSet
from game.stance import Throw
from game.steps import BAR, HEAD, HOME, Point, Step, Steps

Key: TypeAlias = int
Line: TypeAlias = tuple[Key, Steps]
"""Where a play ends, and one legal order of its steps."""

_COUNT_BITS = 8 * (BAR + 1)
_COUNTS = (1 << _COUNT_BITS) - 1
_DISTANCES = range(12)


def _weight(point: Point) -> Key:
    return 1 << 8 * (BAR - max(point, 0))


STEP: tuple[tuple[Step, ...], ...] = tuple(
    tuple((start, max(start - die, 0)) for start in range(BAR + 1)) for die in _DISTANCES
)
"""`STEP[die][start]`: the step that a die makes from a point."""

CHANGE: tuple[tuple[Key, ...], ...] = tuple(
    tuple(_weight(start - die) - _weight(start) for start in range(BAR + 1)) for die in _DISTANCES
)
"""`CHANGE[die][start]`: what that step adds to the key, a hit aside."""

HIT: tuple[Key, ...] = tuple(1 << _COUNT_BITS + point for point in range(BAR + 1))
"""`HIT[point]`: what a hit on the mover's point adds to the key."""


class Field(msgspec.Struct, frozen=True, gc=False):
    """A throw, ready to be searched."""

    key: Key
    counts: list[int]
    """The mover's checkers that may be moved, by point; the search changes and restores it."""
    held: list[Point]
    """Where they stand before the turn, high to low, the bar aside."""
    outside: int
    """How many of his checkers are not home."""
    ground: bytes
    bear_off: BearOff

    @classmethod
    def of(cls, throw: Throw) -> "Field":
        """Lay a throw out for the search."""
        mover, waiter = throw.position.mover, throw.position.waiter
        counts = list(mover)
        if throw.rules.heads and counts[HEAD] > throw.heads:
            # What may not leave the head is no part of the search; nothing ever lands there.
            counts[HEAD] = throw.heads
        return cls(
            int.from_bytes(mover, "big"),
            counts,
            [point for point in range(HEAD, 0, -1) if counts[point]],
            sum(mover[HOME + 1 :]),
            ground(waiter, throw.rules),
            throw.rules.bear_off,
        )

    def movable(self, counts: list[int], die: int, outside: int) -> list[Point]:
        """Return the points, high to low, from which this die may be moved.

        `counts` is where the checkers that may be moved stand at this moment of the search, and
        `outside` how many checkers are not home then.
        """
        ground = self.ground
        if counts[BAR]:
            return [BAR] if ground[BAR - die] else []
        if outside == 0 and self.bear_off is BearOff.LOCKED:
            return [die] if counts[die] else []
        points = [p for p in range(HEAD, die, -1) if counts[p] and ground[p - die]]
        if outside == 0:
            if counts[die]:
                points.append(die)
            elif self.bear_off is BearOff.STANDARD and not any(counts[die + 1 : HOME + 1]):
                points += [p for p in range(die - 1, 0, -1) if counts[p]][:1]
        return points


def mover_of(key: Key) -> bytes:
    """Return the mover's 26 counts."""
    return (key & _COUNTS).to_bytes(BAR + 1, "big")


def plays_of(lines: list[Line], waiter: bytes, rules: RuleSet) -> list[Play]:
    """Turn what the search found into plays; `waiter` is the waiting side before the turn."""
    after_hits = {0: waiter}
    plays = []
    for key, steps in lines:
        hits = key >> _COUNT_BITS
        if hits not in after_hits:
            after_hits[hits] = _hit(waiter, hits, rules)
        mover = (key & _COUNTS if hits else key).to_bytes(BAR + 1, "big")
        plays.append(Play(steps, Position(mover, after_hits[hits])))
    return plays


def _hit(waiter: bytes, hits: int, rules: RuleSet) -> bytes:
    counts = bytearray(waiter)
    for point in range(1, BAR):
        if hits >> point & 1:
            counts[rules.theirs(point)] -= 1
            counts[BAR] += 1
    return bytes(counts)
