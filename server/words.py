"""Whether a text says anything, and nothing else: signs that nobody sees are no words."""

import unicodedata
from typing import Final

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"})
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that look like nothing."""
_TURNING: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
"""The property Bidi_Control: signs that turn the order of the letters around them."""
_LAYOUT: Final = frozenset("\t\n\r")


def has_words(text: str) -> bool:
    """Whether somebody who looks at it sees anything."""
    return any(_is_seen(sign) for sign in text)


def is_steering(text: str) -> bool:
    """Whether it holds signs that steer a terminal, or turn whatever stands around it."""
    return any(
        sign in _TURNING or (unicodedata.category(sign) == "Cc" and sign not in _LAYOUT)
        for sign in text
    )


def in_one_line(text: str) -> str:
    """The text with single blanks, and none of the signs that steer a terminal or a line."""
    plain = (" " if unicodedata.category(sign) in {"Cc", "Zl", "Zp"} else sign for sign in text)
    return " ".join("".join(plain).split())


def _is_seen(sign: str) -> bool:
    category = unicodedata.category(sign)
    return category not in _UNSEEN and category[0] != "M" and sign not in _BLANK
