"""The cube, by the examples of the rules (rules, section 7)."""

import pytest

from game.commands import (
    Beaver,
    DropDouble,
    OfferDouble,
    PlayCheckers,
    RollDice,
    StartMatch,
    TakeDouble,
)
from game.endings import Ending
from game.events import (
    Beavered,
    CubeDoubledAutomatically,
    Decision,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    GameEnded,
    GameStarted,
    MatchEnded,
)
from game.match import Cube
from game.refusals import CubeRefused, NotYourDecision, WrongMoment
from game.side import Side
from game.stakes import points, stakes
from game.vocabulary import DecisionKind, EndCause
from tests.game.scripted import LONG_START, SHORT_START, Scripted, board
from tests.game.selfplay import agreed

WHITE, BLACK = Side.WHITE, Side.BLACK
WINNING_GAMMON = board({1: 1, 0: 14}, {12: 15})
WINNING_SINGLE = board({1: 1, 0: 14}, {12: 14, 0: 1})
LATER = ((2, 1),) * 20


def session(**keys: object) -> Scripted:
    """Return a money session of short with a doubling cube, white to roll."""
    terms = {"rules": "short", "form": "money", "cube": "doubling"} | keys
    return Scripted(*LATER, **terms).stand(SHORT_START)


def match_to_5(position: str = SHORT_START, **standing: object) -> Scripted:
    match = Scripted(*LATER, rules="short", length=5)
    return match.stand(position, **standing)  # type: ignore[arg-type]  # passed on


def reason_of(match: Scripted, command: OfferDouble | Beaver) -> str:
    refused = match.refusal(command)
    assert isinstance(refused, CubeRefused)
    return refused.reason


def doubled(match: Scripted, seat: int) -> None:
    """Let a seat double and the other take."""
    match.do(OfferDouble(seat, match.turn))
    match.do(TakeDouble(1 - seat, match.turn))


def after_a_turn(match: Scripted, seat: int) -> None:
    match.do(RollDice(seat, match.turn))
    match.play_any()


def test_cu_01_a_dropped_double_loses_one() -> None:
    match = session()
    match.do(OfferDouble(0, 1))
    assert match.last(DoubleOffered).next == Decision(2, BLACK, DecisionKind.ANSWER_DOUBLE)

    match.do(DropDouble(1, 2))

    ended = match.last(GameEnded)
    assert (ended.winner, ended.points, ended.score) == (WHITE, 1, (1, 0))
    assert (ended.ending, ended.cause) == (Ending.SINGLE, EndCause.DROPPED)


def test_cu_02_a_dropped_redouble_loses_the_value_before_it() -> None:
    match = session()
    doubled(match, 0)
    after_a_turn(match, 0)
    match.do(OfferDouble(1, match.turn))
    match.do(DropDouble(0, match.turn))

    ended = match.last(GameEnded)
    assert (ended.winner, ended.points) == (BLACK, 2)


def test_cu_03_a_dropped_beaver_loses_the_doubled_value() -> None:
    match = session(beaver=True)
    match.do(OfferDouble(0, 1))
    match.do(Beaver(1, 2))
    assert match.last(Beavered).value == 4
    assert match.state.decision == Decision(3, WHITE, DecisionKind.ANSWER_BEAVER)

    match.do(DropDouble(0, 3))

    ended = match.last(GameEnded)
    assert (ended.winner, ended.points) == (BLACK, 2)


def test_a_taken_beaver_leaves_the_cube_with_the_one_who_beavered() -> None:
    match = session(beaver=True)
    match.do(OfferDouble(0, 1))
    match.do(Beaver(1, 2))
    match.do(TakeDouble(0, 3))

    assert match.state.running.cube == Cube(4, BLACK, turned=True)
    assert match.state.decision == Decision(4, WHITE, DecisionKind.ROLL)
    assert reason_of(match, OfferDouble(0, 4)) == "not_owner"


def test_a_beaver_must_be_agreed_and_answers_a_double_only() -> None:
    match = session()
    match.do(OfferDouble(0, 1))
    assert reason_of(match, Beaver(1, 2)) == "no_beaver"

    match = session(beaver=True)
    assert isinstance(match.refusal(Beaver(0, 1)), WrongMoment)
    match.do(OfferDouble(0, 1))
    match.do(Beaver(1, 2))
    assert isinstance(match.refusal(Beaver(0, 3)), WrongMoment)


def test_a_beaver_is_shown_as_possible_exactly_while_it_is() -> None:
    match = session(beaver=True)
    assert not match.state.may_beaver
    match.do(OfferDouble(0, match.turn))
    assert match.state.may_beaver
    match.do(Beaver(1, match.turn))
    assert not match.state.may_beaver

    match = session(beaver=False)
    match.do(OfferDouble(0, match.turn))
    assert not match.state.may_beaver

    unbegun = Scripted(rules="short", form="money", cube="doubling", beaver=True)
    assert not unbegun.state.may_beaver
    assert not unbegun.state.may_double


