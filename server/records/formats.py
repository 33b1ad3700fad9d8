"""The formats in which a record is written for people, by the word that names each."""

from collections.abc import Callable, Mapping
from enum import StrEnum

from game.notation import Language
from game.records import MatchRecord, write_book, write_mat, write_sgf


class Format(StrEnum):
    """A format of a record."""

    MAT = "mat"
    SGF = "sgf"
    ENGLISH = "en"
    RUSSIAN = "ru"


WRITERS: Mapping[Format, Callable[[MatchRecord], str]] = {
    Format.MAT: write_mat,
    Format.SGF: write_sgf,
    Format.ENGLISH: lambda kept: write_book(kept, Language.ENGLISH),
    Format.RUSSIAN: lambda kept: write_book(kept, Language.RUSSIAN),
}
"""What writes each; `sgf` raises NoSgf but for three rule sets."""
