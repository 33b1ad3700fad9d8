"""Flags, absence, faults of the service, the end of the time (rules, section 9)."""

import pytest

from game.adjudication import adjudicate
from game.clock import ABSENCE_BUDGET
from game.commands import (
    AcceptResignation,
    Depart,
    LeaveMatch,
    OfferDouble,
    OfferResignation,
    Return,
    RingAlarm,
    RollDice,
    TakeDouble,
)
from game.endings import Ending
from game.events import (
    AbsenceSpent,
    DiceRolled,
    FlagFell,
    GameEnded,
    MatchEnded,
    MatchLeft,
    MatchTimeOver,
    MatchVoided,
    PositionAdjudicated,
    SeatLeft,
    SeatReturned,
    TimeCredited,
)
from game.match import Gap
from game.position import Position
from game.refusals import NothingDue
from game.side import Side
from game.vocabulary import AdjudicationMethod, CreditCause, EndCause, Millis, Phase, VoidCause
from tests.game.scripted import LONG_START, SHORT_START, Scripted, board

WHITE, BLACK = Side.WHITE, Side.BLACK
RACE = board({6: 5, 5: 5, 4: 5}, {6: 1, 5: 1, 0: 13})
LIMITED = {"reserve": 3_600_000, "match_limit": 600_000}


def standing(position: str = SHORT_START, mover: Side = WHITE, **keys: object) -> Scripted:
    terms = ({} if "form" in keys else {"length": 7}) | {"rules": "short"} | keys
    return Scripted((2, 1), (6, 1), (2, 1), (6, 1), **terms).stand(position, mover)


def gap(match: Scripted, began: float, ended: float, seat: int | None = None) -> Gap:
    """Return a failure of the service, in seconds before the present moment of the match."""
    return Gap(
        Millis(match.at - round(1_000 * began)),
        Millis(match.at - round(1_000 * ended)),
        CreditCause.SERVICE_DOWN,
        seat,
    )


# --- flags


def test_a_flag_is_the_whole_outcome_of_any_command_that_comes_too_late() -> None:
    match = standing()
    fell_at = match.at + 35_000
    assert match.state.due() == fell_at

    events = match.wait(40).do(RollDice(0, 1))

    flag, ended, over = events
    assert isinstance(flag, FlagFell)
    assert (flag.side, flag.at, flag.clock.white) == (WHITE, fell_at, 0)
    assert ended == GameEnded(BLACK, Ending.GAMMON, EndCause.FLAG, 2, (0, 2))
    assert over == MatchEnded(BLACK, EndCause.FLAG, (0, 2), stakes=1)


def test_an_alarm_brings_the_flag_down_at_the_moment_it_is_due() -> None:
    match = standing(mover=BLACK)
    assert isinstance(match.wait(34.999).refusal(RingAlarm()), NothingDue)

    match.wait(0.001).do(RingAlarm())

    assert match.last(FlagFell).side is BLACK
    assert match.last(MatchEnded).winner is WHITE


def test_the_way_through_the_network_is_not_charged() -> None:
    match = standing()
    (event,) = match.wait(35.4).do(RollDice(0, 1), allowance=450)
    assert isinstance(event, DiceRolled)
    assert event.clock.white == 50

    match = standing()
    match.wait(35.6).do(RollDice(0, 1), allowance=900)
    assert match.tells(FlagFell)


def test_the_other_side_cannot_hurry_a_flag_for_a_play_that_is_on_its_way() -> None:
    match = standing()
    match.wait(35.2).do(OfferResignation(1, 1, Ending.SINGLE), allowance=500)
    assert not match.tells(FlagFell)

    match.wait(0.1).do(AcceptResignation(0, 1), allowance=400)
    assert match.last(GameEnded).winner is WHITE


def test_after_the_grace_the_flag_comes_before_the_others_command() -> None:
    match = standing()

    match.wait(35.3).do(OfferResignation(1, 1, Ending.SINGLE))

    assert match.tells(FlagFell)


@pytest.mark.parametrize(
    ("position", "ending", "cube", "points"),
    [
        pytest.param(board({25: 2, 24: 13}, {1: 15}), Ending.GAMMON, 2, 4, id="never three"),
        pytest.param(board({6: 14, 0: 1}, {1: 15}), Ending.SINGLE, 4, 4, id="one is off"),
        pytest.param(board({1: 15}, {6: 15}), Ending.SINGLE, 1, 1, id="gammon impossible"),
    ],
)
def test_a_flag_costs_no_more_than_could_still_be_lost(
    position: str, ending: Ending, cube: int, points: int
) -> None:
    match = Scripted(rules="short", form="game", cube="doubling").stand(position, cube=cube)
    match.wait(60).do(RingAlarm())

    ended = match.last(GameEnded)
    assert (ended.ending, ended.points) == (ending, points)
    assert match.last(MatchEnded).cause is EndCause.FLAG


def test_in_a_money_session_a_flag_loses_the_running_game_only() -> None:
    match = standing(form="money")
    match.wait(60).do(RingAlarm())

    assert match.is_in(Phase.BETWEEN)
    assert match.last(GameEnded).winner is BLACK