def test_a_beaver_stops_at_the_cap() -> None:
    match = session(beaver=True, cube_cap=2)
    match.do(OfferDouble(0, 1))

    assert reason_of(match, Beaver(1, 2)) == "cap"


@pytest.mark.parametrize(
    ("jacoby", "turned", "points"),
    [
        pytest.param(True, False, 1, id="CU-05"),
        pytest.param(False, False, 2, id="without Jacoby"),
        pytest.param(True, True, 4, id="a turned cube lifts it"),
    ],
)
def test_jacoby_counts_a_gammon_once_the_cube_has_turned(
    *, jacoby: bool, turned: bool, points: int
) -> None:
    match = Scripted(*LATER, rules="short", form="money", cube="doubling", jacoby=jacoby)
    match.stand(WINNING_GAMMON)
    if turned:
        doubled(match, 0)
    after_a_turn(match, 0)

    assert match.last(GameEnded).points == points
    assert match.last(GameEnded).ending is Ending.GAMMON


def test_cu_06_an_automatic_double_does_not_lift_jacoby() -> None:
    keys = {"jacoby": True, "automatic_doubles": 1, "cube": "doubling"}
    match = Scripted((4, 4), (3, 3), (6, 1), rules="short", form="money", **keys).seeded()
    match.do(StartMatch())
    assert match.last(CubeDoubledAutomatically).value == 2
    assert match.state.running.cube == Cube(2)
    match.dice.pairs += LATER
    match.stand(WINNING_GAMMON, cube=2)
    after_a_turn(match, 0)

    assert match.last(GameEnded).points == 2


def test_automatic_doubles_are_limited_by_number_and_cap() -> None:
    ties = ((4, 4), (3, 3), (2, 2), (6, 1))
    for keys, value in (
        ({"automatic_doubles": 2}, 4),
        ({"automatic_doubles": 3, "cube_cap": 4}, 4),
        ({"automatic_doubles": 3, "cube_cap": None}, 8),
        ({}, 1),
    ):
        terms = {"rules": "short", "form": "money", "cube": "doubling"} | keys
        match = Scripted(*ties, **terms).seeded()
        match.do(StartMatch())
        assert match.state.running.cube.value == value


def test_cu_07_crawford_is_played_once() -> None:
    """To 5, 2-1, the leader wins 2: the next game has no cube, the one after it has."""
    match = match_to_5(WINNING_GAMMON, score=(2, 1))
    match.dice.pairs[:] = [(2, 1), (6, 1), (2, 1), (6, 1), (2, 1), (3, 2)]
    after_a_turn(match, 0)
    assert match.state.score == (4, 1)
    assert match.last(GameStarted).crawford

    match.stand(board({12: 14, 0: 1}, {1: 1, 0: 14}), BLACK, crawford=True)
    assert reason_of(match, OfferDouble(1, match.turn)) == "crawford"
    assert not match.state.may_double
    match.do(RollDice(1, match.turn))
    match.play_any()

    assert match.state.score == (4, 2)
    assert not match.last(GameStarted).crawford
    match.stand(SHORT_START, BLACK)
    assert match.state.may_double
    match.do(OfferDouble(1, match.turn))


@pytest.mark.parametrize("keys", [{"crawford": False}, {"cube": "none"}])
def test_crawford_is_an_option_of_matches_with_a_cube(keys: dict[str, object]) -> None:
    match = Scripted(*((6, 1),) * 4, rules="short", length=3, **keys)
    match.stand(board({1: 1, 0: 14}, {12: 15}))
    match.do(RollDice(0, 1))
    match.play_any()

    assert match.state.score == (2, 0)
    assert not match.last(GameStarted).crawford


def test_a_match_to_1_has_no_crawford_game() -> None:
    match = Scripted((3, 1), rules="short", length=1, cube="doubling").seeded()
    match.do(StartMatch())

    assert not match.last(GameStarted).crawford


def test_cu_11_the_score_shown_stops_at_the_length() -> None:
    match = match_to_5(WINNING_GAMMON, score=(3, 0), cube=4)
    after_a_turn(match, 0)

    assert match.last(GameEnded).points == 8
    assert match.last(MatchEnded) == MatchEnded(WHITE, EndCause.SCORE, (5, 0), stakes=1)


def test_cu_12_an_offer_after_rolling_is_refused() -> None:
    match = match_to_5()
    match.do(RollDice(0, 1))

    assert isinstance(match.refusal(OfferDouble(0, 2)), WrongMoment)


def test_cu_12_an_offer_in_the_opponents_turn_is_refused() -> None:
    assert isinstance(match_to_5().refusal(OfferDouble(1, 1)), NotYourDecision)


def test_cu_12_an_offer_by_a_non_owner_is_refused() -> None:
    match = match_to_5()
    doubled(match, 0)

    assert reason_of(match, OfferDouble(0, match.turn)) == "not_owner"


