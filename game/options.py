"""The named readings of the rules that a table may agree on (`spec/rules.md`, section 12).

Each option is an enumeration whose values are the words used in tables, archives and requests.
A reading that no table may choose, because only some rule set has it, says so beside it.
"""

from enum import StrEnum


class Hitting(StrEnum):
    """What becomes of a lone checker that is landed on, and of the one that hit it (section 2)."""

    INTERNATIONAL = "international"
    CAUCASIAN = "caucasian"
    FROZEN = "frozen"
    NONE = "none"
    """The long family: any enemy checker closes a point. Not to be chosen."""


class FirstTurnHeads(StrEnum):
    """When two checkers may leave the head on a side's first rolled turn (section 3)."""

    STANDARD = "standard"
    NONE = "none"
    POKERBET = "pokerbet"
    BY_NECESSITY = "by_necessity"


class PrimeCheck(StrEnum):
    """Which positions of a turn are tested for a forbidden six-block (section 4)."""

    TURN_END = "turn_end"
    EVERY_STEP = "every_step"
    NONE = "none"
    """The short family, where any block may be built. Not to be chosen."""


class PrimeCondition(StrEnum):
    """What allows a six-block (section 4)."""

    PASSED = "passed"
    HOME = "home"


class BearOff(StrEnum):
    """With which dice a checker leaves the board (sections 2 and 5)."""

    STANDARD = "standard"
    EXACT = "exact"
    LOCKED = "locked"
    """Crazy: exact, and no moves inside a home that holds all. Not to be chosen."""


class CascadeBlocked(StrEnum):
    """What a stage that the continuing side cannot complete does to the cascade (section 5)."""

    VOID = "void"
    SKIP = "skip"


class CascadeHead(StrEnum):
    """For how long one allowance of head checkers lasts in a cascade (section 5)."""

    THROW = "throw"
    STAGE = "stage"


class Opening(StrEnum):
    """What the winner of the opening roll plays (section 1.3)."""

    KEEP = "keep"
    REROLL = "reroll"


class Starter(StrEnum):
    """Who starts the later games of a match (section 1.3)."""

    ROLL = "roll"
    ALTERNATE = "alternate"
    WINNER = "winner"
