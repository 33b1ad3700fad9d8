"""Flags: when they fall, for whom, and what they cost (rules, section 9)."""

import pytest

from game.commands import (
    AcceptResignation,
    Depart,
    LeaveMatch,
    OfferDouble,
    OfferResignation,
    RingAlarm,
    RollDice,
)
from game.endings import Ending
from game.events import (
    DiceRolled,
    FlagFell,
    GameEnded,
    MatchEnded,
    ResignationAccepted,
)
from game.refusals import NothingDue
from game.side import Side
from game.vocabulary import EndCause, Phase
from tests.game.scripted import Scripted, board, standing

WHITE, BLACK = Side.WHITE, Side.BLACK


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


def test_the_way_of_another_sides_command_is_no_gift_to_the_decider() -> None:
    match = standing()
    match.do(OfferResignation(0, match.turn, Ending.SINGLE))
    match.wait(20).do(AcceptResignation(1, match.turn), allowance=400)
    assert match.last(ResignationAccepted).clock.white == 15_000

    match = standing()
    match.do(OfferResignation(1, match.turn, Ending.SINGLE))
    match.wait(20).do(AcceptResignation(0, match.turn), allowance=400)
    assert match.last(ResignationAccepted).clock.white == 15_400


def test_a_lost_connection_is_charged_to_the_moment_it_is_noticed() -> None:
    match = standing()
    match.wait(20).do(Depart(0), allowance=400)

    assert match.face.white == 15_000


def test_the_other_side_cannot_hurry_a_flag_for_a_play_that_is_on_its_way() -> None:
    match = standing()
    match.wait(35.2).do(OfferResignation(1, 1, Ending.SINGLE), allowance=500)
    assert not match.tells(FlagFell)

    match.wait(0.1).do(AcceptResignation(0, 1), allowance=400)
    assert match.last(GameEnded).winner is WHITE


def test_after_the_grace_the_flag_comes_before_the_others_command() -> None:
    match = standing()

    match.wait(35.3).do(OfferResignation(1, 1, Ending.SINGLE), allowance=500)

    assert match.tells(FlagFell)


def test_a_flag_waits_for_a_play_also_where_the_connection_is_lost_meanwhile() -> None:
    match = standing()
    match.wait(35.2).do(Depart(0))
    assert not match.tells(FlagFell)
    assert (match.face.white, match.face.stopped) == (0, True)

    match = standing()
    match.wait(35.3).do(Depart(0))
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


@pytest.mark.parametrize(("dice", "ending"), [((6, 5), Ending.SINGLE), ((2, 1), Ending.GAMMON)])
def test_dice_on_the_table_tell_whether_a_gammon_was_still_possible(
    dice: tuple[int, int], ending: Ending
) -> None:
    """Two and one can be moved inside the home; with six and five two checkers go off."""
    position = board({3: 1, 2: 1, 1: 13}, {1: 4, 0: 11})
    match = Scripted(dice, rules="short", form="game").stand(position)
    match.do(RollDice(0, 1))
    match.wait(60).do(RingAlarm())

    assert match.last(GameEnded).ending is ending


@pytest.mark.parametrize(("dice", "ending"), [((6, 6), Ending.GAMMON), ((2, 1), Ending.SINGLE)])
def test_who_leaves_loses_a_gammon_if_the_winners_dice_allow_it(
    dice: tuple[int, int], ending: Ending
) -> None:
    match = Scripted(dice, rules="short", form="game")
    match.stand(board({1: 15}, {6: 2, 0: 13}), BLACK).do(RollDice(1, 1))
    match.do(LeaveMatch(0))

    assert match.last(GameEnded).ending is ending


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
