"""The board itself: wood, numbers, checkers, what moved last, dice and cube."""

from collections.abc import Iterator
from typing import Final

from bots.drawing import geometry as place
from bots.drawing.digits import written
from bots.view import BoardView, CubeView, DiceView, SideView
from game.side import Side
from game.steps import BAR, OFF, Point

_CROWD: Final = 5
"""More checkers than these on one spot are counted in digits."""
_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def drawn_board(view: BoardView) -> Iterator[str]:
    """Draw everything between the plates, the lowest layer first."""
    yield from _wood()
    yield from _ways(view)
    for side in (view.theirs, view.mine):
        yield from _left(view, side)
    for side in (view.theirs, view.mine):
        yield from _checkers(view, side)
    for side in (view.theirs, view.mine):
        yield from _marks(view, side)
    yield from _dice(view)
    yield from _cube(view)


def _wood() -> Iterator[str]:
    yield _rect(0, place.PLATE, place.WIDTH, place.BOARD_HEIGHT, "frame", 16)
    height = place.BOTTOM - place.TOP
    for x in (place.LEFT, place.RIGHT):
        yield _rect(x, place.TOP, place.HALF, height, "field", 4)
    tray = place.TRAY_X - place.TRAY_WIDTH / 2
    yield _rect(tray, place.TOP, place.TRAY_WIDTH, height, "tray", 6)
    for point in range(1, 25):
        shade = "light" if point % 2 else "dark"
        yield f'<polygon class="point {shade}" points="{place.triangle(point)}"/>'
        yield written(str(point), place.column(point), _rail(point), 24, "pen on-wood")


def _rail(point: Point) -> float:
    """Where on the rail the number of a point stands."""
    upper = place.PLATE + place.FRAME / 2
    return upper if place.is_upper(point) else place.HEIGHT - upper


def _ways(view: BoardView) -> Iterator[str]:
    """Show which way the sides go round, and where each has its home."""
    mine, theirs = view.mine.colour, view.theirs.colour
    there = place.LEFT if view.same_direction else place.RIGHT
    yield _rect(place.RIGHT, place.BOTTOM, place.HALF, 6, f"home {mine}", 0)
    yield _rect(there, place.TOP - 6, place.HALF, 6, f"home {theirs}", 0)
    yield _arrow(place.LEFT / 2 + (0 if view.same_direction else -6), mine, down=True)
    if view.same_direction:
        yield _arrow(place.RIGHT + place.HALF + 9, theirs, down=False)
    else:
        yield _arrow(place.LEFT / 2 + 6, theirs, down=False)


def _arrow(x: float, colour: Side, *, down: bool) -> str:
    way = 58 if down else -58
    tip = -10 if down else 10
    path = f"M{x:g} {place.MIDDLE - way}v{2 * way}m-6 {tip}l6 {-tip}l6 {tip}"
    return f'<path class="way {colour}" d="{path}"/>'


def _checkers(view: BoardView, side: SideView) -> Iterator[str]:
    yield f'<g class="{side.colour}">'
    for point, count in enumerate(side.checkers):
        for index in range(count):
            spot = _spot(view, side, point, index)
            yield _flat(spot) if point == OFF else _round(spot)
    yield "</g>"


def _spot(view: BoardView, side: SideView, point: Point, index: int) -> place.Place:
    """Where checker `index` of a side stands on its own point."""
    mine, count = side is view.mine, side.checkers[point]
    if point == OFF:
        return place.in_tray(index, mine=mine)
    if point == BAR:
        return place.on_bar(index, max(count, index + 1), mine=mine)
    seen = point if mine else view.across(point)
    return place.on_point(seen, index, max(count, index + 1))


def _round(at: place.Place) -> str:
    radius = place.RADIUS
    return (
        f'<circle class="shade" cx="{at.x + 2:g}" cy="{at.y + 3:g}" r="{radius}"/>'
        f'<circle class="rim" cx="{at.x:g}" cy="{at.y:g}" r="{radius - 1}"/>'
        f'<circle class="inner" cx="{at.x:g}" cy="{at.y:g}" r="{radius - 10}"/>'
    )


