"""Digits as strokes, so that a picture needs no font.

Each is drawn in a box 10 wide and 16 high, as a pen with a round tip would write it.
"""

from typing import Final, NamedTuple

_HEIGHT: Final = 16.0
_GAP: Final = 3.2


class _Glyph(NamedTuple):
    """The way of the pen, and how wide it is."""

    path: str
    width: float = 10.0


_GLYPHS: Final = {
    "0": _Glyph("M5 1C2.2 1 1 4 1 8S2.2 15 5 15 9 12 9 8 7.8 1 5 1Z"),
    "1": _Glyph("M1 4 4.6 1V15", 6),
    "2": _Glyph("M1.3 4.7C1.3 2.5 2.9 1 5.1 1S8.8 2.5 8.8 4.6C8.8 6.2 8 7.4 6.6 8.9L1.2 15H9"),
    "3": _Glyph("M1.4 1H8.5L4.7 6.3C7.3 6.3 9 8 9 10.6S7.2 15 4.8 15C3 15 1.6 14.2 1 12.8"),
    "4": _Glyph("M6.8 15V1L1 11H9.4"),
    "5": _Glyph("M8.4 1H2.4L1.8 7.2C2.6 6.6 3.7 6.2 4.8 6.2 7.3 6.2 9 8 9 10.6S7.3 15 4.8 15"
                "C3 15 1.7 14.2 1 12.8"),
    "6": _Glyph("M7.6 1C4 2.8 1 6.6 1 10.7 1 13.3 2.7 15 5 15S9 13.2 9 10.8 7.3 6.6 5 6.6"
                "C3 6.6 1.3 8 1 10.2"),
    "7": _Glyph("M1 1H9L4 15"),
    "8": _Glyph("M5 7.4C3 7.4 1.7 6.1 1.7 4.2S3 1 5 1 8.3 2.3 8.3 4.2 7 7.4 5 7.4"
                "C2.6 7.4 1 9 1 11.2S2.6 15 5 15 9 13.4 9 11.2 7.4 7.4 5 7.4Z"),
    "9": _Glyph("M2.4 15C6 13.2 9 9.4 9 5.3 9 2.7 7.3 1 5 1S1 2.8 1 5.2 2.7 9.4 5 9.4"
                "C7 9.4 8.7 8 9 5.8"),
    ":": _Glyph("M1.5 5V5.01M1.5 11.5V11.51", 3),
    ".": _Glyph("M1.5 14.8V14.81", 3),
    "/": _Glyph("M7 0 1 17", 8),
    "+": _Glyph("M1 8.5H8M4.5 5V12", 9),
    "-": _Glyph("M1 8.5H7", 8),
}  # fmt: skip


def written(text: str, x: float, y: float, height: float, style: str) -> str:
    """Write digits and `:./+-` centred on a spot; `style` is the class of the strokes.

    Raises KeyError for any other letter.
    """
    scale = height / _HEIGHT
    start, strokes = -width(text, height) / 2, []
    for letter in text:
        glyph = _GLYPHS[letter]
        strokes.append(f'<path transform="translate({start / scale:.2f} -8)" d="{glyph.path}"/>')
        start += (glyph.width + _GAP) * scale
    place = f"translate({x:g} {y:g}) scale({scale:.4g})"
    return f'<g class="{style}" transform="{place}">{"".join(strokes)}</g>'


def width(text: str, height: float) -> float:
    """Return how wide a text of this height is."""
    wide = sum(_GLYPHS[letter].width + _GAP for letter in text) - _GAP
    return wide * height / _HEIGHT
