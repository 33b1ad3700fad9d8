"""Plays as text: both languages, both directions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import LONG, SHORT, Dice, Play, Plays, Position, RuleSet, legal_plays
from game.notation import (
    Language,
    NoSuchPlay,
    UnreadablePlay,
    WrittenMove,
    WrittenPlay,
    read_play,
    write_play,
)
from game.stance import Throw
from tests.game.boards import position
from tests.game.example import steps
from tests.game.strategies import throws


@st.composite
def written_moves(draw: st.DrawFn) -> WrittenMove:
    points = draw(st.sets(st.integers(0, 25), min_size=2, max_size=5).map(sorted))[::-1]
    hits = draw(st.sets(st.sampled_from(points[1:])))
    in_order = tuple(point for point in points if point in hits)
    return WrittenMove(tuple(points), in_order, draw(st.integers(1, 4)))


languages = st.sampled_from(Language)


@given(st.lists(written_moves(), max_size=4), languages)
def test_reading_undoes_writing(moves: list[WrittenMove], language: Language) -> None:
    play = WrittenPlay(tuple(moves))

    assert WrittenPlay.parse(play.text(language)) == play
    assert WrittenPlay.parse(str(play)) == play
    assert all(WrittenMove.parse(str(move)) == move for move in moves)


@settings(max_examples=50, deadline=None)
@given(throws(), languages)
def test_every_legal_play_is_read_as_it_was_written(throw: Throw, language: Language) -> None:
    plays = Plays(throw)

    for play in plays:
        text = write_play(throw.position, play.steps, throw.rules, language)
        assert read_play(text, plays) == play


@pytest.mark.parametrize(
    ("rules", "sides", "played", "english", "russian"),
    [
        (SHORT, ("24:2 13:5", "24:2 13:5"), "13/11 8/7", "13/11 8/7", "13/11 8/7"),
        (SHORT, ("bar:2 13:5", "24:2"), "25/21 25/21 13/9 13/9", "bar/21(2) 13/9(2)", None),
        (SHORT, ("bar:1 13:5", "5:1"), "25/20 13/10", "bar/20* 13/10", "бар/20* 13/10"),
        (SHORT, ("6:2", "1:2"), "6/0 6/2", "6/2 6/off", "6/2 6/сн"),
        (SHORT, ("13:1", "1:2"), "13/11 11/5", "13/5", "13/5"),
        (SHORT, ("8:2", "21:1"), "8/4 4/2", "8/4*/2", "8/4*/2"),
        (SHORT, ("8:2", "21:1"), "8/4 8/4", "8/4*(2)", "8/4*(2)"),
        (SHORT, ("8:3", "21:1"), "8/4 8/4 4/0", "8/4* 8/off", "8/4* 8/сн"),
        (LONG, ("24:15", "24:15"), "24/18 24/18", "24/18(2)", "24/18(2)"),
        (LONG, ("24:15", "24:15"), "", "—", "—"),
    ],
)
def test_a_play_is_written_as_the_rules_write_it(
    rules: RuleSet, sides: tuple[str, str], played: str, english: str, russian: str | None
) -> None:
    before = position(*sides)

    assert write_play(before, steps(played), rules) == english
    if russian is not None:
        assert write_play(before, steps(played), rules, Language.RUSSIAN) == russian


def short_plays(mover: str, waiter: str, roll: str) -> Plays:
    return legal_plays(position(mover, waiter), Dice.parse(roll), SHORT)


def test_moves_are_read_in_any_order_spelling_and_length() -> None:
    plays = legal_plays(Position.start(SHORT), Dice(6, 1), SHORT)
    expected = read_play("13/7 8/7", plays)

    assert read_play(" 8/7  13/7 ", plays) == expected
    assert read_play("13/7/6", plays) == read_play("13/6", plays)


def test_the_star_of_a_hit_may_be_left_out_where_nothing_is_in_doubt() -> None:
    plays = short_plays("13:5 8:3 6:7", "18:1 6:14", "61")

    assert read_play("13/7 6/5", plays) == read_play("13/7* 6/5", plays)


def test_without_a_star_a_way_around_the_blot_is_meant() -> None:
    """With 6-1 a checker reaches 13 from 20 over 14, where a blot stands, and over 19."""
    plays = short_plays("20:1 3:14", "11:1 3:14", "61")

    assert read_play("20/13", plays).position.waiter[25] == 0
    assert read_play("20/14*/13", plays).position.waiter[25] == 1


def test_a_passed_turn_is_a_dash() -> None:
    plays = short_plays("6:2 3:1", "24:2 1:5 2:5 3:3", "55")

    assert read_play("—", plays) == read_play("-", plays) == Play((), plays.before)


@pytest.mark.parametrize("text", ["—", "13/10", "13/7(2)", "20/19 20/14", "13/7* 8/7", "6/0"])
def test_a_play_that_is_not_legal_is_refused(text: str) -> None:
    plays = legal_plays(Position.start(SHORT), Dice(6, 1), SHORT)

    with pytest.raises(NoSuchPlay, match="no legal play"):
        read_play(text, plays)


@pytest.mark.parametrize(
    "text",
    ["", "13", "13/", "/7", "13/7(1)", "13/7(5)", "7/13", "7/7", "26/20", "13/-1", "13*/7", "х/7"],
)
def test_what_is_no_play_is_refused(text: str) -> None:
    plays = legal_plays(Position.start(SHORT), Dice(6, 1), SHORT)

    with pytest.raises(UnreadablePlay):
        read_play(text, plays)
