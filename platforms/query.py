"""A strict reader of query strings and form bodies.

The readers that come with web frameworks forgive: they pick one of two equal keys, turn bad
UTF-8 into question marks and drop empty values. A forger lives on what two readers see
differently, so this one refuses.
"""

import re
from collections.abc import Iterable
from urllib.parse import unquote_to_bytes

from platforms.refusals import Forged, Reason

LAUNCH_LIMIT = 8 * 1024
BODY_LIMIT = 64 * 1024

_BROKEN_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")

Pair = tuple[str, str]


def read_pairs(text: str, limit: int) -> list[Pair]:
    """Split and decode once, keeping order, repeats and empty values.

    `limit` is in bytes. Raises `Forged` with TOO_LONG or BAD_ENCODING.
    """
    _require_size(text, limit)
    pieces = (piece.partition("=") for piece in text.split("&") if piece)
    return [(unescape(key), unescape(value)) for key, _, value in pieces]


def unique(pairs: Iterable[Pair]) -> dict[str, str]:
    """The pairs by key; a key that comes twice is refused."""
    fields: dict[str, str] = {}
    for key, value in pairs:
        if key in fields:
            raise Forged(Reason.DUPLICATE_KEY)
        fields[key] = value
    return fields


def require_ascii(text: str, limit: int) -> None:
    """Refuse a text with other characters than ASCII, and one of more than so many."""
    if not text.isascii():
        raise Forged(Reason.MALFORMED)
    if len(text) > limit:
        raise Forged(Reason.TOO_LONG)


def unescape(text: str) -> str:
    """Undo percent-encoding once; `+` is a blank, and the bytes must be UTF-8."""
    if _BROKEN_ESCAPE.search(text):
        raise Forged(Reason.BAD_ENCODING)
    try:
        return unquote_to_bytes(text.replace("+", " ")).decode()
    except UnicodeError as not_utf8:
        raise Forged(Reason.BAD_ENCODING) from not_utf8


def _require_size(text: str, limit: int) -> None:
    """Refuse a text longer than so many bytes, and one that has no bytes at all."""
    if len(text) > limit:
        raise Forged(Reason.TOO_LONG)
    try:
        size = len(text.encode())
    except UnicodeEncodeError as lone_surrogate:
        raise Forged(Reason.BAD_ENCODING) from lone_surrogate
    if size > limit:
        raise Forged(Reason.TOO_LONG)
