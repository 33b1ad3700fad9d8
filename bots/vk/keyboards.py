"""Buttons as VK takes them. Source: dev.vk.com, api/bots/development/keyboard.

Below a message stand at most ten buttons, five in a row, six rows. A screen with more has them in
place of the phone's keyboard: forty, ten rows; there they send messages, since only such buttons
put that keyboard away again. Buttons of a row are equally wide, and VK cuts off what is wider.
"""

import json
import unicodedata
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from bots.screens import Button, Rows, Style
from bots.vk.folding import folded, lean

MOST_IN_A_ROW: Final = 5
_LABEL: Final = 40
LINE: Final = 38
"""Letters that a row of a phone has place for, the frames of its buttons with them."""
FRAME: Final = 3
"""Letters that the frame of a button takes."""
_COLOURS: Final = {Style.PLAIN: "secondary", Style.GOOD: "positive", Style.BAD: "negative"}
_TURNED: Final = " → "
"""In the label of a setting: what is, and what a press makes of it."""

_Row: TypeAlias = tuple[Button, ...]


class _Place(NamedTuple):
    """How many rows and buttons a keyboard has place for."""

    rows: int
    buttons: int


INLINE: Final = _Place(6, 10)
BELOW: Final = _Place(10, 40)


class Keyboard(NamedTuple):
    """A keyboard as text; one that is not `inline` comes with a new message only."""

    text: str
    inline: bool


def keyboard(rows: Rows) -> Keyboard:
    """Lay out buttons; those beyond what VK takes are left out."""
    for shorter in (rows, folded(rows), lean(folded(rows)), _brief(rows), _worded(rows)):
        laid = _laid(shorter, INLINE)
        if laid is not None:
            return Keyboard(_text(laid, inline=True), inline=True)
    laid = _laid(rows, BELOW)
    if laid is None:
        laid = _packed([button for row in rows for button in row][: BELOW.buttons])
        if len(laid) > BELOW.rows:
            laid = _dense([button for row in laid for button in row])
    return Keyboard(_text(laid, inline=False), inline=False)


def payload(data: str) -> str:
    """What a button carries, as VK sends it back."""
    return json.dumps({"b": data})


def data_of(sent: str | None) -> str | None:
    """What a button of ours carried; none for what is not ours."""
    if sent is None:
        return None
    try:
        carried = json.loads(sent)
    except (ValueError, RecursionError):
        return None
    data = carried.get("b") if isinstance(carried, dict) else None
    return data if isinstance(data, str) else None


def width_of(label: str) -> int:
    """How many letters wide a label is: pictures are as wide as two, marks as none."""
    return sum(_width(sign) for sign in label)


def fits(row: Sequence[Button]) -> bool:
    """Whether a phone shows a row whole; a button by itself has all the place that there is."""
    if len(row) <= 1:
        return True
    widest = max(width_of(button.label) for button in row)
    is_opening = any(button.url is not None for button in row)
    return len(row) <= MOST_IN_A_ROW and not is_opening and len(row) * (widest + FRAME) <= LINE


def _width(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) in {"Mn", "Me", "Cf"}:
        return 0
    is_wide = unicodedata.east_asian_width(sign) in "WF" or unicodedata.category(sign) == "So"
    return 2 if is_wide else 1


def _laid(rows: Rows, place: _Place) -> list[_Row] | None:
    """Rows that fit a phone and the place; as they are meant if possible, else filled up."""
    if sum(map(len, rows)) > place.buttons:
        return None
    meant = [part for row in rows for part in _broken(row)]
    if len(meant) <= place.rows:
        return meant
    filled = _packed([button for row in rows for button in row])
    return filled if len(filled) <= place.rows else None


def _broken(row: _Row) -> list[_Row]:
    """Break a row that does not fit into rows that do, equally long ones if possible."""
    packed = _packed(row)
    if len(packed) < 2:
        return packed
    size = -(-len(row) // len(packed))
    even = [row[at : at + size] for at in range(0, len(row), size)]
    return even if all(map(fits, even)) else packed


def _packed(buttons: Sequence[Button]) -> list[_Row]:
    """Fill rows up one after another."""
    rows: list[_Row] = []
    for button in buttons:
        if rows and fits((*rows[-1], button)):
            rows[-1] = (*rows[-1], button)
        else:
            rows.append((button,))
    return rows


def _dense(buttons: Sequence[Button]) -> list[_Row]:
    """So many that labels are cut off sooner than left out."""
    size = max(2, -(-len(buttons) // BELOW.rows))
    return [tuple(buttons[at : at + size]) for at in range(0, len(buttons), size)]


def _brief(rows: Rows) -> Rows:
    """The same with labels that only say what is, not what a press makes of it."""
    return tuple(
        tuple(
            msgspec.structs.replace(button, label=button.label.partition(_TURNED)[0] or "…")
            for button in row
        )
        for row in rows
    )


def _worded(rows: Rows) -> Rows:
    """The same without buttons that say nothing in words: each stands beside one that does."""
    return tuple(tuple(each for each in row if _says(each)) or row for row in rows)


def _says(button: Button) -> bool:
    return any(map(str.isalnum, button.label))


def _text(rows: Sequence[_Row], *, inline: bool) -> str:
    buttons = [[_button(button, inline=inline) for button in row] for row in rows]
    shape: dict[str, Any] = {"inline": inline, "buttons": buttons}
    if not inline:
        shape["one_time"] = True
    return json.dumps(shape, ensure_ascii=False)


def _button(button: Button, *, inline: bool) -> dict[str, Any]:
    label = button.label if len(button.label) <= _LABEL else f"{button.label[: _LABEL - 1]}…"
    if button.url is not None:
        return {"action": {"type": "open_link", "link": button.url, "label": label}}
    kind = "callback" if inline else "text"
    action = {"type": kind, "label": label, "payload": payload(button.data)}
    return {"action": action, "color": _COLOURS[button.style]}
