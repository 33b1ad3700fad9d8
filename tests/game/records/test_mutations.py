"""Texts that were damaged: each is read, or refused with a line, and nothing else happens."""

import random

import pytest

from game.notation import Language
from game.records import UnreadableRecord, read_record, write_book, write_mat, write_sgf
from game.records.sgf import GNU_RULES
from game.rulesets import RuleName
from tests.game.records.selfplayed import drawn_record

MUTANTS = 150
SCRAPS = [
    *"0123456789:/*()[];|>#\"'=-, \n\t\\",
    *("Game", "Wins", "Takes", "Doubles =>", "31:", "bar/", "25/", "/0", "9" * 20),
    *("\x00", "\u2028", "é", '; [Cube 1 "64"]\n'),
]


def mutant(text: str, chance: random.Random) -> str:
    """Cut, double, swap or overwrite a few places of a text."""
    for _ in range(chance.randint(1, 4)):
        at, to = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        to = min(to, at + chance.choice([1, 3, 40]))
        match chance.randrange(4):
            case 0:
                text = text[:at] + text[to:]
            case 1:
                text = text[:at] + text[at:to] * 2 + text[to:]
            case 2:
                text = text[:at] + chance.choice(SCRAPS) + text[to:]
            case _:
                text = text[:at] + chance.choice(SCRAPS) + text[at:]
    return text


def texts(rules: RuleName) -> list[str]:
    match = drawn_record(rules, 7)
    books = [write_book(match, language) for language in Language]
    return [write_mat(match), *books, *([write_sgf(match)] if rules in GNU_RULES else [])]


@pytest.mark.parametrize("rules", RuleName)
def test_a_damaged_text_is_read_or_refused(rules: RuleName) -> None:
    chance = random.Random(f"{rules}")
    refused = [
        line
        for text in texts(rules)
        for line in (refusal(mutant(text, chance)) for _ in range(MUTANTS // 3))
        if line is not None
    ]

    assert len(refused) > MUTANTS // 10
    assert min(refused) >= 0


def refusal(text: str) -> int | None:
    """The line for which a text is refused; none if it is read. Raises for anything else."""
    try:
        read_record(text.encode())
    except UnreadableRecord as refused:
        return refused.line
    return None
