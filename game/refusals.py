"""What the rules say no to: a class for each fault, a code for the wire.

Refused                     a command that the match does not accept now; nothing changed
├── WrongTurn               it answers a decision that is no longer (or not yet) open
├── NotYourDecision         the other side, or nobody, is to decide
├── WrongMoment             this decision is not answered by such a command
├── IllegalPlay             the play can be read but is not legal here
├── CubeRefused             the cube may not be turned: Crawford, dead, owned, at its cap
├── ResignationRefused      too cheap an offer, a second one in a turn, nothing to answer
├── DiceRefused             a digest or a seed that does not fit the order of the draw
├── MatchOver               the match has ended
└── NothingDue              an alarm rang and there was nothing to do
ConventionsRefused          conventions that cannot be, by themselves, together or by the rule set
"""

from enum import StrEnum
from typing import ClassVar


class Refused(Exception):
    """A command that is not accepted on the present state; it changed nothing.

    ``code`` is stable and goes on the wire; ``rule`` names the section of the rules, if one bit.
    """

    code: ClassVar[str] = "refused"

    def __init__(self, message: str, *, rule: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule


class WrongTurn(Refused):
    """The command names another turn than the one now open."""

    code = "wrong_turn"

    def __init__(self, named: int, turn: int) -> None:
        super().__init__(f"the command answers turn {named}, the match is at turn {turn}")
        self.named = named
        self.turn = turn


class NotYourDecision(Refused):
    """Somebody else is to decide."""

    code = "not_your_decision"


class WrongMoment(Refused):
    """The decision that is open is of another kind: a roll where a play is due, and so on."""

    code = "wrong_moment"


class IllegalPlay(Refused):
    """The play can be read but is not legal here (rules, sections 2 to 5).

    ``reason`` is the code of the rule that it breaks, ``example`` one legal play as steps.
    """

    code = "illegal_play"

    def __init__(
        self, reason: str, message: str, *, rule: str, example: tuple[tuple[int, int], ...]
    ) -> None:
        super().__init__(message, rule=rule)
        self.reason = reason
        self.example = example


class CubeRefused(Refused):
    """The cube may not be turned now (rules, section 7)."""

    code = "cube_refused"

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message, rule="7")
        self.reason = reason


class ResignationRefused(Refused):
    """No such resignation may be offered or answered now (rules, section 8)."""

    code = "resignation_refused"

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message, rule="8")
        self.reason = reason


class DiceRefused(Refused):
    """A digest or a seed out of order, or a seed that is not the one promised."""

    code = "dice_refused"

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class MatchOver(Refused):
    """The match has ended; nothing more can happen in it."""

    code = "match_over"


class NothingDue(Refused):
    """An alarm rang, and on the present state nothing has fallen due."""

    code = "nothing_due"


class ConventionsFault(StrEnum):
    """What is wrong with the keys that a refusal of conventions names."""

    CLASH = "clash"
    """The first cannot stand beside the others."""
    NEEDED = "needed"
    """The last must be named; where there are two, because of the first."""
    OUT_OF_RANGE = "out_of_range"
    NO_POWER_OF_TWO = "no_power_of_two"
    NO_SUCH_VALUE = "no_such_value"
    """The first has no such value, anywhere or by these rules."""
    NOT_OFFERED = "not_offered"
    """It makes sense, but the house does not have it."""
    NOT_FOR_GUESTS = "not_for_guests"


class ConventionsRefused(ValueError):
    """Conventions that cannot be (rules, 12): ``keys`` are those at fault, ``reason`` is how.

    ``bounds`` are the least and the most that a number may be, where that is the fault.
    """

    code: ClassVar[str] = "conventions_refused"

    def __init__(
        self,
        keys: tuple[str, ...],
        message: str,
        reason: ConventionsFault = ConventionsFault.CLASH,
        bounds: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(message)
        self.keys = keys
        self.message = message
        self.reason = reason
        self.bounds = bounds
