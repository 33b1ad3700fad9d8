"""Where things are in the picture, in units of which the whole picture is `WIDTH` wide.

The board lies as on the page: own home at the lower right, own points counted from there, borne
off checkers at the right edge. Points are in the viewer's numbering, as he sees them.
"""

from typing import Final, NamedTuple

from game.steps import Point

WIDTH: Final = 1080
PLATE: Final = 92
"""The height of a plate, above and below the board."""
BOARD_HEIGHT: Final = 836
HEIGHT: Final = BOARD_HEIGHT + 2 * PLATE

FRAME: Final = 48
"""The rail above and below, wide enough for the numbers of the points."""
TOP: Final = PLATE + FRAME
BOTTOM: Final = HEIGHT - TOP
MIDDLE: Final = HEIGHT // 2

COLUMN: Final = 73
RADIUS: Final = 34
LEFT: Final = 28
HALF: Final = 6 * COLUMN
BAR_WIDTH: Final = 68
BAR_X: Final = LEFT + HALF + BAR_WIDTH // 2
RIGHT: Final = LEFT + HALF + BAR_WIDTH
TRAY_WIDTH: Final = 78
TRAY_X: Final = WIDTH - 14 - TRAY_WIDTH // 2
POINT_HEIGHT: Final = 304

_UNCROWDED: Final = 5
"""So many checkers stand on a point without overlapping."""
_STACK: Final = 2 * RADIUS * _UNCROWDED
_ON_BAR: Final = 238
_FLAT: Final = 22


class Place(NamedTuple):
    """A spot in the picture."""

    x: float
    y: float


def is_upper(point: Point) -> bool:
    """Whether a point grows down from the upper rail."""
    return point > 12


def column(point: Point) -> float:
    """Return the middle of a point's column."""
    from_left = point - 13 if is_upper(point) else 12 - point
    gap = BAR_WIDTH if from_left > 5 else 0
    return LEFT + gap + (from_left + 0.5) * COLUMN


def on_point(point: Point, index: int, count: int) -> Place:
    """Return the centre of checker `index` of `count` on a point; a tall stack overlaps."""
    step = min(2.0 * RADIUS, (_STACK - 2 * RADIUS) / max(1, count - 1))
    depth = RADIUS + 1 + index * step
    return Place(column(point), TOP + depth if is_upper(point) else BOTTOM - depth)


def on_bar(index: int, count: int, *, mine: bool) -> Place:
    """Return the centre of a hit checker: the viewer's below the middle, the other's above."""
    step = min(2.0 * RADIUS, (_ON_BAR - 2 * RADIUS) / max(1, count - 1))
    away = 76 + index * step
    return Place(BAR_X, MIDDLE + away if mine else MIDDLE - away)


def in_tray(index: int, *, mine: bool) -> Place:
    """Return the centre of a checker borne off, which lies flat."""
    depth = 13 + index * _FLAT
    return Place(TRAY_X, BOTTOM - depth if mine else TOP + depth)


def triangle(point: Point) -> str:
    """Return the corners of a point, as a polygon has them."""
    x, base = column(point), TOP if is_upper(point) else BOTTOM
    tip = TOP + POINT_HEIGHT if is_upper(point) else BOTTOM - POINT_HEIGHT
    return f"{x - COLUMN / 2 + 2:g},{base} {x + COLUMN / 2 - 2:g},{base} {x:g},{tip}"
