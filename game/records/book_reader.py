"""Reads book notation in either language, as `game.records.book` writes it."""

import re

from game.endings import Ending
from game.events import MatchEnded, MatchVoided
from game.records.book_lines import ActLine
from game.records.book_words import LEXICONS, Lexicon, Word, meaning
from game.records.headers import Header, read_rules
from game.records.moments import LATEST
from game.records.record import MatchRecord, OpeningThrow
from game.records.replay import replay
from game.records.sheet import (
    NOWHERE,
    AnyEntry,
    GameEnd,
    GameSheet,
    Heading,
    RollEntry,
    Sheet,
    UnreadableRecord,
    WinEntry,
)
from game.vocabulary import EndCause, Millis

_GAME = re.compile(r"(\d{1,4}), (\d{1,4}):(\d{1,4})(?:, \S+)?", re.ASCII)
_THROW = re.compile(r"([1-6])-([1-6])(?: #(\d{1,9}))?", re.ASCII)
_SCORE = re.compile(r"(\d{1,6}):(\d{1,6})", re.ASCII)


def read_book(text: str) -> MatchRecord:
    """Return the match that a book tells. Raises UnreadableRecord, with the line."""
    lines = text.removeprefix("\ufeff").splitlines()
    for lexicon in LEXICONS.values():
        if lines and lines[0].strip() == lexicon[Word.TITLE]:
            return replay(_Reader(lexicon, lines).sheet())
    raise UnreadableRecord(1, f"a record begins with {' or '.join(BOOK_TITLES)}")


BOOK_TITLES = tuple(lexicon[Word.TITLE] for lexicon in LEXICONS.values())
"""How a book begins, in each language."""


class _Game:
    """A game as far as it has been read."""

    def __init__(self, line: int, number: int, score: tuple[int, int]) -> None:
        self.line, self.number, self.score = line, number, score
        self.start: str | None = None
        self.cube = 1
        self.opening: tuple[OpeningThrow, ...] = ()
        self.draws: list[int | None] = []
        self.entries: list[AnyEntry] = []
        self.end: GameEnd | None = None

    def sheet(self) -> GameSheet:
        draws = tuple(draw for draw in self.draws if draw is not None)
        if len(draws) not in {0, len(self.draws)}:
            raise UnreadableRecord(self.line, "either all rolls of a game are numbered or none")
        return GameSheet(
            line=self.line,
            number=self.number,
            score=self.score,
            start=self.start,
            cube=self.cube,
            opening=self.opening,
            draws=draws,
            entries=tuple(self.entries),
            end=self.end,
        )


class _Reader:
    """Goes through the lines once."""

    def __init__(self, lexicon: Lexicon, lines: list[str]) -> None:
        self._lexicon = lexicon
        self._told: dict[Word, Header] = {}
        self._games: list[_Game] = []
        self._result: MatchEnded | MatchVoided | None = None
        for line, text in enumerate(lines[1:], start=2):
            if text.strip():
                self._read(line, text.strip())

    def sheet(self) -> Sheet:
        """Return all that stands there."""
        told = self._told
        missing = [word for word in (Word.RULES, Word.WHITE, Word.BLACK) if word not in told]
        if missing:
            raise UnreadableRecord(NOWHERE, f"the line {self._lexicon[missing[0]]} is missing")
        version, conventions = read_rules(told[Word.RULES])
        heading = Heading(
            conventions=conventions,
            players=(told[Word.WHITE].value, told[Word.BLACK].value),
            match=told[Word.MATCH].value if Word.MATCH in told else "",
            rules_version=version,
            began=self._began(),
            result=self._result,
        )
        return Sheet(heading=heading, games=tuple(game.sheet() for game in self._games))

    def _read(self, line: int, text: str) -> None:
        game_word = self._lexicon[Word.GAME]
        game = _GAME.fullmatch(text.removeprefix(game_word).strip())
        if text.startswith(game_word) and game is not None:
            score = (int(game[2]), int(game[3]))
            self._games.append(_Game(line, int(game[1]), score))
            return
        key, colon, value = text.partition(":")
        word = _KEYS[self._lexicon.language].get(key) if colon else None
        try:
            if word is None:
                self._read_act(line, text)
            else:
                self._read_key(word, Header(line, key, value.strip()))
        except ValueError as error:
            if isinstance(error, UnreadableRecord):
                raise
            raise UnreadableRecord(line, f"nobody can read {text[:60]!r}") from error

    def _read_key(self, word: Word, header: Header) -> None:
        if word is Word.RESULT:
            self._result = self._ended(header.value)
        elif word is Word.VOID:
            cause, *seats = header.value.split(", ")
            self._result = MatchVoided(
                meaning(self._lexicon.voids, cause), tuple(int(seat) for seat in seats)
            )
        elif word not in _OF_GAMES:
            self._told.setdefault(word, header)
        elif word is Word.OPENING:
            self._game.opening = tuple(map(_throw, header.value.split(", ")))
        elif word is Word.CUBE:
            self._game.cube = int(header.value[:9])
        else:
            self._game.start = header.value

    @property
    def _game(self) -> _Game:
        if not self._games:
            raise ValueError("no game has begun")
        return self._games[-1]

    def _read_act(self, line: int, text: str) -> None:
        wins = f" {self._lexicon[Word.WINS]} "
        side, found, rest = text.partition(";")[0].partition(wins)
        if found:
            self._read_win(line, side, rest.strip())
            return
        act = ActLine(self._lexicon, line, text)
        entry = act.entry()
        self._game.entries.append(entry)
        if isinstance(entry, RollEntry):
            self._game.draws.append(act.draw)

    def _read_win(self, line: int, side: str, rest: str) -> None:
        points, _, how = rest.partition(": ")
        ending_word, _, cause_word = how.partition(", ")
        cause = meaning(self._lexicon.causes, cause_word)
        ending: Ending = meaning(self._lexicon.endings, ending_word)
        winner = meaning(self._lexicon.sides, side)
        if cause not in {EndCause.BORNE_OFF, EndCause.DROPPED, EndCause.RESIGNED}:
            self._game.end = GameEnd(cause, ending)
        self._game.entries.append(WinEntry(line=line, side=winner, points=int(points[:9])))

    def _ended(self, text: str) -> MatchEnded:
        winner, cause, score, stakes = text.split(", ")
        match = _SCORE.fullmatch(score)
        if match is None:
            raise ValueError(score)
        nobody = winner == self._lexicon[Word.NOBODY]
        return MatchEnded(
            None if nobody else meaning(self._lexicon.sides, winner),
            meaning(self._lexicon.causes, cause),
            (int(match[1]), int(match[2])),
            int(stakes[:9]),
        )

    def _began(self) -> Millis | None:
        header = self._told.get(Word.BEGAN)
        if header is None:
            return None
        digits = header.value.partition(";")[0].strip()
        if not (digits.isdecimal() and len(digits) < 16 and int(digits) <= LATEST):
            raise UnreadableRecord(header.line, "a moment is milliseconds since 1970")
        return Millis(int(digits))


def _throw(text: str) -> OpeningThrow:
    match = _THROW.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return OpeningThrow(int(match[1]), int(match[2]), None if match[3] is None else int(match[3]))


_OF_GAMES = frozenset({Word.START, Word.CUBE, Word.OPENING})
_OF_MATCH = (Word.MATCH, Word.WHITE, Word.BLACK, Word.RULES, Word.BEGAN, Word.RESULT, Word.VOID)
_KEYS = {
    lexicon.language: {lexicon[word]: word for word in (*_OF_MATCH, *_OF_GAMES)}
    for lexicon in LEXICONS.values()
}
