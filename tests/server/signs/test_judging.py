"""What looks arranged and what does not, by the settings alone."""

from random import Random
from uuid import UUID

import pytest

from game.events import AnyEvent, GameEnded, MatchEnded
from game.vocabulary import EndCause
from server.signs.judging import is_farm, signs_between
from server.signs.losses import Loss, losses_in
from server.signs.terms import SignTerms
from server.storage.ids import Ids
from server.storage.signs import Between, SignKind
from tests.game.selfplay import SelfPlay, agreed
from tests.server.finished import played_by

TERMS = SignTerms()
QUICK, LOPSIDED, SHARED = SignKind.QUICK_LOSSES, SignKind.LOPSIDED, SignKind.SHARED


@pytest.mark.parametrize(
    ("played", "is_shared", "expected"),
    [
        (Between(losses=8, quick=8, coins=800, back=0), False, [QUICK]),
        (Between(losses=7, quick=7, coins=700, back=0), False, []),
        (Between(losses=50, quick=50, coins=9, back=0), True, [QUICK, LOPSIDED, SHARED]),
        # friends who play all evening, drop many doubles early, and win by turns
        (Between(losses=27, quick=9, coins=10, back=23), True, []),
        # a master and a beginner, each game of whom is played out
        (Between(losses=40, quick=2, coins=10, back=10), False, []),
        (Between(losses=12, quick=0, coins=10, back=1), True, [SHARED]),
        (Between(losses=20, quick=0, coins=0, back=1), False, [LOPSIDED]),
        (Between(losses=5, quick=0, coins=0, back=0), False, []),
    ],
)
def test_only_what_is_one_sided_or_quick_again_and_again_is_shown(
    played: Between, is_shared: bool, expected: list[SignKind]
) -> None:
    assert list(signs_between(TERMS, played, is_shared=is_shared)) == expected


def test_few_who_were_invited_are_no_farm_nor_many_who_share_nothing() -> None:
    assert is_farm(TERMS, invited=5, linked=3)
    assert not is_farm(TERMS, invited=4, linked=4)
    assert not is_farm(TERMS, invited=20, linked=11)


def test_a_session_counts_by_its_games_and_a_match_once() -> None:
    driven = SelfPlay(agreed(rules="hypergammon", form="money", stake=10), Random(3))
    session: list[AnyEvent] = []
    for commit in driven.commits():
        session += commit.events
        if sum(isinstance(event, GameEnded) for event in session) == 3:
            break
    session.append(MatchEnded(None, EndCause.AGREEMENT, (0, 0)))
    assert sum(loss.losses for loss in losses_in(session, 0)) == 3
    assert sum(loss.quick for loss in losses_in(session, 999)) == 3

    commits = played_by((UUID(int=1), UUID(int=2)), Ids().new(1), form="match", length=3, stake=50)
    match = [event for commit in commits for event in commit]
    (loss,) = losses_in(match, 0)
    assert loss == Loss(loss.seat, losses=1, quick=0, coins=50)
    assert losses_in(match[:-1], 6) == (), "it runs"
