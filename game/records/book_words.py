"""The words of the book notation of a match, in English and Russian."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

import msgspec

from game.endings import Ending
from game.notation import Language
from game.side import Side
from game.vocabulary import EndCause, VoidCause

Named = TypeVar("Named", bound=StrEnum)


class Word(StrEnum):
    """What a line may be about."""

    TITLE = "title"
    MATCH = "match"
    WHITE = "white"
    BLACK = "black"
    RULES = "rules"
    BEGAN = "began"
    GAME = "game"
    CRAWFORD = "crawford"
    START = "start"
    CUBE = "cube"
    OPENING = "opening"
    DOUBLE = "double"
    TAKE = "take"
    BEAVER = "beaver"
    DROP = "drop"
    RESIGN = "resign"
    REFUSE = "refuse"
    ACCEPT = "accept"
    WINS = "wins"
    RESULT = "result"
    NOBODY = "nobody"
    VOID = "void"


class Lexicon(msgspec.Struct, frozen=True):
    """The words of one language; the same thing never has two, nor two things one."""

    language: Language
    words: Mapping[Word, str]
    sides: Mapping[Side, str]
    endings: Mapping[Ending, str]
    causes: Mapping[EndCause, str]
    voids: Mapping[VoidCause, str]

    def __getitem__(self, word: Word) -> str:
        return self.words[word]


def meaning(words: Mapping[Named, str], text: str) -> Named:
    """Return what a word of a lexicon means. Raises ValueError."""
    for name, word in words.items():
        if word == text:
            return name
    raise ValueError(f"no word here is {text!r}")


_ENGLISH = Lexicon(
    Language.ENGLISH,
    words={
        Word.TITLE: "Nardy record 1",
        Word.MATCH: "Match",
        Word.WHITE: "White",
        Word.BLACK: "Black",
        Word.RULES: "Rules",
        Word.BEGAN: "Began",
        Word.GAME: "Game",
        Word.CRAWFORD: "Crawford",
        Word.START: "Start",
        Word.CUBE: "Cube",
        Word.OPENING: "Opening",
        Word.DOUBLE: "double",
        Word.TAKE: "take",
        Word.BEAVER: "beaver",
        Word.DROP: "drop",
        Word.RESIGN: "resigns",
        Word.REFUSE: "resignation refused",
        Word.ACCEPT: "resignation accepted",
        Word.WINS: "wins",
        Word.RESULT: "Result",
        Word.NOBODY: "nobody",
        Word.VOID: "Void",
    },
    sides={Side.WHITE: "white", Side.BLACK: "black"},
    endings={
        Ending.SINGLE: "single",
        Ending.GAMMON: "gammon",
        Ending.BACKGAMMON: "backgammon",
    },
    causes={
        EndCause.BORNE_OFF: "borne off",
        EndCause.DROPPED: "dropped",
        EndCause.RESIGNED: "resigned",
        EndCause.FLAG: "out of time",
        EndCause.ABSENCE: "absent",
        EndCause.LEFT: "left",
        EndCause.ADJUDICATED: "adjudicated",
        EndCause.SCORE: "by the score",
        EndCause.TIME: "time over",
        EndCause.AGREEMENT: "by agreement",
        EndCause.HOLD: "no more coins",
    },
    voids={
        VoidCause.SEED_MISSED: "seed missed",
        VoidCause.LEFT: "left",
        VoidCause.BOTH_ABSENT: "both absent",
        VoidCause.TOO_EVEN: "too even to judge",
        VoidCause.OPERATOR: "by the operator",
        VoidCause.RESTORED: "service restored",
    },
)

_RUSSIAN = Lexicon(
    Language.RUSSIAN,
    words={
        Word.TITLE: "Запись партий в нарды 1",
        Word.MATCH: "Матч",
        Word.WHITE: "Белые",
        Word.BLACK: "Чёрные",
        Word.RULES: "Правила",
        Word.BEGAN: "Начало",
        Word.GAME: "Партия",
        Word.CRAWFORD: "Кроуфорд",
        Word.START: "Расстановка",
        Word.CUBE: "Куб",
        Word.OPENING: "Розыгрыш",
        Word.DOUBLE: "удвоение",
        Word.TAKE: "принято",
        Word.BEAVER: "бивер",
        Word.DROP: "пас",
        Word.RESIGN: "сдача",
        Word.REFUSE: "сдача отклонена",
        Word.ACCEPT: "сдача принята",
        Word.WINS: "выиграли",
        Word.RESULT: "Итог",
        Word.NOBODY: "никто",
        Word.VOID: "Без результата",
    },
    sides={Side.WHITE: "белые", Side.BLACK: "чёрные"},
    endings={Ending.SINGLE: "оин", Ending.GAMMON: "марс", Ending.BACKGAMMON: "кокс"},
    causes={
        EndCause.BORNE_OFF: "все шашки сняты",
        EndCause.DROPPED: "пас",
        EndCause.RESIGNED: "сдача",
        EndCause.FLAG: "время вышло",
        EndCause.ABSENCE: "отсутствие",
        EndCause.LEFT: "уход",
        EndCause.ADJUDICATED: "присуждено",
        EndCause.SCORE: "по счёту",
        EndCause.TIME: "время матча вышло",
        EndCause.AGREEMENT: "по соглашению",
        EndCause.HOLD: "не хватило монет",
    },
    voids={
        VoidCause.SEED_MISSED: "зерно не названо",
        VoidCause.LEFT: "уход",
        VoidCause.BOTH_ABSENT: "оба отсутствуют",
        VoidCause.TOO_EVEN: "силы слишком равны",
        VoidCause.OPERATOR: "решение оператора",
        VoidCause.RESTORED: "служба восстановлена",
    },
)

LEXICONS: Mapping[Language, Lexicon] = {
    Language.ENGLISH: _ENGLISH,
    Language.RUSSIAN: _RUSSIAN,
}
"""The words of each language."""
