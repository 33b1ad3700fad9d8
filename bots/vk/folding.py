"""A board with more buttons than a message: how it does with fewer.

First whence a checker goes, then whither: a button for a point stands for all steps from there;
pressed, it takes that checker in hand (``LIFT``), and its board shows where it may go. Where that
is not enough, buttons are left out that a word replaces.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from bots.buttons import Press, read
from bots.play.acting import LIFT, STEP
from bots.screens import Button, Rows

_SAID: Final = frozenset({"clk", "res"})
"""What may be typed at any time: the clock, and that one resigns."""


def folded(rows: Rows) -> Rows:
    """The rows with one button for all steps of a point that has several."""
    starts = Counter(start for row in rows for button in row if (start := _start(button)))
    several = {start for start, count in starts.items() if count > 1}
    buttons: list[tuple[Button, ...]] = []
    seen: set[Press] = set()
    for row in rows:
        left = tuple(_row(row, several, seen))
        if left:
            buttons.append(left)
    return tuple(buttons)


def lean(rows: Rows) -> Rows:
    """The rows without what a word does as well."""
    kept = (tuple(each for each in row if _verb(each) not in _SAID) for row in rows)
    return tuple(row for row in kept if row)


def _row(row: tuple[Button, ...], several: set[Press], seen: set[Press]) -> Iterator[Button]:
    for button in row:
        start = _start(button)
        if start is None or start not in several:
            yield button
        elif start not in seen:
            seen.add(start)
            point = button.label.partition("/")[0]
            yield Button(f"{point}/…", str(start), style=button.style)


def _verb(button: Button) -> str:
    press = read(button.data)
    return "" if press is None else press.verb


def _start(button: Button) -> Press | None:
    """The press that takes the checker of a step in hand; none for what is no step."""
    press = read(button.data)
    if press is None or press.verb != STEP:
        return None
    return Press(LIFT, press.id, press.turn, press.word.partition(".")[0])
