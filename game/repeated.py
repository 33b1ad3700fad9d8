"""The plays of several equal dice: a pair, or a stage of a cascade.

Steps of one length can always be put in order from high points to low, for whatever enters, comes
home or leaves a higher point first stands in nobody's way. In that order every play is met exactly
once. (Locked bearing-off is the exception: see `game.generator`.)
"""

from game.field import CHANGE, HIT, STEP, Field, Key, Line
from game.ground import BLOT
from game.options import BearOff
from game.steps import BAR, HEAD, HOME, OFF, Point, Steps


def equal_dice(field: Field, die: int, times: int) -> tuple[int, list[Line]]:
    """Return the most steps, up to `times`, that can be made, and every play that makes them.

    Zero steps and no plays if nothing can be moved. A win needs the same number of steps whichever
    way it is reached, so none is shorter than the most.
    """
    search = _Search(field, die, times)
    entering = min(field.counts[BAR], times)
    if entering and not field.ground[BAR - die]:
        return 0, []
    search.enter(entering)
    for steps in range(times, 0, -1):
        if search.found[steps]:
            return steps, search.found[steps]
    return 0, []


class _Search:
    def __init__(self, field: Field, die: int, times: int) -> None:
        self.found: list[list[Line]] = [[] for _ in range(times + 1)]
        """By number of steps, the plays that go no further."""
        self._field = field
        self._counts = field.counts.copy()
        self._die = die
        self._times = times
        self._points: list[Point] = []

    def enter(self, checkers: int) -> None:
        """Enter so many checkers, which comes before all else, and search on from there."""
        key, steps = self._field.key, (STEP[self._die][BAR],) * checkers
        entry = BAR - self._die
        self._counts[BAR] -= checkers
        self._counts[entry] += checkers
        key += CHANGE[self._die][BAR] * checkers
        if checkers and self._field.ground[entry] == BLOT:
            key += HIT[entry]
        if checkers == self._times or self._counts[BAR]:
            self.found[checkers].append((key, steps))
        else:
            self._points = self._startable()
            self._extend(0, self._field.outside, key, steps)

    def _startable(self) -> list[Point]:
        """List, high to low, the points from which a step may come to be made."""
        die, ground = self._die, self._field.ground
        near_the_end = self._field.outside < self._times
        startable: list[Point] = []
        for point in range(HEAD, OFF, -1):
            arrives = self._counts[point] or point + die in startable
            if arrives and (ground[point - die] if point > die else near_the_end):
                startable.append(point)
        return startable

    def _extend(self, index: int, outside: int, key: Key, steps: Steps) -> None:
        """Make every further step from the points from `index` on."""
        counts, die, ground = self._counts, self._die, self._field.ground
        last = len(steps) + 1 == self._times
        found = self.found[self._times]
        stuck = True
        for i in range(index, len(self._points)):
            start = self._points[i]
            if not counts[start] or (start <= die and not self._goes_off(start, outside)):
                continue
            stuck = False
            step = STEP[die][start]
            end = step[1]
            after = key + CHANGE[die][start]
            if end and ground[end] == BLOT and not counts[end]:
                after += HIT[end]
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
