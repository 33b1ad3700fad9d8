"""What readers of every text share: bytes to lines, and headers to a heading."""

import re
from typing import NamedTuple

from game.conventions import (
    ClockName,
    Conventions,
    ConventionsAsked,
    CubeKind,
    DeadCube,
    Form,
    resolve,
)
from game.records.headers import GAME_KEYS, OURS, GameHeaders, Header, read_result, read_rules
from game.records.moments import LATEST
from game.records.sheet import NOWHERE, Heading, UnreadableRecord
from game.refusals import ConventionsRefused
from game.rulesets import RuleName

LARGEST_TEXT = 4_000_000
"""Bytes; a match of a thousand turns takes a tenth of a megabyte."""

_GAME_KEY = re.compile(r"(\w+) (\d{1,4})", re.ASCII)
_OTHERS_CUBE_CAP = 4_096

_WORD = re.compile(r"[^\W\d_]+")
_CYRILLIC = re.compile(r"[Ѐ-ӿ]+")


def decoded(data: bytes) -> str:
    """Return the text of a file, whatever program wrote it. Raises UnreadableRecord."""
    if len(data) > LARGEST_TEXT:
        raise UnreadableRecord(NOWHERE, f"a record has at most {LARGEST_TEXT} bytes")
    if b"\0" in data:
        raise UnreadableRecord(NOWHERE, "this is no text")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _of_old_windows(data)


def _of_old_windows(data: bytes) -> str:
    """Windows-1251 if more words are so Cyrillic throughout than in part, else Windows-1252.

    An accented letter of a Latin word is a Cyrillic one in the other, in the midst of Latin ones.
    """
    cyrillic = data.decode("cp1251", "replace")
    words = [word for word in _WORD.findall(cyrillic) if _CYRILLIC.search(word)]
    throughout = sum(1 for word in words if _CYRILLIC.fullmatch(word))
    if 2 * throughout > len(words):
        return cyrillic
    return data.decode("cp1252", "replace")


class Length(NamedTuple):
    """How many points a text says its match has, 0 for a money session, and where."""

    line: int
    points: int


class Headers:
    """All headers of a text, by key; those of games by their number."""

    def __init__(self) -> None:
        self.named: dict[str, Header] = {}
        self._games: dict[int, GameHeaders] = {}

    def add(self, header: Header) -> None:
        """Take in a header; the first of a key counts. Raises UnreadableRecord."""
        match = _GAME_KEY.fullmatch(header.key)
        if match is not None and match[1] in GAME_KEYS:
            self._games.setdefault(int(match[2]), GameHeaders()).take(match[1], header)
        else:
            self.named.setdefault(header.key.lower(), header)

    def game(self, number: int) -> GameHeaders:
        """Return what is said of one game."""
        return self._games.get(number, GameHeaders())

    def value(self, key: str) -> str | None:
        """Return the value of a header, if it is there."""
        header = self.named.get(key.lower())
        return None if header is None else header.value

    def heading(self, length: Length, names: tuple[str, str], rules: RuleName) -> Heading:
        """Return the heading of a text.

        Raises UnreadableRecord.
        """
        version, conventions = 1, None
        told = self.named.get("rules")
        ours = told is not None and told.value.startswith(OURS)
        if told is not None and ours:
            version, conventions = read_rules(told)
        result = self.named.get("result")
        return Heading(
            conventions=conventions or self._of_others(length, rules),
            players=names,
            match=self.value("match id") or "",
            rules_version=version,
            began=self._began(),
            result=read_result(result) if result is not None and ours else None,
        )

    def switch(self, key: str) -> bool | None:
        """Return whether an option of others is on, if they say so."""
        value = (self.value(key) or "").lower()
        return {"on": True, "off": False, "yes": True, "no": False}.get(value)

    def _began(self) -> int | None:
        header = self.named.get("began")
        if header is None:
            return None
        digits = header.value.isascii() and header.value.isdigit() and len(header.value) < 16
        if not digits or int(header.value) > LATEST:
            raise UnreadableRecord(header.line, "Began is milliseconds since 1970")
        return int(header.value)

    def _of_others(self, length: Length, rules: RuleName) -> Conventions:
        """Return the agreement that programs of others play by, as far as the text tells."""
        jacoby, crawford = self.switch("jacoby"), self.switch("crawford")
        try:
            if length.points == 0:
                return resolve(
                    ConventionsAsked(
                        rules=rules,
                        form=Form.MONEY,
                        cube=CubeKind.DOUBLING,
                        cube_cap=_OTHERS_CUBE_CAP,
                        jacoby=bool(jacoby),
                        beaver=True,
                        clock=ClockName.NONE,
                    )
                )
            return resolve(
                ConventionsAsked(
                    rules=rules,
                    length=length.points,
                    cube=CubeKind.DOUBLING,
                    cube_cap=_OTHERS_CUBE_CAP,
                    crawford=crawford is not False,
                    dead_cube=DeadCube.ALLOW,
                    clock=ClockName.NONE,
                )
            )
        except ConventionsRefused as refused:
            raise UnreadableRecord(length.line, refused.message) from refused
