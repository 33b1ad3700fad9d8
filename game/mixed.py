"""The plays of two different dice, where the order of steps decides only what is in whose way."""

from collections.abc import Iterator

from game.field import CHANGE, HIT, STEP, Field, Key, Line
from game.ground import BLOT, OPEN
from game.steps import BAR, HOME, OFF, Point, Step


def mixed_dice(field: Field, high: int, low: int) -> Iterator[tuple[int, list[Line]]]:
    """Yield a number of dice and every play that uses so many, the better ones first.

    Beside the plays of both dice stands every win by one of them.
    """
    yield 2, _both_dice(field, high, low)
    for die in (high, low):
        yield 1, one_die(field, die)


def one_die(field: Field, die: int) -> list[Line]:
    """Find every play of this die alone."""
    return [
        (_landed(field, field.key, point, die), (STEP[die][point],))
        for point in field.movable(field.counts, die, field.outside)
    ]


def _both_dice(field: Field, high: int, low: int) -> list[Line]:
    # With two or more checkers outside, none goes off this turn; the bar counts as outside.
    if field.outside > 1 and not field.counts[BAR]:
        return [*_two_checkers(field, high, low), *_one_checker(field, high, low)]
    found: dict[Key, Line] = {}
    wins: dict[Key, Line] = {}
    for first, second in ((high, low), (low, high)):
        for line in _in_order(field, first, second):
            (found if len(line[1]) == 2 else wins).setdefault(line[0], line)
    return list((wins | found).values()) if found else []


def _two_checkers(field: Field, high: int, low: int) -> list[Line]:
    """Pair every step of one die with every step of the other, by different checkers.

    Where one ends on the point that the other leaves, the outcome is that of a single checker
    moved by both dice, and left to `_one_checker`: so no position comes twice.
    """
    lines: list[Line] = []
    counts, ground = field.counts, field.ground
    seconds = _steps(field, low)
    for start, change, step in _steps(field, high):
        end = start - high
        also_hits = end + low if ground[end] == BLOT else OFF
        skipped = (end, start + low, start if counts[start] == 1 else OFF, also_hits)
        key = field.key + change
        lines += [(key + more, (step, other)) for p, more, other in seconds if p not in skipped]
        if also_hits and counts[also_hits]:
            lines.append((key + CHANGE[low][also_hits], (step, STEP[low][also_hits])))
    return lines


def _steps(field: Field, die: int) -> list[tuple[Point, Key, Step]]:
    """List the steps of a die with what each adds to the key, its hit included."""
    ground, change, step = field.ground, CHANGE[die], STEP[die]
    return [
        (p, change[p] + HIT[p - die] if ground[p - die] == BLOT else change[p], step[p])
        for p in field.held
        if p > die and ground[p - die]
    ]


def _one_checker(field: Field, high: int, low: int) -> Iterator[Line]:
    """Move one checker by both dice, over every way that differs in what it hits."""
    ground = field.ground
    for start in field.held:
        end = start - high - low
        if end < 1 or not ground[end]:
            continue
        by_high, by_low = ground[start - high], ground[start - low]
        key = field.key + CHANGE[high + low][start]
        if ground[end] == BLOT:
            key += HIT[end]
        over_high = (STEP[high][start], STEP[low][start - high])
        over_low = (STEP[low][start], STEP[high][start - low])
        if by_high == OPEN:
            yield key, over_high
        elif by_low == OPEN:
            yield key, over_low
        if by_high == BLOT:
            yield key + HIT[start - high], over_high
        if by_low == BLOT:
            yield key + HIT[start - low], over_low


def _in_order(field: Field, first: int, second: int) -> Iterator[Line]:
    """Play one die and then the other, near the bar or the end, where order opens the way."""
    counts = field.counts
    for start in field.movable(counts, first, field.outside):
        step = STEP[first][start]
        end = step[1]
        key = _landed(field, field.key, start, first)
        counts[start] -= 1
        counts[end] += 1
        outside = field.outside - (end <= HOME < start)
        for point in field.movable(counts, second, outside):
            yield _landed(field, key, point, second), (step, STEP[second][point])
        if not any(counts[1:]):
            yield key, (step,)
        counts[end] -= 1
        counts[start] += 1


def _landed(field: Field, key: Key, start: Point, die: int) -> Key:
    """Return the key after a step, the hit included unless that point was hit before."""
    end = start - die
    if end > OFF and field.ground[end] == BLOT:
        return (key | HIT[end]) + CHANGE[die][start]
    return key + CHANGE[die][start]