def test_without_a_clock_no_flag_falls() -> None:
    match = standing(clock="none")
    assert match.state.due() is None

    (event,) = match.wait(100_000).do(RollDice(0, 1))
    assert isinstance(event, DiceRolled)


def test_the_reserve_persists_over_the_games_of_a_match() -> None:
    match = standing()
    match.wait(30).do(OfferDouble(0, 1))
    match.wait(1).do(OfferResignation(1, 2, Ending.SINGLE))
    match.do(AcceptResignation(0, 2))

    assert match.face.white == 20_000 - 15_000 + 5_000
    assert match.face.since == match.at


def test_the_reserve_is_renewed_for_every_game_where_that_is_agreed() -> None:
    clock = {"reserve": 20_000, "delay": 15_000, "per_game": True}
    match = standing(clock=clock)
    match.wait(30).do(OfferResignation(1, 1, Ending.SINGLE))
    match.do(AcceptResignation(0, 1))

    assert (match.face.white, match.face.black) == (20_000, 20_000)


# --- absence


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


# --- time for which the service is to blame


def test_time_in_which_the_service_was_down_is_given_back_before_anything_is_judged() -> None:
    match = standing().wait(100)

    credited, rolled = match.do(RollDice(0, 1), gaps=[gap(match, 95, 5)])

    assert isinstance(credited, TimeCredited)
    assert (credited.side, credited.millis) == (WHITE, 90_000)
    assert credited.until == match.at - 5_000
    assert isinstance(rolled, DiceRolled)
    assert (rolled.clock.white, rolled.clock.delay) == (20_000, 5_000)


def test_no_gap_is_given_back_twice() -> None:
    match = standing().wait(20)
    down = gap(match, 18, 8)
    match.do(RollDice(0, 1), gaps=[down])
    match.wait(1).play_any()
    assert match.face.white == 20_000 + 5_000

    match = standing().wait(20)
    down = gap(match, 18, 8)
    match.do(RingAlarm(), gaps=[down])
    assert isinstance(_refused_with(match, RingAlarm(), down), NothingDue), (
        "the alarm finds nothing more to give"
    )


def _refused_with(match: Scripted, command: RingAlarm, down: Gap) -> Exception:
    try:
        match.do(command, gaps=[down])
    except NothingDue as refused:
        return refused
    raise AssertionError("something was due")


def test_overlapping_gaps_count_once() -> None:
    match = standing().wait(30)

    events = match.do(RollDice(0, 1), gaps=[gap(match, 15, 5), gap(match, 20, 10)])

    assert [e.millis for e in events if isinstance(e, TimeCredited)] == [10_000, 5_000]


def test_only_what_overlaps_the_running_decision_is_given_back() -> None:
    match = standing().wait(10)
    match.do(RollDice(0, 1))
    match.wait(3)

    events = match.do(RingAlarm(), gaps=[gap(match, 8, -5), gap(match, 12, 9)])

    assert [e.millis for e in events if isinstance(e, TimeCredited)] == [3_000]


def test_a_gap_of_one_seat_is_not_given_to_the_other() -> None:
    match = standing().wait(10)
    assert len(match.do(RingAlarm(), gaps=[gap(match, 5, 1, seat=0)])) == 1

    match = standing().wait(10)
    with pytest.raises(NothingDue):
        match.do(RingAlarm(), gaps=[gap(match, 5, 1, seat=1)])


def test_an_absence_budget_does_not_burn_while_the_service_is_down() -> None:
    match = standing()
    match.do(Depart(0))
    match.wait(310)

    match.do(Return(0), gaps=[gap(match, 300, 100)])

    assert match.face.white_absence == 300_000 - 110_000


def test_nothing_is_given_back_where_nothing_burns() -> None:
    match = standing(clock="none").wait(100)

    with pytest.raises(NothingDue):
        match.do(RingAlarm(), gaps=[gap(match, 50, 10)])


def test_a_credit_that_comes_with_a_flag_does_not_save_what_is_lost_anyway() -> None:
    match = standing().wait(100)

    events = match.do(RingAlarm(), gaps=[gap(match, 100, 90)])

    assert isinstance(events[0], TimeCredited)
    assert isinstance(events[1], FlagFell)
    assert events[1].at == match.at - 100_000 + 35_000 + 10_000


# --- the time of the match


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


def test_contact_is_adjudicated_by_rollouts_that_anybody_can_repeat() -> None:
    position = board({24: 15}, {13: 8, 6: 7})
    match = standing(position, rules="long", clock=LIMITED, form="game")
    match.wait(600).do(RingAlarm())

    judged = match.last(PositionAdjudicated)
    verdict = adjudicate(Position.parse(position), 1, (0, 0), match.state.book.rules)
    assert judged.method is AdjudicationMethod.ROLLOUT
    assert (judged.white_wins, judged.trials) == (verdict.mover_wins, verdict.trials)
    assert judged.winner is BLACK


def test_the_service_s_own_failures_lengthen_the_match() -> None:
    match = standing(clock=LIMITED).wait(300)
    match.do(RingAlarm(), gaps=[gap(match, 100, 40)])

    assert match.state.due() == match.state.began + 660_000


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


def test_a_match_without_a_limit_adjudicates_nothing() -> None:
    match = standing(LONG_START, rules="long")

    assert not match.state.adjudicates(Millis(match.at + 10**9))
