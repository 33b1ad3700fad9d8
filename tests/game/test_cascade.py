"""The cascade of a pair in crazy nardy: stage by stage, from one side to the other (section 5)."""

import pytest

from game import (
    CRAZY,
    LONG,
    Cascade,
    Dice,
    IllegalPlay,
    Position,
    Reason,
    Stage,
    TurnContext,
    judge_stage,
    legal_plays,
    stage_plays,
)
from game.steps import Steps
from tests.game.boards import position

START = Position.start(CRAZY)
FOUR: Steps = ((20, 17), (17, 14), (14, 11), (11, 8))
FROM_HEAD: Steps = ((24, 21), (21, 18), (18, 15), (15, 12))
SKIP = CRAZY.with_options({"cascade_blocked": "skip"})
BY_STAGE = CRAZY.with_options({"cascade_head": "stage"})


def begun(value: int, *, first_turn: bool = False) -> Cascade:
    return Cascade.begin(START, Dice(value, value), CRAZY, TurnContext(first_turn))


def test_four_steps_lead_to_the_next_value_up_to_four_sixes() -> None:
    cascade = begun(4)

    after_fours = cascade.after(FOUR, CRAZY)
    assert after_fours == Cascade(Stage(5, 4, 1))
    after_fives = after_fours.after(FOUR, CRAZY)
    assert after_fives == Cascade(Stage(6, 4, 1))
    assert after_fives.after(FOUR, CRAZY) is None


def test_fewer_steps_hand_what_remains_to_the_other_side() -> None:
    assert begun(6).after(FOUR[:1], CRAZY) == Cascade(Stage(6, 3, 1), continued=True)
    assert begun(6).after((), SKIP) == Cascade(Stage(6, 4, 1), continued=True)


def test_the_other_side_goes_on_to_the_higher_stages() -> None:
    continued = Cascade(Stage(5, 2, 1), continued=True)

    assert continued.after(FOUR[:2], CRAZY) == Cascade(Stage(6, 4, 1), continued=True)


def test_the_first_stage_that_the_other_side_cannot_complete_ends_the_cascade() -> None:
    assert Cascade(Stage(4, 2, 1), continued=True).after(FOUR[:1], CRAZY) is None


def test_a_table_may_agree_to_skip_such_a_stage() -> None:
    fours, sixes = (Cascade(Stage(value, 2, 1), continued=True) for value in (4, 6))

    assert fours.after(FROM_HEAD[:1], SKIP) == Cascade(Stage(5, 4, 0), continued=True)
    assert sixes.after((), SKIP) is None


def test_the_whole_cascade_is_one_throw_for_the_head() -> None:
    assert begun(3).after(FROM_HEAD, CRAZY) == Cascade(Stage(4, 4, 0))
    assert begun(3, first_turn=True).stage.head_left == 2
    assert begun(5, first_turn=True).stage.head_left == 1


def test_a_table_may_give_each_stage_its_own_allowance() -> None:
    assert begun(3).after(FROM_HEAD, BY_STAGE) == Cascade(Stage(4, 4, 1))


def test_a_pair_is_no_roll_where_there_is_a_cascade_and_a_cascade_needs_a_pair() -> None:
    with pytest.raises(ValueError, match="cascade"):
        legal_plays(START, Dice(3, 3), CRAZY)
    with pytest.raises(ValueError, match="cascade"):
        Cascade.begin(START, Dice(3, 4), CRAZY)
    with pytest.raises(ValueError, match="cascade"):
        Cascade.begin(START, Dice(3, 3), LONG)


def test_a_stage_is_judged_by_itself() -> None:
    stage = Stage(value=3, steps=2, head_left=1)

    assert judge_stage(START, stage, ((24, 21), (21, 18)), CRAZY) in [
        play.position for play in stage_plays(START, stage, CRAZY)
    ]
    refused = judge_stage(START, stage, ((24, 21), (24, 21)), CRAZY)
    assert isinstance(refused, IllegalPlay)
    assert refused.reason is Reason.HEAD


def test_no_checker_leaves_the_head_once_the_allowance_is_spent() -> None:
    before = position("24:1 20:1 1:13", "10:15")

    plays = stage_plays(before, Stage(value=1, steps=1, head_left=0), CRAZY)

    assert [play.steps for play in plays] == [((20, 19),)]


def test_within_a_stage_moves_inside_end_when_the_last_checker_comes_home() -> None:
    """3/1 before 7/5 is legal, but not after it: all are home then."""
    before = position("7:1 3:1 1:5", "1:15")
    stage = Stage(value=2, steps=2, head_left=1)

    (play,) = stage_plays(before, stage, CRAZY)

    assert play.steps == ((3, 1), (7, 5))
