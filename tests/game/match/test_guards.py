"""What the service must never ask: questions to which a match has no answer yet."""

import pytest

from game.match import Context, GameState
from game.match.course import Course
from game.match.play_book import PlayBook, dice_of
from game.rulesets import LONG, SHORT
from tests.game.scripted import SHORT_START, Scripted
from tests.game.selfplay import BEGINNING


def test_no_clock_runs_before_the_first_game() -> None:
    with pytest.raises(LookupError, match="before the first game"):
        Course(Scripted(rules="short").state, Context(BEGINNING)).face()


def test_no_dice_lie_on_the_table_before_a_roll() -> None:
    with pytest.raises(LookupError, match="no dice were thrown"):
        dice_of(GameState(1, SHORT_START))


def test_no_dice_show_a_seven() -> None:
    with pytest.raises(ValueError, match="not 7 and 1"):
        dice_of(GameState(1, SHORT_START, dice=(7, 1)))


def test_no_plays_are_legal_before_the_roll() -> None:
    match = Scripted(rules="short").stand(SHORT_START)

    with pytest.raises(LookupError, match="no play is to be decided"):
        _ = match.state.legal_plays


def test_books_of_the_same_rules_are_equal() -> None:
    assert {PlayBook(SHORT), PlayBook(SHORT)} == {PlayBook(SHORT)}
    assert PlayBook(SHORT) != PlayBook(LONG)
