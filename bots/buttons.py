"""What buttons carry: a verb, the match it is about, the turn it answers, and a word more.

    p:AAAAAAAAAAAAAAAAAAAAAA:12:13.8

A client may send back anything; what cannot be read is no press of ours. Who presses is known by
the platform, and whether he may is asked of the match, never of the button.
"""

import base64
import binascii
import re
from typing import Final
from uuid import UUID

import msgspec

_SHAPE: Final = re.compile(r"([a-z]{1,8}):([A-Za-z0-9_-]{22})?:(\d{1,7})?:([A-Za-z0-9_.,-]{0,24})")


class Press(msgspec.Struct, frozen=True):
    """One press: `str` writes it, `read` reads it. ValueError for what could not be read back."""

    verb: str
    id: UUID | None = None
    turn: int = 0
    word: str = ""

    def __str__(self) -> str:
        data = f"{self.verb}:{_short(self.id)}:{self.turn or ''}:{self.word}"
        if _SHAPE.fullmatch(data) is None:
            raise ValueError(f"no press: {data}")
        return data


def read(data: str) -> Press | None:
    """What a button said; none for what no button of ours says."""
    found = _SHAPE.fullmatch(data)
    if found is None or not data.isascii():
        return None
    verb, short, turn, word = found.groups()
    return Press(verb, None if short is None else _long(short), int(turn or 0), word)


def _short(id_: UUID | None) -> str:
    return "" if id_ is None else base64.urlsafe_b64encode(id_.bytes).decode().rstrip("=")


def _long(short: str) -> UUID | None:
    try:
        return UUID(bytes=base64.urlsafe_b64decode(short + "=="))
    except (binascii.Error, ValueError):
        return None
