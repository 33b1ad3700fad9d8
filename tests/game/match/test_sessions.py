"""Money sessions: the end of one game, the hold of the next, agreeing to stop (section 8)."""

import pytest

from game.commands import (
    AcceptResignation,
    ContinueSession,
    LeaveMatch,
    OfferResignation,
    OfferStop,
    RingAlarm,
    RollDice,
)
from game.endings import Ending
from game.events import GameEnded, GameStarted, MatchEnded, MatchLeft, StopOffered
from game.match import Gap
from game.refusals import NothingDue, WrongMoment
from game.side import Side
from game.vocabulary import CreditCause, EndCause, Millis, Phase
from tests.game.scripted import SHORT_START, Scripted

WHITE, BLACK = Side.WHITE, Side.BLACK


def session(**keys: object) -> Scripted:
    terms = {"rules": "short", "form": "money"} | keys
    return Scripted((6, 1), (6, 1), (6, 1), **terms).stand(SHORT_START)


def lose(match: Scripted, seat: int, ending: Ending = Ending.SINGLE) -> None:
    """Let a seat lose the running game."""
    match.do(OfferResignation(seat, match.turn, ending))
    match.do(AcceptResignation(1 - seat, match.turn))


def test_between_games_the_service_restores_the_holds() -> None:
    match = session()
    lose(match, 1)
    assert match.is_in(Phase.BETWEEN)
    assert match.state.due() == match.at
    assert isinstance(match.refusal(RingAlarm()), NothingDue)

    match.wait(2).do(ContinueSession())

    assert match.last(GameStarted).number == 2
    assert match.is_in(Phase.PLAYING)
    assert match.face.white == 20_000


@pytest.mark.parametrize(("starter", "delay"), [("alternate", 15_000), ("roll", 0)])
def test_who_is_known_to_start_has_his_delay_from_the_start(starter: str, delay: int) -> None:
    """Where the start is thrown for, a turn begins with the throw alone."""
    match = session(starter=starter)
    lose(match, 1)
    match.do(ContinueSession())

    assert match.last(GameStarted).clock.delay == delay
    assert match.face.delay == 15_000


def test_a_session_without_a_clock_goes_on_too() -> None:
    match = session(clock="none")
    lose(match, 1)
    match.wait(5).do(ContinueSession())

    assert match.face.since == match.at


@pytest.mark.parametrize(("loser", "score"), [(1, (4, 7)), (0, (3, 8))])
def test_points_add_up_without_bound_whoever_has_won(loser: int, score: tuple[int, int]) -> None:
    match = session().stand(SHORT_START, score=(3, 7))
    lose(match, loser)

    assert match.last(GameEnded).score == score


def test_a_session_ends_when_a_hold_cannot_be_restored() -> None:
    match = session()
    lose(match, 1)

    match.do(ContinueSession(unable=(1,)))

    assert match.last(MatchEnded) == MatchEnded(WHITE, EndCause.HOLD, (1, 0))


def test_a_session_goes_on_only_between_its_games() -> None:
    assert isinstance(session().refusal(ContinueSession()), NothingDue)


def test_both_proposing_to_stop_end_the_session_after_the_running_game() -> None:
    match = session()
    assert match.do(OfferStop(0)) == (StopOffered(0),)
    assert isinstance(match.refusal(OfferStop(0)), WrongMoment)
    match.do(OfferStop(1))
    assert match.is_in(Phase.PLAYING)

    lose(match, 0, Ending.GAMMON)

    assert match.last(MatchEnded) == MatchEnded(BLACK, EndCause.AGREEMENT, (0, 2))


def test_between_games_agreement_ends_the_session_at_once() -> None:
    match = session()
    match.do(OfferStop(0))
    lose(match, 0)
    assert match.is_in(Phase.BETWEEN)

    match.do(OfferStop(1))

    assert match.is_in(Phase.OVER)


def test_one_proposal_between_games_ends_nothing() -> None:
    match = session()
    lose(match, 0)
    match.do(OfferStop(1))

    assert match.is_in(Phase.BETWEEN)


def test_a_match_is_not_ended_by_agreement() -> None:
    match = Scripted(rules="short", length=3).stand(SHORT_START)

    assert isinstance(match.refusal(OfferStop(0)), WrongMoment)


def test_a_difference_ends_the_session() -> None:
    match = session(difference=3)
    lose(match, 1, Ending.GAMMON)
    assert match.is_in(Phase.BETWEEN)
    match.do(ContinueSession())

    lose(match, 1)

    assert match.last(MatchEnded) == MatchEnded(WHITE, EndCause.SCORE, (3, 0))


@pytest.mark.parametrize(("loser", "winner", "score"), [(0, BLACK, (5, 8)), (1, WHITE, (8, 5))])
def test_the_difference_is_that_of_the_scores_whoever_leads(
    loser: int, winner: Side, score: tuple[int, int]
) -> None:
    before = (score[0] - loser * 3, score[1] - (1 - loser) * 3)
    match = session(difference=3).stand(SHORT_START, score=before)
    lose(match, 1 - loser)
    assert match.is_in(Phase.BETWEEN), "six to five is a lead of one"

    match = session(difference=3).stand(SHORT_START, score=before)
    lose(match, loser, Ending.BACKGAMMON)

    assert match.last(MatchEnded) == MatchEnded(winner, EndCause.SCORE, score)


def test_no_game_begins_after_the_time_of_the_session() -> None:
    match = session(session_limit=60_000, clock="none").wait(59)
    lose(match, 1)
    assert match.is_in(Phase.BETWEEN)
    match.do(ContinueSession())
    match.wait(1)
    assert match.state.due() is None, "the running game is played out"

    lose(match, 0)

    assert match.last(MatchEnded) == MatchEnded(None, EndCause.TIME, (1, 1))


def test_time_in_which_the_service_was_down_is_not_the_sessions() -> None:
    match = session(session_limit=60_000, clock={"reserve": 600_000}).wait(30)
    down = Gap(Millis(match.at - 10_000), match.at, CreditCause.SERVICE_DOWN)
    match.do(RollDice(0, match.turn), gaps=[down])
    match.wait(35)
    lose(match, 1)

    assert match.is_in(Phase.BETWEEN), "sixty-five seconds, of which ten were nobody's"


def test_leaving_between_games_ends_the_session_and_costs_nothing_more() -> None:
    match = session()
    lose(match, 1)

    assert match.do(LeaveMatch(0)) == (
        MatchLeft(0),
        MatchEnded(WHITE, EndCause.LEFT, (1, 0)),
    )


@pytest.mark.parametrize(
    ("keys", "ending", "stakes", "points"),
    [
        ({}, Ending.BACKGAMMON, 3, 3),
        ({"max_points": 2}, Ending.BACKGAMMON, 2, 3),
        ({"gammons_pay": False}, Ending.GAMMON, 1, 2),
    ],
)
def test_a_game_moves_no_more_stakes_than_were_held(
    keys: dict[str, object], ending: Ending, stakes: int, points: int
) -> None:
    match = session(**keys)
    lose(match, 1, ending)

    ended = match.last(GameEnded)
    assert (ended.stakes, ended.points) == (stakes, points)
