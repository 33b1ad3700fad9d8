"""The acts of book notation: a line into an entry."""

import re

from game.notation import UnreadablePlay, WrittenPlay
from game.records.book import UNPLAYED
from game.records.book_words import Lexicon, Word, meaning
from game.records.record import Reserves
from game.records.sheet import (
    AnyEntry,
    BeaverEntry,
    DoubleEntry,
    DropEntry,
    ResignAnswerEntry,
    ResignEntry,
    RollEntry,
    TakeEntry,
    UnreadableRecord,
    WrittenMoves,
)
from game.side import Side
from game.vocabulary import Millis

_ABOUT = re.compile(r"(\S+)(?: #(\d{1,9}))?(?: (\S+) (\S+))?")
_TIME = re.compile(r"(\d{1,9}):(\d\d)\.(\d{3})", re.ASCII)
_TURN = re.compile(r"\d{1,4}\)\s*([1-6])([1-6]):\s*(.*)", re.ASCII)
_STAGE = re.compile(r"(?:\|\s*[1-6]{2}:|>)", re.ASCII)


class ActLine:
    """One line of an act: what was done before the semicolon, and what is told about it after."""

    def __init__(self, lexicon: Lexicon, line: int, text: str) -> None:
        self._lexicon = lexicon
        self._line = line
        self._said, _, about = (part.strip() for part in text.partition(";"))
        told = _ABOUT.fullmatch(about)
        if told is None:
            raise UnreadableRecord(line, "behind a semicolon stands whose act it is")
        try:
            self.side: Side = meaning(lexicon.sides, told[1])
        except ValueError as error:
            raise UnreadableRecord(line, str(error)) from error
        self.draw = None if told[2] is None else int(told[2])
        self.clock = None if told[3] is None else self._reserves(told[3], told[4])

    def entry(self) -> AnyEntry:
        """Return the act. Raises UnreadableRecord."""
        turn = _TURN.fullmatch(self._said)
        if turn is not None:
            dice = (int(turn[1]), int(turn[2]))
            moves = () if turn[3] == UNPLAYED else tuple(self._moves(turn[3]))
            return RollEntry(
                line=self._line, side=self.side, clock=self.clock, dice=dice, moves=moves
            )
        word, _, rest = self._said.rpartition(" ")
        if word in {self._lexicon[Word.DOUBLE], self._lexicon[Word.BEAVER]} and rest.isdecimal():
            kind = DoubleEntry if word == self._lexicon[Word.DOUBLE] else BeaverEntry
            return kind(line=self._line, side=self.side, clock=self.clock, value=int(rest[:9]))
        return self._answer(word, rest)

    def _answer(self, word: str, rest: str) -> AnyEntry:
        line, side, clock = self._line, self.side, self.clock
        if word == self._lexicon[Word.RESIGN] and rest in self._lexicon.endings.values():
            ending = meaning(self._lexicon.endings, rest)
            return ResignEntry(line=line, side=side, clock=clock, ending=ending)
        words = {self._lexicon[key]: key for key in _ANSWERS}
        match words.get(self._said):
            case Word.TAKE:
                return TakeEntry(line=line, side=side, clock=clock)
            case Word.DROP:
                return DropEntry(line=line, side=side, clock=clock)
            case Word.REFUSE | Word.ACCEPT as answer:
                accepted = answer is Word.ACCEPT
                return ResignAnswerEntry(line=line, side=side, clock=clock, accepted=accepted)
        raise UnreadableRecord(line, f"nobody can read {self._said[:60]!r}")

    def _moves(self, text: str) -> list[WrittenMoves]:
        side, moves = self.side, [WrittenMoves(self.side, self._play(_STAGE.split(text)[0]))]
        for sign, play in zip(_STAGE.findall(text), _STAGE.split(text)[1:], strict=True):
            side = side.other if sign == ">" else side
            moves.append(WrittenMoves(side, self._play(play)))
        return moves

    def _play(self, text: str) -> WrittenPlay:
        try:
            return WrittenPlay.parse(text.strip())
        except UnreadablePlay as unreadable:
            raise UnreadableRecord(self._line, str(unreadable)) from unreadable

    def _reserves(self, white: str, black: str) -> Reserves:
        return self._time(white), self._time(black)

    def _time(self, text: str) -> Millis:
        match = _TIME.fullmatch(text)
        if match is None:
            raise UnreadableRecord(self._line, f"a clock shows 1:23.456, not {text[:30]!r}")
        minutes, seconds, millis = map(int, match.groups())
        return Millis(60_000 * minutes + 1_000 * seconds + millis)


_ANSWERS = (Word.TAKE, Word.DROP, Word.REFUSE, Word.ACCEPT)
