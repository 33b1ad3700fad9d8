"""Letters as people meant them: one case, one alphabet where two look alike."""

import unicodedata
from typing import Final

_ALIKE: Final = str.maketrans("аАвВеЕкКмМнНоОрРсСтТуУхХёЁіІ", "aAbBeEkKmMhHoOpPcCtTyYxXeEiI")
_DIGITS: Final = str.maketrans("oзlі", "0311")


def plain(text: str) -> str:
    """Return the text in one case and in the usual form of each letter."""
    return unicodedata.normalize("NFKC", text).casefold()


def alike(word: str) -> str:
    """Return what all words that look like this one have in common, whichever keyboard was on."""
    return word.translate(_ALIKE)


def as_digits(word: str) -> str:
    """Return a number as it was meant: the letters that look like digits are digits."""
    return alike(word).translate(_DIGITS)
