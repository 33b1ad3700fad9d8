"""The end of the time of a match, and adjudication (rules, section 9)."""

import pytest

from game.adjudication import adjudicate
from game.commands import (
    OfferDouble,
    RingAlarm,
    RollDice,
    StartMatch,
)
from game.endings import Ending
from game.events import (
    FlagFell,
    GameEnded,
    MatchEnded,
    MatchTimeOver,
    MatchVoided,
    OpeningRolled,
    PositionAdjudicated,
)
from game.match import fold
from game.position import Position
from game.side import Side
from game.vocabulary import AdjudicationMethod, EndCause, Millis, VoidCause
from tests.game.scripted import LONG_START, SHORT_START, Scripted, board, standing

WHITE, BLACK = Side.WHITE, Side.BLACK
RACE = board({6: 5, 5: 5, 4: 5}, {6: 1, 5: 1, 0: 13})
LIMITED = {"reserve": 3_600_000, "match_limit": 600_000}


def test_when_the_time_is_over_the_higher_score_wins() -> None:
    match = standing(clock=LIMITED)
    match.stand(SHORT_START, score=(1, 3))
    assert match.state.due() == match.state.began + 600_000
    assert not match.state.adjudicates(Millis(match.at + 600_000))

    events = match.wait(600).do(RollDice(0, match.turn))

    assert events == (
        MatchTimeOver(Millis(match.state.began + 600_000)),
        MatchEnded(BLACK, EndCause.TIME, (1, 3), stakes=1),
    )


def test_white_may_lead_when_the_time_is_over() -> None:
    match = standing(clock=LIMITED).stand(SHORT_START, score=(2, 0))
    match.wait(600).do(RingAlarm())

    assert match.last(MatchEnded).winner is WHITE


@pytest.mark.parametrize("mover", Side)
def test_equal_scores_have_the_running_game_adjudicated(mover: Side) -> None:
    match = standing(RACE, mover, clock=LIMITED)
    assert match.state.adjudicates(Millis(match.at + 600_000))
    match.wait(600).do(RingAlarm())

    judged = match.last(PositionAdjudicated)
    assert (judged.version, judged.winner) == (1, BLACK)
    assert judged.method is AdjudicationMethod.PIPS
    assert (judged.white_pips, judged.black_pips) == (75, 11)
    ended = match.last(GameEnded)
    assert (ended.winner, ended.ending, ended.points) == (BLACK, Ending.SINGLE, 1)
    assert match.last(MatchEnded).cause is EndCause.ADJUDICATED


def test_a_lead_too_small_to_tell_voids_the_match() -> None:
    match = standing(board({6: 15}, {6: 15}), clock=LIMITED)
    match.wait(600).do(RingAlarm())

    assert match.last(PositionAdjudicated).winner is None
    assert match.last(MatchVoided).cause is VoidCause.TOO_EVEN


@pytest.mark.parametrize("mover", Side)
def test_contact_is_adjudicated_by_rollouts_that_anybody_can_repeat(mover: Side) -> None:
    position = Position.parse(board({24: 15}, {13: 8, 6: 7}))
    match = standing(str(position), mover, rules="long", clock=LIMITED, form="game")
    match.wait(600).do(RingAlarm())

    judged = match.last(PositionAdjudicated)
    question = position if mover is WHITE else position.swapped()
    verdict = adjudicate(question, 1, (0, 0), match.state.book.rules)
    assert judged.method is AdjudicationMethod.ROLLOUT
    lost = verdict.trials - verdict.mover_wins
    assert judged.white_wins == (verdict.mover_wins if mover is WHITE else lost)
    assert (judged.winner, judged.trials) == (BLACK, verdict.trials)


def test_a_flag_before_the_end_of_the_time_comes_first() -> None:
    match = standing(clock={"reserve": 500_000, "match_limit": 600_000})
    match.wait(700).do(RingAlarm())

    assert match.tells(FlagFell)
    assert not match.tells(MatchTimeOver)


def test_the_end_of_the_time_before_a_flag_comes_first() -> None:
    match = standing(clock={"reserve": 600_000, "delay": 1_000, "match_limit": 600_000})
    match.wait(700).do(RingAlarm())

    assert match.tells(MatchTimeOver)
    assert not match.tells(FlagFell)


def test_a_continuing_side_is_judged_as_on_roll() -> None:
    """A cascade handed over: black is to play on, so black has the half throw."""
    position = board({6: 1, 4: 1, 3: 2, 0: 11}, {6: 1, 5: 1, 3: 1, 0: 12})
    match = Scripted((3, 3), rules="crazy", form="game", clock=LIMITED).stand(position)
    match.do(RollDice(0, 1))
    match.play_any()
    assert match.state.decision is not None
    assert match.state.decision.cascade is not None
    match.wait(600).do(RingAlarm())

    assert match.last(PositionAdjudicated).winner is None


def test_a_doubler_is_judged_as_on_roll_while_his_double_is_answered() -> None:
    """Forty-four pips each: with the half throw the lead of the doubler just tells."""
    match = standing(board({6: 7, 2: 1, 0: 7}, {6: 7, 2: 1, 0: 7}), clock=LIMITED)
    match.do(OfferDouble(0, 1))
    match.wait(600).do(RingAlarm())

    ended = match.last(GameEnded)
    assert (ended.winner, ended.points) == (WHITE, 1)


def test_until_the_opening_throw_is_told_nothing_can_fall_due() -> None:
    match = Scripted((3, 1), rules="short").seeded()
    match.do(StartMatch())
    opened = next(n for n, event in enumerate(match.log) if isinstance(event, OpeningRolled))

    assert fold(match.log[:opened]).due() is None
    assert fold(match.log).due() == match.at + 35_000


def test_a_match_without_a_limit_adjudicates_nothing() -> None:
    match = standing(LONG_START, rules="long")

    assert not match.state.adjudicates(Millis(match.at + 10**9))
