"""The plays of several equal dice: a pair, or a stage of a cascade.

Steps of one length can always be put in order from high points to low, for whatever enters, comes
home or leaves a higher point first stands in nobody's way. In that order every play is met exactly
once. (Locked bearing-off is the exception: see `game.stepwise`.)
"""

from collections.abc import Iterator
from typing import TypeAlias

from game.field import CHANGE, HIT, STEP, Field, Key, Line
from game.ground import BLOT
from game.options import BearOff
from game.steps import BAR, HEAD, HOME, OFF, Point, Step, Steps

_Move: TypeAlias = tuple[Point, Point, Step, Key, Key]
"""From, to, the step, what it adds to the key, and what a hit on the way adds besides."""


def equal_dice(field: Field, die: int, times: int) -> Iterator[tuple[int, list[Line]]]:
    """Yield a number of steps and every play that makes so many, the most first.

    A win needs the same number of steps whichever way it is reached, so none is shorter.
    """
    while times > 0:
        times, lines = _longest(field, die, times)
        yield times, lines
        times -= 1


def _longest(field: Field, die: int, times: int) -> tuple[int, list[Line]]:
    entering = min(field.counts[BAR], times)
    if entering and not field.ground[BAR - die]:
        return 0, []
    search = _Search(field, die, times)
    search.enter(entering)
    return next(
        ((steps, search.found[steps]) for steps in range(times, 0, -1) if search.found[steps]),
        (0, []),
    )


class _Search:
    def __init__(self, field: Field, die: int, times: int) -> None:
        self.found: list[list[Line]] = [[] for _ in range(times + 1)]
        """By number of steps, the plays that go no further."""
        self._field = field
        self._counts = field.counts.copy()
        self._die = die
        self._times = times
        self._moves: list[_Move] = []

    def enter(self, checkers: int) -> None:
        """Enter so many checkers, which comes before all else, and search on from there."""
        die, entry = self._die, BAR - self._die
        key = self._field.key + CHANGE[die][BAR] * checkers
        if checkers and self._field.ground[entry] == BLOT:
            key += HIT[entry]
        steps = (STEP[die][BAR],) * checkers
        self._counts[entry] += checkers
        if checkers == self._times:
            self.found[checkers].append((key, steps))
        else:
            self._moves = self._possible_moves()
            self._extend(0, self._field.outside, key, steps)

    def _possible_moves(self) -> list[_Move]:
        """List, high to low, the moves that may come to be made."""
        die, ground = self._die, self._field.ground
        near_the_end = self._field.outside < self._times
        arrivals: set[Point] = set()
        moves = []
        for start in range(HEAD, OFF, -1):
            end = max(start - die, OFF)
            if not self._counts[start] and start not in arrivals:
                continue
            if ground[end] if end else near_the_end:
                hit = HIT[end] if end and ground[end] == BLOT else 0
                moves.append((start, end, STEP[die][start], CHANGE[die][start], hit))
                arrivals.add(end)
        return moves

    def _extend(self, index: int, outside: int, key: Key, steps: Steps) -> None:
        """Make every further step from the moves from `index` on."""
        counts, moves = self._counts, self._moves
        last = len(steps) + 1 == self._times
        found = self.found[self._times]
        stuck = True
        for i in range(index, len(moves)):
            start, end, step, change, hit = moves[i]
            if not counts[start] or (not end and not self._goes_off(start, outside)):
                continue
            stuck = False
            after = key + change
            if hit and not counts[end]:
                after += hit
            if last:
                found.append((after, (*steps, step)))
                continue
            counts[start] -= 1
            counts[end] += 1
            self._extend(i, outside - (end <= HOME < start), after, (*steps, step))
            counts[end] -= 1
            counts[start] += 1
        if stuck:
            self.found[len(steps)].append((key, steps))

    def _goes_off(self, start: Point, outside: int) -> bool:
        if outside:
            return False
        if start == self._die:
            return True
        exact = self._field.bear_off is not BearOff.STANDARD
        return not (exact or any(self._counts[start + 1 : HOME + 1]))
