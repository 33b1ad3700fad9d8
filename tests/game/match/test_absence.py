"""Absence, return and leaving for good (rules, section 9)."""

import pytest

from game.clock import ABSENCE_BUDGET
from game.commands import (
    Depart,
    LeaveMatch,
    OfferDouble,
    Return,
    RingAlarm,
    RollDice,
    TakeDouble,
)
from game.endings import Ending
from game.events import (
    AbsenceSpent,
    DiceRolled,
    GameEnded,
    MatchEnded,
    MatchLeft,
    MatchVoided,
    SeatLeft,
    SeatReturned,
)
from game.refusals import NothingDue
from game.side import Side
from game.vocabulary import EndCause, VoidCause
from tests.game.scripted import standing

WHITE, BLACK = Side.WHITE, Side.BLACK


def test_ck_08_back_after_299_s_the_game_goes_on() -> None:
    match = standing()
    match.wait(10).do(Depart(0))
    assert match.face.stopped
    assert match.state.due() == match.at + ABSENCE_BUDGET

    match.wait(299).do(Return(0))

    assert not match.face.stopped
    assert (match.face.white, match.face.delay) == (20_000, 5_000)
    assert match.face.white_absence == 1_000
    match.wait(24).do(RollDice(0, 1))
    assert match.last(DiceRolled).clock.white == 1_000


@pytest.mark.parametrize("command", [RingAlarm(), Return(0), Depart(1), RollDice(0, 1)])
def test_ck_08_not_back_by_300_s_the_match_is_lost(
    command: RingAlarm | Return | Depart | RollDice,
) -> None:
    match = standing()
    match.do(Depart(0))

    spent, ended, over = match.wait(300).do(command)

    assert isinstance(spent, AbsenceSpent)
    assert (spent.side, spent.at) == (WHITE, match.at)
    assert isinstance(ended, GameEnded)
    assert over == MatchEnded(BLACK, EndCause.ABSENCE, (0, 2), stakes=1)


def test_absence_ends_a_money_session() -> None:
    match = standing(form="money")
    match.do(Depart(0))
    match.wait(300).do(RingAlarm())

    assert match.last(MatchEnded) == MatchEnded(BLACK, EndCause.ABSENCE, (0, 2))


def test_absence_in_the_opponents_turn_costs_nothing_until_ones_own_begins() -> None:
    match = standing()
    match.do(Depart(1))
    match.wait(5).do(RollDice(0, 1))
    match.wait(5).play_any()

    assert match.face.stopped
    assert match.face.black_absence == ABSENCE_BUDGET
    assert match.state.due() == match.at + ABSENCE_BUDGET


def test_an_absent_side_that_is_asked_for_an_answer_burns_its_budget() -> None:
    match = standing()
    match.do(Depart(1))
    match.do(OfferDouble(0, 1))
    assert match.face.stopped

    match.wait(100).do(TakeDouble(1, 2))
    assert not match.face.stopped
    assert match.face.black_absence == 200_000


def test_of_two_absent_sides_the_one_whose_budget_lasts_longer_wins() -> None:
    match = standing()
    match.do(Depart(0))
    match.wait(100).do(Depart(1))
    assert match.face.both_absent
    assert match.state.due() == match.at + 200_000

    match.wait(200).do(RingAlarm())

    assert match.last(AbsenceSpent).side is WHITE
    assert match.last(MatchEnded).winner is BLACK


def test_of_two_absent_sides_the_waiting_one_may_be_the_first_to_run_out() -> None:
    match = standing()
    match.do(Depart(0))
    match.wait(100).do(Return(0))
    match.do(RollDice(0, 1))
    match.play_any()
    match.do(Depart(0))
    match.do(Depart(1))
    assert match.state.decision is not None
    assert match.state.decision.side is BLACK

    match.wait(200).do(RingAlarm())

    assert match.last(AbsenceSpent).side is WHITE
    assert match.last(MatchEnded).winner is BLACK


def test_equal_budgets_void_the_match() -> None:
    match = standing()
    match.do(Depart(1))
    match.do(Depart(0))

    events = match.wait(300).do(RingAlarm())

    assert [type(event) for event in events] == [AbsenceSpent, AbsenceSpent, MatchVoided]
    assert match.last(MatchVoided).cause is VoidCause.BOTH_ABSENT


def test_when_one_of_two_returns_the_others_budget_stands_unless_it_is_his_turn() -> None:
    match = standing()
    match.do(Depart(0))
    match.do(Depart(1))
    match.wait(50).do(Return(0))
    assert not match.face.stopped
    assert (match.face.white_absence, match.face.black_absence) == (250_000, 250_000)

    match.wait(10).do(RollDice(0, 1))
    assert match.face.black_absence == 250_000


def test_presence_changes_no_turn_and_is_told_once() -> None:
    match = standing()
    assert isinstance(match.refusal(Return(1)), NothingDue)
    match.do(Depart(1))
    assert isinstance(match.refusal(Depart(1)), NothingDue)
    assert match.last(SeatLeft).seat == 1
    match.do(Return(1))

    assert match.last(SeatReturned).at == match.at
    match.do(RollDice(0, 1))


@pytest.mark.parametrize(("seat", "winner"), [(0, BLACK), (1, WHITE)])
def test_leaving_for_good_costs_what_absence_costs(seat: int, winner: Side) -> None:
    match = standing()

    left, ended, over = match.do(LeaveMatch(seat))

    assert left == MatchLeft(seat)
    assert isinstance(ended, GameEnded)
    assert (ended.winner, ended.ending, ended.cause) == (winner, Ending.GAMMON, EndCause.LEFT)
    assert isinstance(over, MatchEnded)
    assert (over.winner, over.cause) == (winner, EndCause.LEFT)
