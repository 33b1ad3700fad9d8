"""Time for which the service is to blame is given back, once (rules, section 9)."""

import pytest

from game.commands import (
    Depart,
    Return,
    RingAlarm,
    RollDice,
)
from game.events import (
    DiceRolled,
    FlagFell,
    TimeCredited,
)
from game.match import Gap
from game.refusals import NothingDue
from game.side import Side
from game.vocabulary import CreditCause, Millis
from tests.game.scripted import Scripted, standing

WHITE, BLACK = Side.WHITE, Side.BLACK
LIMITED = {"reserve": 3_600_000, "match_limit": 600_000}


def gap(match: Scripted, began: float, ended: float, seat: int | None = None) -> Gap:
    """Return a failure of the service, in seconds before the present moment of the match."""
    return Gap(
        Millis(match.at - round(1_000 * began)),
        Millis(match.at - round(1_000 * ended)),
        CreditCause.SERVICE_DOWN,
        seat,
    )


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


def test_the_service_s_own_failures_lengthen_the_match() -> None:
    match = standing(clock=LIMITED).wait(300)
    match.do(RingAlarm(), gaps=[gap(match, 100, 40)])

    assert match.state.due() == match.state.began + 660_000
