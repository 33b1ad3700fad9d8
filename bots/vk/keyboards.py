"""Buttons as VK takes them. Source: dev.vk.com, api/bots/development/keyboard.

Below a message stand at most ten buttons, five in a row, six rows; a screen with more has them in
place of the phone's keyboard: forty, five in a row, ten rows.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from bots.screens import Button, Rows, Style

_IN_A_ROW: Final = 5
_INLINE_ROWS: Final = 6
_INLINE_BUTTONS: Final = 10
_ROWS: Final = 10
_BUTTONS: Final = 40
_LABEL: Final = 40
_COLOURS: Final = {Style.PLAIN: "secondary", Style.GOOD: "positive", Style.BAD: "negative"}


class Keyboard(NamedTuple):
    """A keyboard as text; one that is not `inline` comes with a new message only."""

    text: str
    inline: bool


def keyboard(rows: Rows) -> Keyboard:
    """Lay out buttons; those beyond what VK takes are left out."""
    laid = _laid(rows, _INLINE_ROWS)
    inline = sum(map(len, laid)) <= _INLINE_BUTTONS and len(laid) <= _INLINE_ROWS
    if not inline:
        laid = _within(_laid(rows, _ROWS))
    buttons = [[_button(button) for button in row] for row in laid]
    shape: dict[str, Any] = {"inline": inline, "buttons": buttons}
    if not inline:
        shape["one_time"] = True
    return Keyboard(json.dumps(shape, ensure_ascii=False), inline)


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


def _laid(rows: Rows, most: int) -> list[tuple[Button, ...]]:
    """Break rows that are too long; if there are too many then, fill rows up."""
    laid = [part for row in rows for part in _broken(row)]
    if len(laid) <= most:
        return laid
    return _broken([button for row in rows for button in row])


def _within(rows: Iterable[tuple[Button, ...]]) -> list[tuple[Button, ...]]:
    buttons = [button for row in rows for button in row]
    if len(buttons) <= _BUTTONS:
        return list(rows)
    return _broken(buttons[:_BUTTONS])


def _broken(buttons: Sequence[Button]) -> list[tuple[Button, ...]]:
    """Break a row into rows that VK takes."""
    return [tuple(buttons[at : at + _IN_A_ROW]) for at in range(0, len(buttons), _IN_A_ROW)]


def _button(button: Button) -> dict[str, Any]:
    label = button.label if len(button.label) <= _LABEL else f"{button.label[: _LABEL - 1]}…"
    if button.url is not None:
        return {"action": {"type": "open_link", "link": button.url, "label": label}}
    action = {"type": "callback", "label": label, "payload": payload(button.data)}
    return {"action": action, "color": _COLOURS[button.style]}
