"""What goes out to a chat, whichever platform it is on: screens, short answers, files.

A screen is a value. A front end shows it as its platform can: with a picture or without, as a new
message or in place of an old one.
"""

from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from bots.view import BoardView

LONGEST_DATA: Final = 64
"""Bytes of what a button may carry; the least that our platforms allow."""


class Style(StrEnum):
    """What a button is for, where a platform can show that."""

    PLAIN = "plain"
    GOOD = "good"
    """What one mostly wants: roll, confirm."""
    BAD = "bad"
    """What costs something: drop, resign."""


class Button(msgspec.Struct, frozen=True):
    """Something to press, which sends ``data`` back; or a link, where ``url`` stands.

    Raises ValueError for data that no platform would carry.
    """

    label: str
    data: str = ""
    url: str | None = None
    style: Style = Style.PLAIN

    def __post_init__(self) -> None:
        if not self.label or (not self.data and self.url is None):
            raise ValueError("a button says something and does something")
        if len(self.data.encode()) > LONGEST_DATA:
            raise ValueError(f"a button carries {LONGEST_DATA} bytes, not {self.data!r}")


Rows: TypeAlias = tuple[tuple[Button, ...], ...]


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """A message: plain text, buttons below, a board above where there is one.

    ``plain``: its reader wants the board as text. Equal screens look alike, so what is shown
    already need not be shown again.
    """

    text: str
    rows: Rows = ()
    board: BoardView | None = None
    plain: bool = False
    language: str = "en"
    """Of whoever reads it; the board's few words are in it."""


class Note(msgspec.Struct, frozen=True, tag=True):
    """A few words in answer to a press, over the chat and soon gone; ``alert``: to be closed."""

    text: str
    alert: bool = False


class File(msgspec.Struct, frozen=True, tag=True):
    """A document."""

    name: str
    content: bytes
    caption: str = ""


class Show(msgspec.Struct, frozen=True, tag=True):
    """Show a screen: in place of the message that was pressed, or ``anew`` below all others."""

    screen: Screen
    anew: bool = False


class Ask(msgspec.Struct, frozen=True, tag=True):
    """What somebody's next words are for from now on; none: for a move or a command."""

    what: str | None = None


Answer: TypeAlias = Show | Note | File | Ask
"""What the dialogue answers to one thing that came in; shown in order."""
