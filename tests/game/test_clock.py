"""Clocks, by the examples of the rules and as a law of conservation (rules, section 9)."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.clock import (
    ABSENCE_BUDGET,
    ClockFace,
    TimeControl,
    answered,
    asked,
    bank,
    charged,
    compensation,
    credited,
    earned,
    fischer,
    fresh,
    seen,
    turned,
)
from game.side import Side
from game.vocabulary import Millis

WHITE, BLACK = Side.WHITE, Side.BLACK
NOW = Millis(1_000_000)


def seconds(number: float) -> Millis:
    return Millis(round(1_000 * number))


def reserve_after(control: TimeControl, reserve: float, turn: float) -> float:
    """Return white's reserve in seconds after a turn that took so long."""
    face = ClockFace(seconds(reserve), seconds(reserve), NOW)
    face = turned(face, WHITE, control)
    face = earned(charged(face, WHITE, Millis(NOW + seconds(turn))), WHITE, control)
    return face.white / 1_000


TEN = seconds(10)
LONG_RESERVE = seconds(60)


@pytest.mark.parametrize(
    ("control", "reserve", "turn", "expected"),
    [
        pytest.param(bank(), 20, 9, 25, id="CK-01"),
        pytest.param(bank(), 20, 22, 18, id="CK-02"),
        pytest.param(bank(), 118, 3, 120, id="CK-03"),
        pytest.param(fischer(LONG_RESERVE, TEN), 60, 4, 66, id="CK-05"),
        pytest.param(compensation(LONG_RESERVE, TEN), 60, 4, 60, id="CK-06 within the delay"),
        pytest.param(compensation(LONG_RESERVE, TEN), 60, 14, 56, id="CK-06 beyond it"),
        pytest.param(compensation(LONG_RESERVE, TEN), 3, 12, 1, id="CK-07"),
    ],
)
def test_a_turn_leaves_the_reserve_of_the_example(
    control: TimeControl, reserve: float, turn: float, expected: float
) -> None:
    assert reserve_after(control, reserve, turn) == expected


def test_the_flag_falls_when_delay_and_reserve_are_burnt() -> None:
    face = turned(ClockFace(seconds(20), seconds(7), NOW), BLACK, bank())

    assert face.falls_at(BLACK, timed=True) == NOW + seconds(15 + 7)


def test_without_a_time_control_nothing_falls_while_both_are_there() -> None:
    face = turned(fresh(None, NOW), WHITE, None)

    assert face.falls_at(WHITE, timed=False) is None


def test_an_absent_decider_burns_his_budget_and_not_his_clock() -> None:
    face = turned(fresh(bank(), NOW), WHITE, bank(), absent=(WHITE,))

    later = charged(face, WHITE, Millis(NOW + seconds(100)))

    assert face.falls_at(WHITE, timed=True) == NOW + ABSENCE_BUDGET
    assert (later.white, later.delay) == (seconds(20), seconds(15))
    assert (later.white_absence, later.black_absence) == (seconds(200), seconds(300))


def test_both_absent_burn_both_budgets() -> None:
    face = turned(fresh(bank(), NOW), BLACK, bank(), absent=(WHITE, BLACK))
    face = msgspec.structs.replace(face, white_absence=seconds(40))

    later = charged(face, BLACK, Millis(NOW + seconds(30)))

    assert face.falls_at(BLACK, timed=True) == NOW + seconds(40)
    assert (later.white_absence, later.black_absence) == (seconds(10), seconds(270))


def test_the_absence_of_the_waiting_side_costs_nothing() -> None:
    face = turned(fresh(bank(), NOW), WHITE, bank(), absent=(BLACK,))

    later = charged(face, WHITE, Millis(NOW + seconds(20)))

    assert not face.stopped
    assert (later.white, later.black_absence) == (seconds(15), ABSENCE_BUDGET)


def test_a_return_does_not_renew_the_delay() -> None:
    face = charged(turned(fresh(bank(), NOW), WHITE, bank()), WHITE, Millis(NOW + seconds(10)))

    away = seen(face, WHITE, (WHITE,))
    back = seen(charged(away, WHITE, Millis(NOW + seconds(60))), WHITE, ())

    assert back.delay == seconds(5)
    assert back.falls_at(WHITE, timed=True) == NOW + seconds(60 + 5 + 20)


def test_a_double_has_a_delay_of_its_own_and_keeps_the_doublers() -> None:
    face = turned(fresh(bank(), NOW), WHITE, bank())
    offered = asked(charged(face, WHITE, Millis(NOW + seconds(4))), BLACK, bank())
    taken = answered(charged(offered, BLACK, Millis(NOW + seconds(20))), WHITE)

    assert (offered.delay, offered.kept) == (seconds(15), seconds(11))
    assert (taken.delay, taken.kept) == (seconds(11), 0)
    assert taken.black == seconds(19)


