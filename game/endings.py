"""How a game ended and what that is worth (`spec/rules.md`, section 6)."""

from enum import StrEnum

from game.rulesets import RuleSet
from game.steps import BAR, HEAD, OFF

_WINNERS_HOME = 19
"""From here up to 24, in the loser's numbering, the winner of a short game has his home."""


class Ending(StrEnum):
    """оин, марс, кокс; `worth` is the multiple of the cube that is lost."""

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"

    @property
    def worth(self) -> int:
        """1, 2 or 3, before any convention lowers it."""
        return _WORTH[self]


_WORTH = {Ending.SINGLE: 1, Ending.GAMMON: 2, Ending.BACKGAMMON: 3}


def ending(loser: bytes, rules: RuleSet) -> Ending:
    """Say how the side with these 26 counts has lost a game that the other has finished."""
    if loser[OFF]:
        return Ending.SINGLE
    far_behind = loser[BAR] or any(loser[_WINNERS_HOME : HEAD + 1])
    if far_behind and rules.backgammons:
        return Ending.BACKGAMMON
    return Ending.GAMMON
