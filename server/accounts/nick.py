"""Nicks: what one may be, which two look the same, and what we propose to somebody new."""

import unicodedata
from typing import Final

from server.accounts.refusals import NickFault, NickRefused

SHORTEST: Final = 2
LONGEST: Final = 20

_MARKS: Final = "-_."
_SCRIPTS: Final = ("LATIN ", "CYRILLIC ")
"""The alphabets that nicks are written in: of these alone it is known what looks like what."""
_ALIKE: Final = (
    "1ilı|ɩɪіӏꙇ 0oоᴏᴑꬽ 2ƨᴤꙅꝛ 3зэȝɜʒӡᴈꝫ 4ч 6б 8ȣ 9ꝯ sƽѕꜱ fꞙꬵ yɣʏуүᶌỿꭚ bвƅʙьꞵ gƍɡɢԍᶃ uʋᴜꞟꭎꭒ "
    "mмʍᴍꭑ rгʀꭇꭈ wɯѡԝᴡ ɛєԑꞓ eеҽꬲ hнʜһ kкĸᴋ tтƫᴛ aаɑ cсᴄ ǝəә jјʝ ɔᴐↄ vѵᴠ ʌлᴫ xхꭓ dԁ ʚꞝ ƕԋ ꜧꞕ "
    "иᴎ nɲ pр ɸф qԛ ɋᶐ яᴙ ʃꭍ zᴢ þƿ ʘꙩ љꭠ ꙍꞷ ҷӌ"
)
_LOOK_ALIKES: Final = {
    ord(other): "i" if alike[0] == "1" else "o" if alike[0] == "0" else alike[0]
    for alike in _ALIKE.split()
    for other in alike
}
"""Small letters and digits that are taken for one another, by the first of each kind.

Source: confusables.txt of Unicode Technical Standard 39, its single letters of the two alphabets,
small and capital ones; and of ours the digits that stand for Cyrillic letters.
"""


def checked_nick(text: str) -> str:
    """The nick that somebody asks for, in its one spelling; raises ``NickRefused``."""
    nick = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", text)).strip()
    if not all(_may_be(c) or c in _MARKS or c == " " for c in nick):
        raise NickRefused(NickFault.BAD_CHARACTER)
    if "  " in nick or (nick and not _may_be(nick[0])):
        raise NickRefused(NickFault.BAD_CHARACTER)
    if len(nick) > LONGEST:
        raise NickRefused(NickFault.TOO_LONG)
    if sum(map(_is_letter, nick)) < SHORTEST:
        raise NickRefused(NickFault.TOO_SHORT)
    return nick


def skeleton(nick: str) -> str:
    """What is left of a nick when case, accents, marks between letters and the alphabet of
    look-alike letters are overlooked: of two nicks with the same skeleton only one is given out.
    """
    folded = unicodedata.normalize("NFKD", nick.casefold())
    return "".join(c for c in folded if _is_letter(c)).translate(_LOOK_ALIKES)


def proposed_nick(name: str | None) -> str | None:
    """Letters, digits and single blanks of a name, at most 20; none when too little is left."""
    if name is None:
        return None
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name))
    kept = "".join(c if _may_be(c) or c in _MARKS else " " for c in plain)
    nick = " ".join(kept.split()).lstrip(_MARKS + " ")[:LONGEST].strip()
    return nick if sum(map(_is_letter, nick)) >= SHORTEST else None


def generated_nick(number: int, language: str) -> str:
    """A nick for somebody of whom we are told no name."""
    word = "Игрок" if language == "ru" else "Player"
    return f"{word} {number % 900_000 + 100_000}"


def numbered(nick: str, number: int) -> str:
    """The nick with a number behind it, still short enough."""
    tail = f" {number}"
    return nick[: LONGEST - len(tail)].rstrip() + tail


def _may_be(character: str) -> bool:
    """Whether it is a letter of our alphabets, or a digit."""
    if character in "0123456789":
        return True
    kind, name = unicodedata.category(character), unicodedata.name(character, "")
    return kind in {"Lu", "Ll"} and name.startswith(_SCRIPTS)


def _is_letter(character: str) -> bool:
    return unicodedata.category(character) in {"Lu", "Ll", "Lt", "Lo", "Lm", "Nd"}
