"""Codes that people read, type and pass on: letters and digits that can't be mistaken."""

import secrets
from typing import Final

_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Base 32 after Crockford: no I, L, O, U."""
_MISREAD: Final = str.maketrans("ILO", "110")

CERTIFICATE: Final = 16
"""80 random bits, so that a plain digest of it is enough."""
REFERRAL: Final = 8
"""It opens nothing; it need only be somebody's own."""


def new_code(length: int) -> str:
    """A fresh code of so many characters, as it is stored."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def shown(code: str) -> str:
    """A code as people read it, in groups of four."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


def typed(text: str) -> str:
    """A code as somebody has typed it, back in the form that is stored."""
    kept = "".join(letter for letter in text.upper() if letter.isalnum())
    return kept.translate(_MISREAD)
