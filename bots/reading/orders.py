"""Words for what is not a play: roll, double, take, drop, resign, in Russian and English.

A bare yes is no order: it would answer a double by habit.
"""

import re
from enum import StrEnum
from typing import Final

import msgspec

from bots.reading.letters import alike, plain
from game.endings import Ending


class Verb(StrEnum):
    """What somebody orders by a word."""

    ROLL = "roll"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RESIGN = "resign"
    ACCEPT = "accept"
    """Accept: a double or a resignation, whichever is offered."""
    REFUSE = "refuse"
    UNDO = "undo"
    CONFIRM = "confirm"
    CLOCK = "clock"
    BOARD = "board"


class Order(msgspec.Struct, frozen=True):
    """An order; `ending` is what somebody resigns who says so."""

    verb: Verb
    ending: Ending | None = None


_VERBS: Final = {
    Verb.ROLL: "roll r dice throw бросок бросить бросаю брось бросай кидай кинь кинуть кидаю зары "
    "кости зар",
    Verb.DOUBLE: "double redouble cube дабл удвоить удваиваю удвоение удвой куб дубль редабл",
    Verb.TAKE: "take беру тейк взять возьму",
    Verb.DROP: "drop pass fold пас пасую дроп",
    Verb.BEAVER: "beaver бивер бобр",
    Verb.RESIGN: "resign surrender сдаюсь сдаться сдача сдаю",
    Verb.ACCEPT: "accept принять принимаю прими",
    Verb.REFUSE: "refuse decline reject отказ отказываюсь отказаться",
    Verb.UNDO: "undo back cancel отмена отменить назад вернуть верни",
    Verb.CONFIRM: "confirm done готово подтвердить подтверждаю",
    Verb.CLOCK: "clock time часы время таймер",
    Verb.BOARD: "board show доска покажи показать",
}
_VERB_OF: Final = {alike(word): verb for verb, words in _VERBS.items() for word in words.split()}
_ENDINGS: Final = {
    Ending.SINGLE: "single оин ойн",
    Ending.GAMMON: "gammon марс",
    Ending.BACKGAMMON: "backgammon кокс",
}
_ENDING_OF: Final = {alike(word): end for end, words in _ENDINGS.items() for word in words.split()}
_WORD: Final = re.compile(r"[^\W\d_]+")
_LONGEST: Final = 40


def read_order(text: str) -> Order | None:
    """Return what a word orders; none for whatever is more, or something else. Never raises."""
    if len(text) > _LONGEST:
        return None
    words = plain(text).strip(" \t\r\n/.,!?…«»\"'").split()
    if not words or not all(_WORD.fullmatch(word) for word in words):
        return None
    verb = _VERB_OF.get(alike(words[0]))
    if len(words) == 1:
        return None if verb is None else Order(verb)
    ending = _ENDING_OF.get(alike(words[1]))
    if verb is Verb.RESIGN and len(words) == 2 and ending is not None:
        return Order(verb, ending)
    return None