@pytest.mark.parametrize("side", Side)
def test_a_command_is_not_charged_for_its_way_through_the_network(side: Side) -> None:
    control = compensation(LONG_RESERVE, TEN)
    face = turned(fresh(control, NOW), side, control)

    later = charged(face, side, Millis(NOW + seconds(12)), Millis(300))

    assert later.reserve(side) == seconds(58.3)
    assert later.reserve(side.other) == seconds(60)


def test_the_allowance_is_half_a_second_at_most() -> None:
    face = turned(fresh(fischer(LONG_RESERVE, TEN), NOW), WHITE, fischer(LONG_RESERVE, TEN))

    assert charged(face, WHITE, Millis(NOW + 2_000), Millis(5_000)).white == seconds(58.5)


def test_the_allowance_never_gives_time_back() -> None:
    face = turned(fresh(fischer(LONG_RESERVE, TEN), NOW), WHITE, fischer(LONG_RESERVE, TEN))

    assert charged(face, WHITE, Millis(NOW + 100), Millis(400)).white == seconds(60)


def test_credited_time_is_not_charged() -> None:
    face = turned(fresh(bank(), NOW), WHITE, bank())

    later = charged(credited(face, seconds(30)), WHITE, Millis(NOW + seconds(40)))

    assert (later.white, later.delay) == (seconds(20), seconds(5))


def test_a_clock_without_increment_earns_nothing() -> None:
    face = fresh(compensation(LONG_RESERVE, TEN), NOW)

    assert earned(face, BLACK, compensation(LONG_RESERVE, TEN)) is face
    assert earned(face, BLACK, None) is face


def test_a_new_game_renews_reserves_but_not_the_budgets_of_the_match() -> None:
    spent = ClockFace(seconds(1), seconds(2), NOW, white_absence=seconds(9))

    face = fresh(bank(), Millis(NOW + 1), spent)

    assert (face.white, face.black) == (seconds(20), seconds(20))
    assert (face.white_absence, face.black_absence) == (seconds(9), ABSENCE_BUDGET)


@pytest.mark.parametrize(
    ("figures", "complaint"),
    [
        ({"reserve": -1}, "between nothing and thirty days"),
        ({"reserve": 1, "increment": 31 * 24 * 3_600_000}, "between nothing and thirty days"),
        ({"reserve": 1, "delay": 31 * 24 * 3_600_000}, "between nothing and thirty days"),
        ({"reserve": 1, "cap": 31 * 24 * 3_600_000}, "between nothing and thirty days"),
        ({"reserve": 1, "match_limit": 31 * 24 * 3_600_000}, "between nothing and thirty days"),
        ({"reserve": 0}, "has fallen before the first turn"),
        ({"reserve": 20, "cap": 10}, "the cap is below the reserve"),
        ({"reserve": 20, "match_limit": 0}, "a match without time"),
    ],
)
def test_figures_that_make_no_clock_are_refused(figures: dict[str, int], complaint: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=complaint):
        msgspec.convert(figures, TimeControl)


spans = st.integers(0, 40_000)
absences = st.sampled_from([(), (WHITE,), (BLACK,), (WHITE, BLACK)])


@given(st.lists(st.tuples(st.sampled_from(["presence", "roll", "turn"]), spans, absences)))
def test_not_a_millisecond_is_lost_or_won(steps: list[tuple[str, int, tuple[Side, ...]]]) -> None:
    """However sides leave, return and take turns, what is burnt adds up to what has passed."""
    control = TimeControl(Millis(10_000_000), Millis(15_000))
    side, at = WHITE, NOW
    absent: tuple[Side, ...] = ()
    face = turned(fresh(control, at), side, control)
    delays: int = control.delay
    both = 0
    for what, span, then_absent in steps:
        at = Millis(at + span)
        both += min(span, face.white_absence, face.black_absence) if face.both_absent else 0
        if face.stopped and span >= min(face.white_absence, face.black_absence):
            return
        face = charged(face, side, at)
        if what == "presence":
            absent = then_absent
            face = seen(face, side, absent)
        elif what == "turn":
            side = side.other
            delays += control.delay - face.delay
            face = turned(face, side, control, absent)
    reserves = 2 * control.reserve - face.white - face.black
    budgets = 2 * ABSENCE_BUDGET - face.white_absence - face.black_absence
    assert (at - NOW) == reserves + (delays - face.delay) + budgets - both


def test_a_clock_may_begin_at_its_cap() -> None:
    control = TimeControl(Millis(20_000), increment=Millis(5_000), cap=Millis(20_000))

    assert earned(fresh(control, NOW), WHITE, control).white == 20_000


def test_a_delay_may_be_as_long_as_the_reserve() -> None:
    assert TimeControl(reserve=seconds(15), delay=seconds(15)).delay == seconds(15)


def test_the_longest_time_is_thirty_days_and_they_are_allowed() -> None:
    thirty_days = 30 * 24 * 3_600_000

    assert TimeControl(Millis(thirty_days)).reserve == thirty_days
    with pytest.raises(ValueError, match="thirty days"):
        TimeControl(Millis(thirty_days + 1))
