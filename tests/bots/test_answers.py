"""What somebody is told at a board who says or asks what does not fit the decision; pure."""

from uuid import UUID

import pytest

from bots.play.resigning import sensible
from bots.play.scene import Scene
from bots.play.screen import match_screen
from bots.play.typed import expected
from bots.screens import Screen
from bots.words import playing as say
from game.commands import AcceptResignation, OfferDouble, OfferResignation, OfferStop, RollDice
from game.endings import Ending
from game.side import Side
from tests.game.scripted import LONG_START, SHORT_START, Scripted

ROLLS = ((2, 1),) * 4


def test_words_that_fit_no_decision_are_answered_with_what_is_to_be_decided() -> None:
    """To each seat what it may do now: to roll, to answer, to wait."""
    match = Scripted(*ROLLS, rules="short", length=5)
    assert expected(match.state, 0) is say.NOTHING_YET
    match.stand(SHORT_START)
    assert [expected(match.state, seat) for seat in (0, 1)] == [say.ROLL_FIRST, say.NOT_TO_PLAY]

    match.do(OfferDouble(0, match.turn))
    assert [expected(match.state, seat) for seat in (0, 1)] == [say.NOT_TO_PLAY, say.ANSWER_FIRST]

    match = Scripted(*ROLLS, rules="short", length=5).stand(SHORT_START)
    match.do(RollDice(0, match.turn))
    assert expected(match.state, 0) is say.UNREADABLE
    match.do(OfferResignation(1, match.turn, Ending.SINGLE))
    assert expected(match.state, 0) is say.RESIGNED_FIRST


def _shown(match: Scripted, seat: int) -> Screen:
    scene = Scene(match=UUID(int=7), state=match.state, seat=seat, names=("Анна", "Борис"), now=0)
    return match_screen(scene, "ru", plain=True, extra=())


def test_play_goes_on_below_an_offer_to_resign() -> None:
    """It is said what was rolled, too; and nobody is offered what would be refused."""
    match = Scripted(*ROLLS, rules="short", length=5).stand(SHORT_START)
    match.do(RollDice(0, match.turn))
    assert "Сдаться" in _labels(_shown(match, 0))
    match.do(OfferResignation(0, match.turn, Ending.SINGLE))

    mine, theirs = _shown(match, 0), _shown(match, 1)
    assert "Вы предложили сдачу" in mine.text
    assert "Ваш ход" in mine.text
    assert "Соперник сдаётся" in theirs.text
    assert "Сдаться" not in _labels(mine) + _labels(theirs)


def test_a_crawford_game_is_told_of_while_it_is_played() -> None:
    match = Scripted(*ROLLS, rules="short", length=3, cube="doubling")
    match.stand(SHORT_START, score=(2, 0), crawford=True)
    assert "Кроуфорда" in _shown(match, 0).text
    match.do(OfferResignation(1, match.turn, Ending.SINGLE))
    match.do(AcceptResignation(0, match.turn))
    assert match.state.over
    assert "Кроуфорда" not in _shown(match, 0).text


def test_one_is_told_whom_one_plays_and_why_it_is_over() -> None:
    """Several boards may stand in a chat."""
    match = Scripted(*ROLLS, rules="short", form="game").stand(SHORT_START)
    assert "Соперник: Борис" in _shown(match, 0).text
    assert _shown(match, 1).text.count("Анна") == 1
    match.do(OfferResignation(1, match.turn, Ending.SINGLE))
    match.do(AcceptResignation(0, match.turn))
    assert "Вы выиграли матч (сдача)." in _shown(match, 0).text


def test_it_takes_both_to_stop_and_both_are_told() -> None:
    match = Scripted(*ROLLS, rules="short", form="money")
    assert "Закончить" not in _labels(_shown(match, 0)), "there is no game yet"
    match.stand(SHORT_START)
    match.do(OfferStop(0))
    mine, theirs = _shown(match, 0), _shown(match, 1)
    assert "Нужно согласие" in mine.text
    assert "Анна предлагает закончить" in theirs.text
    assert ["Закончить" in _labels(each) for each in (mine, theirs)] == [False, True]
    match.do(OfferStop(1))
    for seat in (0, 1):
        assert "После этой партии игра закончится" in _shown(match, seat).text


def _labels(screen: Screen) -> str:
    return " ".join(button.label for row in screen.rows for button in row)


@pytest.mark.parametrize(
    ("keys", "score", "cube", "endings"),
    [
        ({"rules": "short", "length": 1}, None, 1, "single"),
        ({"rules": "short", "length": 5}, None, 1, "single gammon backgammon"),
        ({"rules": "short", "length": 5}, (0, 3), 1, "single gammon"),
        ({"rules": "short", "length": 5}, (0, 3), 2, "single"),
        ({"rules": "short", "length": 5, "gammons": False}, None, 1, "single"),
        ({"rules": "short", "form": "game"}, None, 1, "single gammon backgammon"),
        ({"rules": "short", "form": "money", "jacoby": True}, None, 1, "single"),
        ({"rules": "long", "length": 5}, None, 1, "single gammon"),
    ],
)
def test_one_resigns_by_the_endings_alone_that_make_a_difference(
    keys: dict[str, object], score: tuple[int, int] | None, cube: int, endings: str
) -> None:
    """None that costs no more than a lesser one, none beyond the end of the match."""
    if keys.get("jacoby"):
        keys = {**keys, "cube": "doubling"}
    start = LONG_START if keys["rules"] == "long" else SHORT_START
    match = Scripted(*ROLLS, **keys).stand(start, score=score, cube=cube)

    assert " ".join(sensible(match.state, Side.WHITE)) == endings
