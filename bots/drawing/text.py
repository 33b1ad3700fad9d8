"""The board as plain text, for those who ask for it: at most thirty columns of a fixed font.

Two columns a point, so that a phone shows a row whole: `X` are the viewer's checkers, `O` the
other's, and the viewer's own numbers stand above and below. A point is a column of checkers as on
a board; the last row of a crowded one counts it.
"""

from collections.abc import Iterator
from typing import Final

from bots.view import BoardView, SideView
from bots.words import drawing as say
from game.steps import BAR, OFF, Point

WIDTH: Final = 30
_HEIGHT: Final = 5
_UPPER: Final = tuple(range(13, 25))
_LOWER: Final = tuple(range(12, 0, -1))
_MINE, _THEIRS = "X", "O"


def text_board(view: BoardView, language: str) -> str:
    """Draw the board in lines of at most `WIDTH` columns, of which none ends with blanks."""
    lines = [
        _plate(view, view.theirs, language),
        _numbers(_UPPER),
        *(_row(view, _UPPER, height) for height in range(_HEIGHT)),
        _middle(view),
        *(_row(view, _LOWER, height) for height in reversed(range(_HEIGHT))),
        _numbers(_LOWER),
        _plate(view, view.mine, language),
        *_last(view, language),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _plate(view: BoardView, side: SideView, language: str) -> str:
    mark = _MINE if side is view.mine else _THEIRS
    score = f"{side.score}" if view.length is None else f"{side.score}/{view.length}"
    facts = [f"{'>' if side.to_play else ' '}{mark}", score]
    if view.shows_pips:
        facts.append(f"={side.pips}")
    if side.checkers[OFF]:
        facts.append(f"{say.OFF_SHORT.say(language)} {side.checkers[OFF]}")
    if side.clock is not None:
        facts.append(side.clock.written)
    return " ".join(facts)


def _numbers(points: tuple[Point, ...]) -> str:
    cells = [f"{point:2}" for point in points]
    return f"|{''.join(cells[:6])}|  |{''.join(cells[6:])}|"


def _row(view: BoardView, points: tuple[Point, ...], height: int) -> str:
    cells = [_cell(view, point, height) for point in points]
    return f"|{''.join(cells[:6])}|{_bar(view, points is _UPPER, height)}|{''.join(cells[6:])}|"


def _cell(view: BoardView, point: Point, height: int) -> str:
    standing = ((view.mine, point, _MINE), (view.theirs, view.across(point), _THEIRS))
    for side, own, mark in standing:
        count = side.checkers[own]
        if count > height:
            crowded = height == _HEIGHT - 1 and count > _HEIGHT
            return f"{count:2}" if crowded else f" {mark}"
    return " ·" if height == 0 else "  "


def _bar(view: BoardView, upper: bool, height: int) -> str:  # noqa: FBT001 - one of two halves
    """Hit checkers wait next to the middle, their number behind them: the other's above."""
    side, mark = (view.theirs, _THEIRS) if upper else (view.mine, _MINE)
    count = side.checkers[BAR]
    if count and height == _HEIGHT - 1:
        return f" {mark}"
    return f"{count:2}" if count > 1 and height == _HEIGHT - 2 else "  "


def _middle(view: BoardView) -> str:
    """Between the halves: the dice on the side of who threw them, the cube on the bar."""
    dice = _dice(view)
    mine = view.dice is not None and view.dice.side is view.mine.colour
    left, right = ("", dice) if mine else (dice, "")
    return f"|{left:^12}|{_cube(view):2}|{right:^12}|"


def _dice(view: BoardView) -> str:
    if view.dice is None:
        return ""
    used = view.dice.used
    shown = [
        f"({value})" if used[number : number + 1] == (True,) else str(value)
        for number, value in enumerate(view.dice.values)
    ]
    # Four dice in brackets fill the half of a board.
    return ("" if len(shown) == 4 else " ").join(shown)


def _cube(view: BoardView) -> str:
    """The cube's value where two signs hold it; below the board it stands whole."""
    if view.cube is None:
        return "--"
    return f"{view.cube.value:2}" if view.cube.value < 100 else "##"


def _last(view: BoardView, language: str) -> Iterator[str]:
    """Below the board: the cube and its owner, and where the last move went."""
    if view.cube is not None:
        mark = {None: "", view.mine.colour: _MINE, view.theirs.colour: _THEIRS}
        sign = "?" if view.cube.offered else mark[view.cube.owner]
        yield say.CUBE_OF.say(language, value=view.cube.value, side=sign)
    for side, sign in ((view.theirs, _THEIRS), (view.mine, _MINE)):
        if side.moved:
            seen = [_seen(view, side, point, language) for point in dict.fromkeys(side.moved)]
            yield say.MOVED_TO.say(language, side=sign, points=", ".join(seen))


def _seen(view: BoardView, side: SideView, point: Point, language: str) -> str:
    if point == OFF:
        return say.OFF_SHORT.say(language)
    return str(point if side is view.mine else view.across(point))
