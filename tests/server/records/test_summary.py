"""A match in a line: who won, by which score, in the order of the seats."""

from random import Random

import pytest

from game.events import AnyEvent, ColoursDrawn, GameEnded, MatchEnded, MatchVoided
from game.match import fold
from game.vocabulary import EndCause, VoidCause
from server.records.summary import summary
from tests.game.selfplay import SelfPlay, agreed


def events_of(seed: int, **conventions: object) -> list[AnyEvent]:
    match = SelfPlay(agreed(**conventions), Random(seed))
    return [event for commit in match.commits() for event in commit.events]


@pytest.mark.parametrize("seed", range(6))
def test_winner_and_score_are_told_by_seat(seed: int) -> None:
    events = events_of(seed, rules="hypergammon", form="match", length=3)
    state = fold(events)
    assert isinstance(state.result, MatchEnded)
    assert state.result.winner is not None

    told = summary(events)

    assert told.winner == state.seat_of(state.result.winner)
    assert told.score[told.winner] == state.points_of(state.result.winner) == 3
    assert told.score[1 - told.winner] == state.points_of(state.result.winner.other)
    assert (told.cause, told.void, told.length) == (EndCause.SCORE, False, 3)


def test_a_void_match_has_no_winner_and_keeps_its_score() -> None:
    events = events_of(1, rules="hypergammon", form="match", length=5)
    first_won = next(n for n, event in enumerate(events) if isinstance(event, GameEnded))
    (drawn,) = [event for event in events if isinstance(event, ColoursDrawn)]
    game = events[first_won]
    assert isinstance(game, GameEnded)

    told = summary([*events[: first_won + 1], MatchVoided(VoidCause.OPERATOR)])

    assert (told.void, told.winner, told.cause) == (True, None, VoidCause.OPERATOR)
    white = game.score[0]
    assert told.score[drawn.white] == white


def test_a_session_that_ended_level_has_no_winner() -> None:
    events = events_of(1, rules="short", form="game")
    level = MatchEnded(None, EndCause.AGREEMENT, (2, 2))

    told = summary([*events[:-1], level])

    assert (told.winner, told.void) == (None, False)


def test_half_a_match_is_refused() -> None:
    events = events_of(1, rules="short", form="game")

    with pytest.raises(ValueError, match="whole match"):
        summary(events[:-1])
    with pytest.raises(ValueError, match="whole match"):
        summary(events[1:])
