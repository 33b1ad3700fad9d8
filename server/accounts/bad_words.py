"""Words that no nick may hold: a list in a file, and what the settings add to it."""

import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import Self

from server.accounts.nick import checked_nick, skeleton
from server.accounts.refusals import NickFault, NickRefused

_BETWEEN_WORDS = re.compile(r"[^\w]+|_+")


class BadWords:
    """Finds them, also behind marks, blanks, other cases and look-alike letters.

    Each is written ``word`` (by itself), ``word*`` (at the beginning of a word), ``*word*``
    (anywhere) or ``=word`` (the whole nick).
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._entire: set[str] = set()
        self._whole: set[str] = set()
        self._beginnings: list[str] = []
        self._anywhere: list[str] = []
        for word in words:
            kept = skeleton(word.strip("*="))
            if word.startswith("="):
                self._entire.add(kept)
            elif word.startswith("*") and word.endswith("*"):
                self._anywhere.append(kept)
            elif word.endswith("*"):
                self._beginnings.append(kept)
            else:
                self._whole.add(kept)

    @classmethod
    def standard(cls, added: Iterable[str] = ()) -> Self:
        """The words of the file, and these."""
        return cls((*_words_of_the_file(), *added))

    def are_in(self, nick: str) -> bool:
        """Whether a nick holds one."""
        whole = skeleton(nick)
        words = {whole, *map(skeleton, _BETWEEN_WORDS.split(nick))}
        return (
            whole in self._entire
            or any(word in whole for word in self._anywhere)
            or not words.isdisjoint(self._whole)
            or any(word.startswith(tuple(self._beginnings)) for word in words)
        )

    def require_clean(self, text: str) -> str:
        """The nick that is asked for, in its one spelling; raises ``NickRefused``."""
        nick = checked_nick(text)
        if self.are_in(nick):
            raise NickRefused(NickFault.BAD_WORD)
        return nick


def _words_of_the_file() -> Iterator[str]:
    text = files("server.accounts").joinpath("bad_words.txt").read_text("utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            yield line.strip()
