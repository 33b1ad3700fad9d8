"""A board as a picture: SVG, and from it PNG. Both are functions of the view alone."""

from typing import Final

import resvg_py

from bots.drawing import geometry as place
from bots.drawing.board import drawn_board
from bots.drawing.looks import STYLE
from bots.drawing.plates import drawn_plates
from bots.view import BoardView

PIXELS: Final = 1080
"""The width of a PNG: a phone's whole screen."""


def board_svg(view: BoardView) -> str:
    """Draw the board as SVG without any text, so that it looks the same everywhere."""
    parts = "".join([*drawn_plates(view), *drawn_board(view)])
    box = f'viewBox="0 0 {place.WIDTH} {place.HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}><style>{STYLE}</style>{parts}</svg>'


def png_of(svg: str, pixels: int = PIXELS) -> bytes:
    """Render an SVG of ours as PNG, so many pixels wide. It takes a processor 0.15 s."""
    return resvg_py.svg_to_bytes(svg_string=svg, width=pixels, skip_system_fonts=True)
