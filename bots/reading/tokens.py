"""Typed text as the signs of a play: points, what links and parts them, hits, repeats.

People write `13/11 8/7`, «13-11, 8-7», `бар→22`, `8/5(2)`; phones turn hyphens into dashes, and
whoever has the other keyboard on types its look-alikes.
"""

import re
from enum import StrEnum
from typing import Final, NamedTuple

from bots.reading.letters import alike, as_digits, plain
from game.steps import BAR, OFF

LONGEST: Final = 200
"""Characters. No play is longer; the rest of a longer text is not looked at."""


class Kind(StrEnum):
    """What a sign is for."""

    POINT = "point"
    ROLL = "roll"
    """A two-digit number that is no point, or one with a colon behind it."""
    LINK = "link"
    PART = "part"
    TIMES = "times"
    HIT = "hit"
    OTHER = "other"


class Sign(NamedTuple):
    """One sign: `number` is a point, the two dice of a roll, or how many times."""

    kind: Kind
    text: str
    number: int = 0


_BAR: Final = "bar b бар бара б"
_OFF: Final = (
    "off out home сн сброс сбросить сбрасываю снять снимаю снял выброс выбросить выбрасываю вых "
    "выход выкинуть вон"
)
_LINKS: Final = "на to в до"
_PARTS: Final = "и and then потом затем с со from ход хожу играю move play"
_NAMED: Final = {
    alike(word): Sign(kind, word, number)
    for words, kind, number in (
        (_BAR, Kind.POINT, BAR),
        (_OFF, Kind.POINT, OFF),
        (_LINKS, Kind.LINK, 0),
        (_PARTS, Kind.PART, 0),
    )
    for word in words.split()
}
_SIGN: Final = re.compile(
    r"(?P<times>\(\s*[2-4]\s*\)|[xх×]\s*[2-4](?!\d))"
    r"|(?P<roll>[1-6]\s?[-,.x]?\s?[1-6]\s?:)"
    r"|(?P<link>\s*(?:->|=>|[-/\\>→➡⁄|]|(?<=\d)\.(?=\d))\s*)"
    r"|(?P<word>[^\W\d_]+|\d[\doозlі]*)"
    r"|(?P<hit>\*+)"
    r"|(?P<part>[,;.+&])"
    r"|(?P<blank>\s+)"
    r"|(?P<other>.)"
)
_QUOTES: Final = re.compile("[«»„“”\"'`()\\[\\]]")
_DASHES: Final = re.compile("[‐‑‒–—―−－]")


def signs(text: str) -> list[Sign]:
    """Take a typed play apart; what belongs to no play comes back as `OTHER`."""
    written = _DASHES.sub("-", plain(text[:LONGEST]).strip(" \t\r\n.!?…"))
    found = [_sign(match) for match in _SIGN.finditer(written)]
    return [sign for sign in found if sign is not None]


def _sign(match: re.Match[str]) -> Sign | None:
    kind, text = str(match.lastgroup), match.group()
    match kind:
        case "blank":
            return None
        case "word":
            return _named(text)
        case "roll":
            return Sign(Kind.ROLL, text, int("".join(filter(str.isdigit, text))))
        case "times":
            return Sign(Kind.TIMES, text, int("".join(filter(str.isdigit, text))))
        case "other" if _QUOTES.fullmatch(text):
            return None
        case _:
            return Sign(Kind(kind), text)


def _named(word: str) -> Sign:
    """Read a word of ours, a point by its number, or a roll."""
    named = _NAMED.get(alike(word))
    if named is not None:
        return named._replace(text=word)
    digits = as_digits(word)
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 2):
        return Sign(Kind.OTHER, word)
    number = int(digits)
    if OFF <= number <= BAR:
        return Sign(Kind.POINT, digits, number)
    is_roll = set(digits) <= set("123456")
    return Sign(Kind.ROLL if is_roll else Kind.OTHER, word, number)
