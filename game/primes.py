"""The six-block of the long family (`spec/rules.md`, section 4).

In the opponent's numbering his road is a line from 24 to 1, and every maximal run of six or more
points held by the mover is judged alone. If a run is allowed because an enemy checker has passed
it, that checker has passed every higher run too: so the lowest run decides for all.
"""

from game.options import PrimeCondition
from game.rulesets import RuleSet
from game.steps import HOME

_HELD = bytes([0]) + bytes([1]) * 255


def prime_limit(waiter: bytes, rules: RuleSet) -> int:
    """Return the waiting side's number below which no run may begin; 1 forbids nothing.

    `waiter` is his 26 counts. He does not move in the mover's turn, so one answer serves it all.
    """
    foremost = next((point for point, count in enumerate(waiter) if count), 0)
    if rules.prime_condition is PrimeCondition.HOME:
        return 1 if foremost <= HOME else 25
    return max(foremost, 1)


def is_forbidden(mover: bytes, limit: int) -> bool:
    """Say whether the mover, standing so, holds a block that `prime_limit` does not allow."""
    # One byte a point, the waiting side's point 1 lowest; long-family numbering, by twelve round.
    held = int.from_bytes((mover[13:25] + mover[1:13]).translate(_HELD), "little")
    threes = held & held >> 8 & held >> 16
    runs = threes & threes >> 24
    return runs != 0 and ((runs & -runs).bit_length() - 1) // 8 + 1 < limit
