"""Resignations: what may be offered, when, and what they cost (rules, section 8)."""

import itertools

import pytest

from game.commands import (
    AcceptResignation,
    Beaver,
    OfferDouble,
    OfferResignation,
    RefuseResignation,
    RollDice,
    TakeDouble,
)
from game.endings import Ending
from game.events import GameEnded, ResignationAccepted, ResignationRefused
from game.refusals import ResignationRefused as NotResigned
from game.refusals import WrongMoment, WrongTurn
from game.side import Side
from game.vocabulary import EndCause
from tests.game.scripted import LONG_START, SHORT_START, Scripted, board

WHITE, BLACK = Side.WHITE, Side.BLACK
ROLLS = ((2, 1), (2, 1), (6, 1), (2, 1), (2, 1))


def standing(position: str = SHORT_START, mover: Side = WHITE, rules: str = "short") -> Scripted:
    return Scripted(*ROLLS, rules=rules, length=7).stand(position, mover)


def reason_of(match: Scripted, seat: int, ending: Ending = Ending.SINGLE) -> str:
    refused = match.refusal(OfferResignation(seat, match.turn, ending))
    assert isinstance(refused, NotResigned)
    return refused.reason


@pytest.mark.parametrize(
    ("ending", "cube", "seat"),
    list(itertools.product(Ending, (1, 2, 4), (0, 1))),
)
def test_an_accepted_resignation_costs_its_ending_times_the_cube(
    ending: Ending, cube: int, seat: int
) -> None:
    match = Scripted(*ROLLS, rules="short", length=25).stand(SHORT_START, score=(3, 1), cube=cube)
    match.do(OfferResignation(seat, match.turn, ending))
    match.do(AcceptResignation(1 - seat, match.turn))

    ended = match.last(GameEnded)
    points = ending.worth * cube
    assert (ended.winner, ended.ending, ended.points) == (
        (BLACK, WHITE)[seat],
        ending,
        points,
    )
    assert ended.cause is EndCause.RESIGNED
    assert ended.score == ((3, 1 + points) if seat == 0 else (3 + points, 1))


@pytest.mark.parametrize(
    ("keys", "points"), [({"gammons": False}, 1), ({"backgammons": False}, 2)]
)
def test_conventions_lower_a_resignation_as_they_lower_a_result(
    keys: dict[str, object], points: int
) -> None:
    match = Scripted(*ROLLS, rules="short", length=7, **keys).stand(SHORT_START)
    match.do(OfferResignation(0, 1, Ending.BACKGAMMON))
    match.do(AcceptResignation(1, 1))

    assert match.last(GameEnded).points == points


def test_a_refused_resignation_changes_nothing_and_play_goes_on() -> None:
    match = standing()
    match.do(OfferResignation(0, 1, Ending.SINGLE))

    assert match.do(RefuseResignation(1, 1)) == (ResignationRefused(BLACK),)
    match.do(RollDice(0, 1))


def test_an_offer_stops_no_clock() -> None:
    match = standing()
    before = match.face
    match.wait(9).do(OfferResignation(0, 1, Ending.SINGLE))
    assert match.face == before

    match.wait(10).do(AcceptResignation(1, 1))
    assert match.last(ResignationAccepted).clock.white == 16_000


def test_a_turn_in_which_the_side_rolled_earns_its_increment_also_when_resigned() -> None:
    match = standing()
    match.do(RollDice(0, 1))
    match.do(OfferResignation(0, 2, Ending.SINGLE))
    match.wait(3).do(AcceptResignation(1, 2))

    assert match.last(ResignationAccepted).clock.white == 25_000


def test_one_offer_a_turn_and_one_at_a_time() -> None:
    match = standing()
    match.do(OfferResignation(0, 1, Ending.SINGLE))
    assert reason_of(match, 0) == "once_a_turn"
    assert reason_of(match, 1) == "pending"

    match.do(RefuseResignation(1, 1))
    assert reason_of(match, 0, Ending.GAMMON) == "once_a_turn"
    match.do(OfferResignation(1, 1, Ending.SINGLE))


def test_an_offer_lapses_with_the_turn() -> None:
    match = standing()
    match.do(OfferResignation(0, 1, Ending.SINGLE))
    match.do(RollDice(0, 1))
    match.play_any()

    refused = match.refusal(AcceptResignation(1, match.turn))
    assert isinstance(refused, NotResigned)
    assert refused.reason == "nothing_offered"
    match.do(OfferResignation(0, match.turn, Ending.SINGLE))


def test_only_the_other_side_answers() -> None:
    match = standing()
    match.do(OfferResignation(0, 1, Ending.SINGLE))

    for command in (AcceptResignation(0, 1), RefuseResignation(0, 1)):
        refused = match.refusal(command)
        assert isinstance(refused, NotResigned)
        assert refused.reason == "nothing_offered"


def test_an_offer_names_the_open_turn() -> None:
    assert isinstance(standing().refusal(OfferResignation(0, 2, Ending.SINGLE)), WrongTurn)


def test_nobody_resigns_before_the_start() -> None:
    match = Scripted(rules="short")

    assert isinstance(match.refusal(OfferResignation(0, 0, Ending.SINGLE)), WrongMoment)


def test_the_long_family_knows_no_backgammon() -> None:
    match = standing(LONG_START, rules="long")

    assert reason_of(match, 0, Ending.BACKGAMMON) == "no_such_ending"
    match.do(OfferResignation(0, 1, Ending.GAMMON))


