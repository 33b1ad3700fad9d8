"""What is rated and what coins were won, from the events of whole matches."""

from random import Random

import pytest

from game.conventions import Conventions
from game.events import AnyEvent, ColoursDrawn, GameEnded, MatchEnded, MatchOpened, MatchVoided
from game.rating import Won, won_by_points, won_coins
from game.side import Side
from game.vocabulary import VoidCause
from tests.game.selfplay import SelfPlay, agreed


def played(conventions: Conventions, seed: int) -> tuple[AnyEvent, ...]:
    commits = SelfPlay(conventions, Random(seed)).commits()
    return tuple(event for commit in commits for event in commit.events)


def winner_of(events: tuple[AnyEvent, ...], side: Side | None) -> int:
    (white,) = (event.white for event in events if isinstance(event, ColoursDrawn))
    return white if side is Side.WHITE else 1 - white


@pytest.mark.parametrize("seed", range(4))
def test_a_match_to_points_is_rated_by_its_length(seed: int) -> None:
    events = played(agreed(rules="hypergammon", form="match", length=3), seed)
    last = events[-1]
    assert isinstance(last, MatchEnded)

    assert won_by_points(events) == (Won(winner_of(events, last.winner), 3),)


def test_a_single_game_is_a_match_of_one() -> None:
    events = played(agreed(rules="hypergammon", form="game"), 1)
    last = events[-1]
    assert isinstance(last, MatchEnded)

    assert won_by_points(events) == (Won(winner_of(events, last.winner), 1),)


def money_session() -> tuple[AnyEvent, ...]:
    for seed in range(50):
        keys = {"form": "money", "until": "difference", "difference": 3, "stake": 10}
        events = played(agreed(rules="hypergammon", **keys), seed)
        if sum(isinstance(event, GameEnded) for event in events) > 1:
            return events
    raise AssertionError("no session of several games")


def test_every_game_of_a_money_session_is_a_match_of_one() -> None:
    events = money_session()
    games = [event for event in events if isinstance(event, GameEnded)]

    expected = tuple(Won(winner_of(events, game.winner), 1) for game in games)

    assert won_by_points(events) == expected
    assert won_by_points((*events[:-1], MatchVoided(VoidCause.BOTH_ABSENT))) == expected


def test_a_void_match_gives_nothing_to_rate() -> None:
    events = played(agreed(rules="hypergammon", form="match", length=3), 2)

    assert won_by_points((*events[:-1], MatchVoided(VoidCause.BOTH_ABSENT))) == ()


def test_what_one_seat_wins_the_other_loses() -> None:
    events = money_session()
    stakes = sum(
        event.stakes if winner_of(events, event.winner) == 0 else -event.stakes
        for event in events
        if isinstance(event, GameEnded)
    )

    assert won_coins(events) == (10 * stakes, -10 * stakes)


def test_a_match_pays_its_stake_once() -> None:
    events = played(agreed(rules="hypergammon", form="match", length=3, stake=50), 3)
    last = events[-1]
    assert isinstance(last, MatchEnded)
    winner = winner_of(events, last.winner)

    assert won_coins(events)[winner] == 50
    assert won_coins(events)[1 - winner] == -50


def test_events_without_a_beginning_are_no_match() -> None:
    events = played(agreed(rules="hypergammon", form="game"), 1)
    assert isinstance(events[0], MatchOpened)

    with pytest.raises(ValueError, match="match_opened"):
        won_by_points(events[1:])
