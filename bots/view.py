"""The board as one person sees it: what a picture, a text board and a dialogue are made from.

All points are in the numbering of the side whose they are. Nothing here is asked of a match again:
a view is a value, and equal views look alike.
"""

from typing import Final, TypeAlias

import msgspec

from game.position import pips
from game.side import Side
from game.steps import BAR, OFF, Point

HALFWAY: Final = 12
"""Of the points; where sides go the same way, one begins so far from the other."""

Counts: TypeAlias = bytes
"""26 counts of checkers by own point, as in `game.position`."""


class ClockView(msgspec.Struct, frozen=True):
    """The time of a side at the moment of the view, milliseconds."""

    reserve: int
    delay: int = 0
    """What may still be spent before the reserve burns."""
    running: bool = False

    @property
    def written(self) -> str:
        """The reserve as `1:05`, an hour as `1:00:00`; seconds rounded up, never below 0."""
        minutes, seconds = divmod(-(-max(0, self.reserve) // 1000), 60)
        if minutes < 60:
            return f"{minutes}:{seconds:02}"
        return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"


class CubeView(msgspec.Struct, frozen=True):
    """The doubling cube: its value (the offered one while it is offered) and who owns it."""

    value: int
    owner: Side | None = None
    offered: bool = False


class SideView(msgspec.Struct, frozen=True, kw_only=True):
    """What belongs to one side of the board."""

    colour: Side
    checkers: Counts
    score: int = 0
    clock: ClockView | None = None
    moved: tuple[Point, ...] = ()
    """Where checkers arrived with the last move, where this side made it."""
    left: tuple[Point, ...] = ()
    """Where they came from."""
    to_play: bool = False

    @property
    def pips(self) -> int:
        """The steps still to run."""
        return pips(self.checkers)


class DiceView(msgspec.Struct, frozen=True):
    """The dice on the table, in the order in which they are shown, and which of them are used."""

    values: tuple[int, ...]
    side: Side
    used: tuple[bool, ...] = ()


class BoardView(msgspec.Struct, frozen=True, kw_only=True):
    """A board, seen by `mine`: the points are numbered as that side counts them."""

    mine: SideView
    theirs: SideView
    same_direction: bool = False
    """Both sides go round the same way (long nardy), the other half a board ahead."""
    dice: DiceView | None = None
    cube: CubeView | None = None
    """None where there is none: not agreed on, or the Crawford game."""
    length: int | None = None
    """The points of the match; none for a game by itself."""
    shows_pips: bool = True

    def across(self, point: Point) -> Point:
        """Return the number that one side gives to the other's point, either way round."""
        if point in {BAR, OFF}:
            return point
        if self.same_direction:
            return point + HALFWAY if point <= HALFWAY else point - HALFWAY
        return BAR - point