@pytest.mark.parametrize("seat", [0, 1])
def test_less_than_what_is_certain_cannot_be_offered(seat: int) -> None:
    """The winner has one checker on his ace; the loser has none off and none at home."""
    winner, loser = {1: 1, 0: 14}, {18: 15}
    mover = (BLACK, WHITE)[seat]
    position = board(loser, winner) if seat == 0 else board(winner, loser)
    match = standing(position, mover)

    assert reason_of(match, seat, Ending.SINGLE) == "too_cheap"
    match.do(OfferResignation(seat, 1, Ending.GAMMON))


GAMMON_CERTAIN = board({18: 15}, {1: 1, 0: 14})
BACKGAMMON_CERTAIN = board({20: 15}, {1: 1, 0: 14})
SESSION: dict[str, object] = {"form": "money", "cube": "doubling"}


@pytest.mark.parametrize(
    ("position", "keys", "cheapest"),
    [
        (BACKGAMMON_CERTAIN, {"length": 7}, Ending.BACKGAMMON),
        (BACKGAMMON_CERTAIN, {"length": 7, "backgammons": False}, Ending.GAMMON),
        (BACKGAMMON_CERTAIN, {"length": 7, "gammons": False}, Ending.SINGLE),
        (BACKGAMMON_CERTAIN, {"length": 7, "unit": "wins"}, Ending.SINGLE),
        (GAMMON_CERTAIN, SESSION, Ending.GAMMON),
        (GAMMON_CERTAIN, SESSION | {"jacoby": True}, Ending.SINGLE),
    ],
)
def test_an_offer_is_too_cheap_only_if_it_counts_less_than_what_is_certain(
    position: str, keys: dict[str, object], cheapest: Ending
) -> None:
    match = Scripted(*ROLLS, rules="short", **keys).stand(position, BLACK)

    for ending in Ending:
        if ending.worth < cheapest.worth:
            assert reason_of(match, 0, ending) == "too_cheap"
    match.do(OfferResignation(0, 1, cheapest))


def test_under_jacoby_a_gammon_is_certain_once_the_cube_was_turned() -> None:
    match = Scripted(*ROLLS, rules="short", **SESSION, jacoby=True).stand(GAMMON_CERTAIN, BLACK)
    match.do(OfferDouble(1, 1))
    match.do(TakeDouble(0, 2))

    assert reason_of(match, 0, Ending.SINGLE) == "too_cheap"


def test_a_doubler_may_resign_while_his_double_is_answered() -> None:
    match = standing()
    match.do(OfferDouble(0, 1))
    match.do(OfferResignation(0, 2, Ending.SINGLE))
    match.do(AcceptResignation(1, 2))

    assert match.last(GameEnded).points == 1


def test_what_is_certain_depends_on_whose_turn_it_is() -> None:
    """A loser on roll may still bear off a checker; once the other rolls, the game is over."""
    last_checker = board({6: 15}, {1: 1, 0: 14})

    assert reason_of(standing(last_checker, BLACK), 0) == "too_cheap"
    assert standing(last_checker, WHITE).do(OfferResignation(0, 1, Ending.SINGLE))


@pytest.mark.parametrize(
    ("position", "mover", "dice", "cheapest"),
    [
        pytest.param(board({6: 15}, {6: 2, 0: 13}), BLACK, (6, 6), Ending.GAMMON, id="both go"),
        pytest.param(board({6: 15}, {6: 2, 0: 13}), BLACK, (6, 5), Ending.SINGLE, id="one goes"),
        pytest.param(
            board({6: 15}, {6: 1, 5: 1, 0: 13}), BLACK, (6, 5), Ending.SINGLE, id="one may stay"
        ),
        pytest.param(
            board({25: 1, 6: 14}, {2: 2, 0: 13}),
            BLACK,
            (6, 5),
            Ending.BACKGAMMON,
            id="from the bar",
        ),
        pytest.param(
            board({20: 1, 6: 14}, {1: 2, 0: 13}), WHITE, (6, 4), Ending.GAMMON, id="runs short"
        ),
        pytest.param(
            board({20: 1, 6: 14}, {1: 2, 0: 13}), WHITE, (6, 6), Ending.SINGLE, id="runs home"
        ),
        pytest.param(
            board({6: 14, 0: 1}, {6: 2, 0: 13}), BLACK, (6, 6), Ending.SINGLE, id="has one off"
        ),
    ],
)
def test_dice_on_the_table_make_more_certain(
    position: str, mover: Side, dice: tuple[int, int], cheapest: Ending
) -> None:
    match = Scripted(dice, rules="short", length=7).stand(position, mover)
    assert match.state.apply(OfferResignation(0, 1, Ending.SINGLE), match.context())
    match.do(RollDice((WHITE, BLACK).index(mover), 1))

    for ending in Ending:
        if ending.worth < cheapest.worth:
            assert reason_of(match, 0, ending) == "too_cheap"
    match.do(OfferResignation(0, 2, cheapest))


def test_who_may_still_drop_may_resign_a_single() -> None:
    """Dropping costs no more, whatever is certain on the board."""
    match = standing(GAMMON_CERTAIN, BLACK)
    match.do(OfferDouble(1, 1))

    match.do(OfferResignation(0, 2, Ending.SINGLE))


def test_a_doubler_may_resign_a_single_only_where_he_could_drop_a_beaver() -> None:
    match = Scripted(*ROLLS, rules="short", **SESSION, beaver=True).stand(GAMMON_CERTAIN)
    match.do(OfferDouble(0, 1))
    assert reason_of(match, 0) == "too_cheap"

    match.do(Beaver(1, 2))

    match.do(OfferResignation(0, 3, Ending.SINGLE))
