"""The plates above and below the board: whose side, whose turn, score, steps to run, time.

There are no words in a picture, so that none needs a font: names stand in the caption.
"""

from collections.abc import Iterator
from typing import Final

from bots.drawing import geometry as place
from bots.drawing.digits import width, written
from bots.view import BoardView, ClockView, SideView

_HURRY: Final = 20_000
"""Milliseconds, below which a running clock is red."""
_DIGITS: Final = 38.0
_BOX: Final = 62.0


def drawn_plates(view: BoardView) -> Iterator[str]:
    """Draw the other's plate above the board and the viewer's below."""
    yield from _plate(view, view.theirs, 0)
    yield from _plate(view, view.mine, place.HEIGHT - place.PLATE)


def _plate(view: BoardView, side: SideView, y: float) -> Iterator[str]:
    middle = y + place.PLATE / 2
    active = " active" if side.to_play else ""
    yield f'<rect class="plate{active}" y="{y:g}" width="{place.WIDTH}" height="{place.PLATE}"/>'
    if side.to_play:
        yield f'<rect class="edge" y="{y:g}" width="12" height="{place.PLATE}"/>'
    yield _chip(side, middle)
    yield from _score(view, side, middle)
    if view.shows_pips:
        yield from _pips(side, middle)
    if side.clock is not None:
        yield from _clock(side.clock, middle)


def _chip(side: SideView, y: float) -> str:
    circles = '<circle class="rim" r="24"/><circle class="inner" r="16"/>'
    return f'<g class="{side.colour}" transform="translate(58 {y:g})">{circles}</g>'


def _score(view: BoardView, side: SideView, y: float) -> Iterator[str]:
    text = str(side.score) if view.length is None else f"{side.score}/{view.length}"
    wide = max(_BOX, width(text, _DIGITS) + 40)
    yield _box(112, y, wide, "box")
    yield written(text, 112 + wide / 2, y, _DIGITS, "pen bold ink")


def _pips(side: SideView, y: float) -> Iterator[str]:
    """Write the steps to run behind a sign of running: an arrow that goes to a line."""
    x = 470.0
    path = f"M{x:g} {y:g}h44m-13 -12 13 12 -13 12M{x + 58:g} {y - 20:g}v40"
    yield f'<path class="pen dim" style="stroke-width:5" d="{path}"/>'
    text = str(side.pips)
    yield written(text, x + 84 + width(text, _DIGITS) / 2, y, _DIGITS, "pen bold dim")


def _clock(clock: ClockView, y: float) -> Iterator[str]:
    text, right = clock.written, place.WIDTH - 26.0
    wide = max(150.0, width(text, _DIGITS) + 44)
    look = "box still"
    if clock.running:
        look = "box short" if clock.delay + clock.reserve < _HURRY else "box running"
    pen = "pen bold bright" if clock.running else "pen bold ink"
    yield _box(right - wide, y, wide, look)
    yield written(text, right - wide / 2, y, _DIGITS, pen)
    if clock.delay > 0:
        extra = f"+{-(-clock.delay // 1000)}"
        x = right - wide - 22 - width(extra, 30) / 2
        yield written(extra, x, y, 30, "pen bold dim")


def _box(x: float, y: float, wide: float, look: str) -> str:
    size = f'width="{wide:g}" height="{_BOX:g}" rx="14"'
    return f'<rect class="{look}" x="{x:g}" y="{y - _BOX / 2:g}" {size}/>'
