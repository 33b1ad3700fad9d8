"""Reads Jellyfish text (`.mat`), ours and that of others with its quirks.

Nothing is believed: the match is played again by the rules, and the first line that they do not
allow is named.
"""

import re

from msgspec.structs import replace

from game.records.headers import Header
from game.records.mat import VARIATIONS
from game.records.mat_cells import cells_of
from game.records.reading import Headers, Length
from game.records.record import MatchRecord
from game.records.replay import replay
from game.records.sheet import (
    NOWHERE,
    AnyEntry,
    GameSheet,
    RollEntry,
    Sheet,
    UnreadableRecord,
    WrittenMoves,
)
from game.rulesets import RuleName

_HEADER = re.compile(
    r"[;#]\s*\[\s*(?:([A-Za-z][\w ]*?)\s*\"(.*)\"|(\w+)\s+([^\"]*?))\s*\]\s*", re.ASCII
)
_LENGTH = re.compile(
    r"\s*(?:(\d{1,60})\s+points?\s+match|match\s+of\s+(\d{1,60}))\b.*", re.IGNORECASE
)
_GAME = re.compile(r"\s*game\s+(\d{1,4})\s*", re.IGNORECASE)
_LEFT_SCORE = re.compile(r":\s*(\d{1,4})\s+(?=\S)")
_RIGHT_SCORE = re.compile(r"\s*(\d{1,4})")
_MOVE = re.compile(r"(\s*\d{1,4}\s?\))(.*)")


def read_mat(text: str) -> MatchRecord:
    """Return the match that a text tells. Raises UnreadableRecord, with the line."""
    sheet = _Reader(text).sheet()
    return replay(sheet)


class _Reader:
    """Goes through the lines once."""

    def __init__(self, text: str) -> None:
        self._headers = Headers()
        self._length: Length | None = None
        self._games: list[_GameLines] = []
        for line, content in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
            self._read(line, content.expandtabs().rstrip())

    def _read(self, line: int, text: str) -> None:
        # Blanks in a row say nothing, and would cost the pattern their square.
        header = (
            _HEADER.fullmatch(" ".join(text.split())) if text.lstrip()[:1] in {";", "#"} else None
        )
        if header is not None:
            self._headers.add(Header(line, header[1] or header[3], header[2] or header[4] or ""))
        elif not text or text.lstrip()[0] in ";#":
            if text.startswith("; Set Pos="):
                raise UnreadableRecord(line, "a game that starts elsewhere cannot be read")
        elif self._length is None:
            length = _LENGTH.fullmatch(text)
            if length is not None:
                self._length = Length(line, int(length[1] or length[2]))
        else:
            game = _GAME.fullmatch(text)
            if game is not None:
                self._games.append(_GameLines(line, int(game[1])))
            elif self._games:
                self._games[-1].read(line, text)
            else:
                raise UnreadableRecord(line, f"a game begins with its number, not {text[:60]!r}")

    def sheet(self) -> Sheet:
        """Return all that stands there."""
        if self._length is None:
            raise UnreadableRecord(NOWHERE, "no line says how many points the match has")
        if not self._games and self._headers.value("Rules") is None:
            raise UnreadableRecord(NOWHERE, "there is no game in this match")
        names = self._names()
        heading = self._headers.heading(self._length, names, self._rules())
        return Sheet(
            heading=heading,
            games=tuple(game.sheet(self._headers, names) for game in self._games),
        )

    def _names(self) -> tuple[str, str]:
        """Return the names of left and right: above the first game, else as the headers say."""
        if self._games and self._games[0].names is not None:
            return self._games[0].names
        value = self._headers.value
        return value("Player 1") or "White", value("Player 2") or "Black"

    def _rules(self) -> RuleName:
        told = (self._headers.value("Variation") or "Backgammon").lower()
        for rules, variation in VARIATIONS.items():
            if told == variation.lower() or told == variation.partition(" ")[0].lower():
                return rules
        line = self._headers.named["variation"].line
        raise UnreadableRecord(line, f"nobody here knows the variation {told[:60]!r}")


class _GameLines:
    """One game: its line of names and scores, then its moves."""

    def __init__(self, line: int, number: int) -> None:
        self._line = line
        self._number = number
        self.names: tuple[str, str] | None = None
        self._score: tuple[int, int] | None = None
        self._entries: list[AnyEntry] = []

    def read(self, line: int, text: str) -> None:
        """Take in a line of the game. Raises UnreadableRecord."""
        move = _MOVE.fullmatch(text)
        if move is not None:
            self._entries += cells_of(move[2], len(move[1]), line)
            return
        if self._score is None and not self._entries and self._read_score(text):
            return
        self._entries += cells_of(text, 0, line)

    def _read_score(self, text: str) -> bool:
        """Take in `name : score  name : score`; false if the line is another."""
        rest, _, last = text.rpartition(":")
        left, right = _LEFT_SCORE.search(rest), _RIGHT_SCORE.fullmatch(last)
        if left is None or right is None or not rest[: left.start()].strip():
            return False
        self.names = (rest[: left.start()].strip(), rest[left.end() :].strip())
        self._score = (int(left[1]), int(right[1]))
        return True

    def sheet(self, headers: Headers, names: tuple[str, str]) -> GameSheet:
        """Return the game with what the headers say of it; `names` are white's and black's.

        Some programs put now the one, now the other player on the left.
        """
        told = headers.game(self._number)
        score, entries = self._score, tuple(self._entries)
        if score is not None and self.names == names[::-1] != names:
            score, entries = score[::-1], tuple(map(_turned, entries))
        return GameSheet(
            line=self._line,
            number=self._number,
            score=score,
            start=told.start,
            cube=told.cube,
            opening=told.opening,
            draws=told.draws,
            end=told.end,
            entries=entries,
        )


def _turned(entry: AnyEntry) -> AnyEntry:
    """Return the entry as the other side's."""
    if isinstance(entry, RollEntry):
        moves = tuple(WrittenMoves(moved.side.other, moved.play) for moved in entry.moves)
        entry = replace(entry, moves=moves)
    return replace(entry, side=entry.side.other)