@pytest.mark.parametrize(
    ("cap", "cube", "value"),
    [
        pytest.param(64, 32, 64, id="CU-13 below"),
        pytest.param(64, 64, None, id="CU-13"),
        pytest.param(None, 64, 128, id="no cap"),
        pytest.param(None, 2**29, 2**30, id="no cap, a milliard"),
        pytest.param(None, 2**30, None, id="no cap, but an end of counting"),
    ],
)
def test_cu_13_the_cube_stops_at_its_cap(cap: int | None, cube: int, value: int | None) -> None:
    match = Scripted(rules="short", form="money", cube="doubling", cube_cap=cap)
    match.stand(SHORT_START, cube=cube)

    if value is None:
        assert reason_of(match, OfferDouble(0, 1)) == "cap"
    else:
        match.do(OfferDouble(0, 1))
        assert match.last(DoubleOffered).value == value


def test_cu_16_a_linear_cube_multiplies_a_gammon() -> None:
    """Pokerbet x3 taken, марс: 6 points."""
    match = Scripted(*LATER, preset="pokerbet", length=9).stand(LONG_START)
    doubled(match, 0)
    after_a_turn(match, 0)
    doubled(match, 1)
    assert match.state.running.cube.value == 3
    after_a_turn(match, 1)
    assert reason_of(match, OfferDouble(0, match.turn)) == "cap"
    match.stand(board({1: 1, 0: 14}, {12: 15}), cube=3)
    after_a_turn(match, 0)

    assert match.last(GameEnded).points == 6


def test_a_dead_cube_stays_where_it_is() -> None:
    match = match_to_5(score=(3, 0), cube=2)

    assert reason_of(match, OfferDouble(0, match.turn)) == "dead"
    match.stand(SHORT_START, BLACK, cube=2)
    match.do(OfferDouble(1, match.turn))


def test_a_dead_cube_may_be_turned_where_that_is_agreed() -> None:
    match = Scripted(rules="short", length=5, dead_cube="allow")
    match.stand(SHORT_START, score=(3, 0), cube=2)

    match.do(OfferDouble(0, match.turn))


def test_without_a_cube_nothing_is_doubled() -> None:
    match = Scripted(rules="long", length=5).stand(LONG_START)

    assert reason_of(match, OfferDouble(0, 1)) == "no_cube"
    assert not match.state.may_double


def test_a_take_gives_the_cube_and_the_doubler_rolls() -> None:
    match = match_to_5()
    match.do(OfferDouble(0, 1))
    match.do(TakeDouble(1, 2))

    taken = match.last(DoubleTaken)
    assert (taken.side, taken.owner, taken.value) == (BLACK, BLACK, 2)
    assert match.state.running.cube == Cube(2, BLACK, turned=True)
    assert match.state.decision == Decision(3, WHITE, DecisionKind.ROLL)


def test_an_offer_cannot_be_taken_back_or_rolled_past() -> None:
    match = match_to_5()
    match.do(OfferDouble(0, 1))

    assert isinstance(match.refusal(RollDice(0, 2)), NotYourDecision)
    assert isinstance(match.refusal(OfferDouble(1, 2)), WrongMoment)
    assert isinstance(match.refusal(PlayCheckers(1, 2, ())), WrongMoment)


def test_the_doublers_delay_goes_on_and_his_turn_earns_one_increment() -> None:
    match = match_to_5()
    match.wait(10).do(OfferDouble(0, 1))
    match.wait(16).do(TakeDouble(1, 2))
    assert (match.face.black, match.face.delay) == (20_000 - 1_000 + 5_000, 5_000)
    match.wait(4).do(RollDice(0, 3))
    match.wait(4).play_any()

    assert match.face.white == 20_000 - 3_000 + 5_000


def test_a_drop_ends_both_turns() -> None:
    match = match_to_5()
    match.wait(16).do(OfferDouble(0, 1))
    match.wait(2).do(DropDouble(1, 2))

    assert match.last(DoubleDropped).clock.white == 24_000
    assert match.last(DoubleDropped).clock.black == 25_000


def test_a_dropped_beaver_ends_the_doublers_turn_once() -> None:
    match = session(beaver=True)
    match.wait(2).do(OfferDouble(0, 1))
    match.wait(2).do(Beaver(1, 2))
    assert (match.face.black, match.face.delay) == (25_000, 13_000)
    match.wait(2).do(DropDouble(0, 3))

    assert match.last(DoubleDropped).clock.white == 25_000
    assert match.last(DoubleDropped).clock.black == 25_000


def test_a_gammon_at_a_pokerbet_table_counts_twice_and_costs_once() -> None:
    terms = agreed(preset="pokerbet", form="money")

    assert points(terms, Ending.GAMMON, 1, turned=False) == 2
    assert stakes(terms, Ending.GAMMON, 1, turned=False) == 1
