"""What the waiting side leaves to the mover: which points are closed, open, or held by a blot."""

from typing import Final

from game.options import Hitting
from game.rulesets import RuleSet
from game.steps import BAR

CLOSED, OPEN, BLOT = 0, 1, 2

_NO_HITTING: Final = Hitting.NONE

_WITH_HITTING = bytes([OPEN, BLOT]) + bytes(254)
_WITHOUT_HITTING = bytes([OPEN]) + bytes(255)


def ground(waiter: bytes, rules: RuleSet) -> bytes:
    """Return what stands on each of the mover's points 1 to 24: CLOSED, OPEN or BLOT.

    `waiter` is 26 counts in the waiting side's numbering. Index 0 and 25 mean nothing.
    """
    table = _WITHOUT_HITTING if rules.hitting is _NO_HITTING else _WITH_HITTING
    marks = waiter.translate(table)
    if rules.same_direction:
        return marks[:1] + marks[13:BAR] + marks[1:13] + marks[:1]
    return marks[::-1]
