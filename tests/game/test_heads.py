"""How many checkers leave the head on a first turn, by each reading of section 3."""

import pytest

from game import LONG, SHORT, Dice, TurnContext
from game.heads import heads_allowed
from tests.game.boards import position

START = position("24:15", "24:15")
PAIRS = {f"{v}{v}" for v in range(1, 7)}
ROLLS = [f"{high}{low}" for high in range(1, 7) for low in range(1, high + 1)]


def exceptions(reading: str, turn: TurnContext, waiter: str = "24:15") -> set[str]:
    """Return the rolls with which two checkers may leave the head."""
    rules = LONG.with_options({"first_turn_heads": reading})
    before = position("24:15", waiter)
    return {r for r in ROLLS if heads_allowed(before, Dice.parse(r), rules, turn) == 2}


def starter(roll: str) -> TurnContext:
    return TurnContext(first_turn=True, opponent_first_roll=Dice.parse(roll))


FIRST = TurnContext(first_turn=True)


def test_the_standard_exceptions_are_three_pairs() -> None:
    assert exceptions("standard", FIRST) == {"66", "44", "33"}
    assert exceptions("standard", starter("21")) == {"66", "44", "33"}


def test_a_table_may_have_none() -> None:
    assert exceptions("none", FIRST) == set()


@pytest.mark.parametrize("roll", ["55", "21", "12", "62", "26"])
def test_pokerbet_lets_the_second_player_answer_certain_rolls(roll: str) -> None:
    assert exceptions("pokerbet", starter(roll)) == {"66", "55", "44", "33", "62"}


@pytest.mark.parametrize("roll", ["11", "66", "61", "52"])
def test_pokerbet_adds_nothing_to_other_rolls(roll: str) -> None:
    assert exceptions("pokerbet", starter(roll)) == {"66", "44", "33"}
    assert exceptions("pokerbet", FIRST) == {"66", "44", "33"}


def test_by_necessity_a_second_leaves_where_one_alone_cannot_use_all_dice() -> None:
    assert exceptions("by_necessity", FIRST) == {"66", "44", "33"}
    # His checker on 21 is my 9: five fives are shut out for one checker alone, two use four.
    assert exceptions("by_necessity", starter("21"), "24:14 21:1") >= {"55"}


@pytest.mark.parametrize("reading", ["standard", "pokerbet", "by_necessity"])
def test_on_later_turns_one_leaves(reading: str) -> None:
    assert exceptions(reading, TurnContext()) == set()


def test_short_has_no_head() -> None:
    assert heads_allowed(START, Dice(6, 6), SHORT, FIRST) == 0
