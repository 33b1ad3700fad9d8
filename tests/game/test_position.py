"""Positions: text, counting, drawing, and all that can be wrong with one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import (
    CRAZY,
    HYPERGAMMON,
    LONG,
    NACKGAMMON,
    SHORT,
    SHORT16,
    Position,
    Problem,
    RuleName,
    RuleSet,
    UnreadablePosition,
    draw,
)
from game.rulesets import RULE_SETS
from tests.game.boards import position

counts = st.lists(st.integers(0, 16), min_size=26, max_size=26).map(bytes)
SHORT_START = "24:2 13:5 8:3 6:5"
CLOSED = "6:2 5:2 4:2 3:2 2:2 1:2"


@given(counts, counts)
def test_reading_undoes_writing(mover: bytes, waiter: bytes) -> None:
    written = Position(mover, waiter)

    assert Position.parse(str(written)) == written
    assert written.swapped().swapped() == written


def test_the_text_has_points_then_bar_then_off() -> None:
    read = Position.parse("10000000000000000000000a21/00000000000000000000000f00")

    assert (read.mover[1], read.mover[24], read.mover[25], read.mover[0]) == (1, 10, 2, 1)
    assert read.waiter[24] == 15


@pytest.mark.parametrize("text", ["", "/", "0" * 53, "0" * 26 + "/" + "0" * 25 + "h", "x" * 10**6])
def test_what_is_no_position_is_refused_in_few_words(text: str) -> None:
    with pytest.raises(UnreadablePosition) as refused:
        Position.parse(text)

    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("rules", "pips"), [(SHORT, 167), (NACKGAMMON, 194), (HYPERGAMMON, 69), (LONG, 360)]
)
def test_the_steps_to_run_from_the_start(rules: RuleSet, pips: int) -> None:
    assert Position.start(rules).pip_count() == pips


@pytest.mark.parametrize("name", RuleName)
def test_every_start_may_be_played(name: RuleName) -> None:
    rules = RULE_SETS[name]
    extra = (5, 7) if rules.extra_points else (None, None)

    assert Position.start(rules, extra).problems(rules) is Problem.NONE


def test_the_extra_checker_stands_where_the_enemy_does_not() -> None:
    """Section 1.1: all points but 1, 12, 17 and 19; at a table for one side's extra, one alone."""
    assert set(range(1, 25)) - set(SHORT16.extra_points) == {1, 12, 17, 19}
    for point in SHORT16.extra_points:
        assert not Position.start(SHORT16, (point, point)).problems(SHORT16)
        assert not Position.start(SHORT16, (None, point)).problems(SHORT16)
    assert Position.start(SHORT16).problems(SHORT16) is Problem.WRONG_NUMBER


@pytest.mark.parametrize(
    ("rules", "sides", "problem"),
    [
        (SHORT, (SHORT_START + " 1:1", SHORT_START), Problem.WRONG_NUMBER | Problem.SHARED_POINT),
        (SHORT, ("13:15", "12:15"), Problem.SHARED_POINT),
        (LONG, ("13:15", "12:15"), Problem.NONE),
        (LONG, ("13:15", "1:15"), Problem.SHARED_POINT),
        (LONG, ("bar:1 13:14", "2:15"), Problem.CHECKER_ON_BAR),
        (CRAZY, ("13:15", "bar:1 2:14"), Problem.CHECKER_ON_BAR),
        (SHORT, (CLOSED + " bar:3", CLOSED + " bar:3"), Problem.NOBODY_CAN_ENTER),
        (SHORT, (CLOSED + " bar:3", CLOSED), Problem.NONE),
        (SHORT, ("bar:3", "bar:3"), Problem.NONE),
        (SHORT, ("", SHORT_START), Problem.GAME_OVER),
        (SHORT, ("", ""), Problem.GAME_OVER),
    ],
)
def test_what_is_wrong_with_a_position(
    rules: RuleSet, sides: tuple[str, str], problem: Problem
) -> None:
    before = position(*sides)

    assert before.problems(rules) == problem
    assert before.swapped().problems(rules) == problem
    assert problem.codes == tuple(
        str(flag.name).lower() for flag in Problem if flag and flag in problem
    )


def test_who_has_won() -> None:
    won = position("", SHORT_START)

    assert won.mover_has_won
    assert not won.waiter_has_won
    assert won.swapped().waiter_has_won


def test_at_the_prompt_a_position_is_drawn() -> None:
    lines = repr(position("24:2 13:5 bar:1", SHORT_START)).splitlines()

    assert lines[0].split() == ["point", *(str(p) for p in range(24, 0, -1)), "bar", "off"]
    assert lines[1].startswith("to play    2  .")
    assert lines[1].split()[-2:] == ["1", "7"]
    assert lines[2].split()[-2:] == ["0", "0"]


def test_the_board_of_short_is_drawn_with_the_sides_opposite() -> None:
    assert draw(Position.start(SHORT), SHORT).splitlines() == [
        "  13 14 15 16 17 18   19 20 21 22 23 24",
        "+-------------------+-------------------+",
        "|  X           O    |  O              X |",
        "|  X           O    |  O              X |",
        "|  X           O    |  O                |",
        "|  X                |  O                |",
        "|  X                |  O                |",
        "|                   |                   |",
        "|  O                |  X                |",
        "|  O                |  X                |",
        "|  O           X    |  X                |",
        "|  O           X    |  X              O |",
        "|  O           X    |  X              O |",
        "+-------------------+-------------------+",
        "  12 11 10  9  8  7    6  5  4  3  2  1",
        " X: bar 0, off 0",
        " O: bar 0, off 0",
    ]


def test_the_board_of_long_shows_the_other_head_on_twelve_and_high_heaps_by_number() -> None:
    board = draw(Position.start(LONG), LONG, mover="б", waiter="ч").splitlines()

    assert [line[38] for line in board[2:6]] == ["б"] * 4
    assert board[6].endswith(" 15 |")
    assert board[8].startswith("| 15")
    assert [line[3] for line in board[9:13]] == ["ч"] * 4
