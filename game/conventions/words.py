"""The values that conventions choose from; those of the rule sets are in `game.options`."""

from enum import StrEnum


class Form(StrEnum):
    """What is played for (rules, section 8)."""

    MATCH = "match"
    GAME = "game"
    MONEY = "money"
    """Games without end, until the session is over."""


class Unit(StrEnum):
    """What the length of a match counts."""

    POINTS = "points"
    WINS = "wins"
    """Each game counts one, and there is no cube."""


class SessionEnd(StrEnum):
    """What ends a money session beside the agreement of both, which always may."""

    AGREEMENT = "agreement"
    DIFFERENCE = "difference"
    TIME = "time"


class CubeKind(StrEnum):
    """How the stakes of a game are raised (rules, section 7)."""

    NONE = "none"
    DOUBLING = "doubling"
    """1, 2, 4 … up to the cap."""
    LINEAR = "linear"
    """1, 2, 3 … up to M, one step at a time."""


class DeadCube(StrEnum):
    """Whether a side may double that wins the match at the present value already."""

    REFUSE = "refuse"
    ALLOW = "allow"


class ExtraChecker(StrEnum):
    """Where the sixteenth checkers of short16 stand (rules, section 1.1)."""

    MIRRORED = "mirrored"
    """Both sides on the same own point."""
    INDEPENDENT = "independent"
    """Each side on a point of its own."""
    ONE_SIDE = "one_side"
    """One side alone has one; which, is drawn."""


class Colour(StrEnum):
    """The side that seat 0 plays."""

    DRAWN = "drawn"
    WHITE = "white"
    BLACK = "black"


class ClockName(StrEnum):
    """Clocks that need no figures: the presets of section 9."""

    BANK = "bank"
    FISCHER = "fischer"
    COMPENSATION = "compensation"
    NONE = "none"