def _flat(at: place.Place) -> str:
    return _rect(at.x - 34, at.y - 10, 68, 20, "rim", 6)


def _left(view: BoardView, side: SideView) -> Iterator[str]:
    """Show where the last move took checkers from, on spots that stand empty now."""
    for point in dict.fromkeys(side.left):
        if point not in {BAR, OFF} and point not in side.moved:
            spot = _spot(view, side, point, side.checkers[point])
            yield f'<circle class="left" cx="{spot.x:g}" cy="{spot.y:g}" r="{place.RADIUS - 5}"/>'


def _marks(view: BoardView, side: SideView) -> Iterator[str]:
    """Show what arrived with the last move, and count the crowds."""
    for point in dict.fromkeys(side.moved):
        if side.checkers[point] and point != OFF:
            spot = _spot(view, side, point, side.checkers[point] - 1)
            yield f'<circle class="moved" cx="{spot.x:g}" cy="{spot.y:g}" r="{place.RADIUS - 8}"/>'
    pen = "pen bold ink" if side.colour is Side.WHITE else "pen bold bright"
    for point, count in enumerate(side.checkers):
        if count > _CROWD and point != OFF:
            spot = _spot(view, side, point, count - 1)
            yield written(str(count), spot.x, spot.y, 26, pen)
    if side.checkers[OFF]:
        rail = _rail(1 if side is view.mine else 24)
        yield written(str(side.checkers[OFF]), place.TRAY_X, rail, 26, "pen bold on-wood")


def _dice(view: BoardView) -> Iterator[str]:
    if view.dice is None:
        return
    half = place.RIGHT if view.dice.side is view.mine.colour else place.LEFT
    values = view.dice.values
    for number, value in enumerate(values):
        x = half + place.HALF / 2 + (number - (len(values) - 1) / 2) * 88
        yield _die(view.dice, number, value, x)


def _die(dice: DiceView, number: int, value: int, x: float) -> str:
    used = " used" if dice.used[number : number + 1] == (True,) else ""
    spots = "".join(f'<circle cx="{dx * 19}" cy="{dy * 19}" r="7.5"/>' for dx, dy in _PIPS[value])
    face = _rect(-36, -36, 72, 72, "face", 13)
    at = f"translate({x:g} {place.MIDDLE})"
    return f'<g class="die {dice.side}{used}" transform="{at}">{face}{spots}</g>'


def _cube(view: BoardView) -> Iterator[str]:
    if view.cube is None:
        return
    cube, name = view.cube, "cube"
    size = 29.0
    if cube.offered:
        name, size = "cube offered", 42.0
    number = written(str(cube.value), 0, 0, _digits_in(cube.value, size), "pen bold ink")
    face = _rect(-size, -size, 2 * size, 2 * size, "face", 9)
    at = f"translate({place.BAR_X} {_cube_height(view, cube)})"
    yield f'<g class="{name}" transform="{at}">{face}{number}</g>'


def _digits_in(value: int, size: float) -> float:
    """How high the digits of a cube may be for all of them to find room."""
    return size * (1.0, 1.0, 0.9, 0.64, 0.48)[min(len(str(value)), 4)]


def _cube_height(view: BoardView, cube: CubeView) -> float:
    if cube.offered or cube.owner is None:
        return place.MIDDLE
    return place.BOTTOM - 34 if cube.owner is view.mine.colour else place.TOP + 34


def _rect(x: float, y: float, width: float, height: float, name: str, round_by: float) -> str:  # noqa: PLR0913, PLR0917 - a rectangle has as many numbers
    size = f'width="{width:g}" height="{height:g}" rx="{round_by:g}"'
    return f'<rect class="{name}" x="{x:g}" y="{y:g}" {size}/>'
