"""The six-block of the long family (`spec/rules.md`, section 4).

In the opponent's numbering his road is a line from 24 to 1, and every maximal run of six or more
points held by the mover is judged alone. If a run is allowed because an enemy checker has passed
it, that checker has passed every higher run too: so the lowest run decides for all.
"""

from typing import Final

from game.options import PrimeCheck, PrimeCondition
from game.rulesets import RuleSet
from game.steps import BAR, HOME

_NO_CHECK: Final = PrimeCheck.NONE
_HELD = bytes([0]) + bytes([1]) * 255
_HALF = 8 * 12
_LOWER_HALF = (1 << _HALF) - 1
_NO_RUN = 25


def prime_limit(waiter: bytes, rules: RuleSet) -> int:
    """Return the waiting side's number below which no run may begin; 1 forbids nothing.

    `waiter` is his 26 counts. He does not move in the mover's turn, so one answer serves it all.
    """
    if rules.prime_check is _NO_CHECK:
        return 1
    foremost = next((point for point, count in enumerate(waiter) if count), 0)
    if rules.prime_condition is PrimeCondition.HOME:
        return 1 if foremost <= HOME else _NO_RUN
    return max(foremost, 1)


def is_forbidden(mover: bytes, limit: int) -> bool:
    """Say whether the mover, standing so, holds a block that `prime_limit` does not allow."""
    return _lowest_run(_line(mover)) < limit


def may_become_forbidden(
    mover: bytes, open_points: bytes, dice: tuple[int, ...], limit: int
) -> bool:
    """Say whether these dice could build a forbidden block, were there checkers enough for it.

    A cheap question, so that the dear one need seldom be asked. `open_points` is as `ground` gives
    it.
    """
    held = int.from_bytes(mover[1:BAR].translate(_HELD), "little")
    free = int.from_bytes(open_points[1:BAR].translate(_HELD), "little")
    for die in (*dice, dice[0]):
        held |= held >> 8 * die & free
    return _lowest_run(held >> _HALF | (held & _LOWER_HALF) << _HALF) < limit


def _line(marks: bytes) -> int:
    """Put a mark a point into one integer, a byte each, the waiting side's point 1 lowest."""
    return int.from_bytes((marks[13:BAR] + marks[1:13]).translate(_HELD), "little")


def _lowest_run(line: int) -> int:
    """Return the waiting side's number of the point at which the lowest run of six begins."""
    threes = line & line >> 8 & line >> 16
    sixes = threes & threes >> 24
    if not sixes:
        return _NO_RUN
    return ((sixes & -sixes).bit_length() + 7) // 8
