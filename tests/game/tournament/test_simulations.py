"""Whole tournaments, hundreds of them: what must hold in each, whatever people do."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from game.pairing import Contender, Draw
from game.tournament import Entrant, Meeting, System, TournamentPhase, TournamentState, standings
from game.tournament.events import AnyTournamentEvent, RoundDrawn
from game.tournament.standings import buchholz
from tests.game.test_pairing import draws, faults
from tests.game.tournament.playing import Play, played_out, refold

SMALL = 6
"""So many are paired in every way there is, to see that none is better."""


def check(play: Play) -> None:
    """All that must hold of a tournament that was played."""
    state = TournamentState()
    for event in play.log:
        if isinstance(event, RoundDrawn):
            check_round(state, event)
        state = state.after(event)
    assert state == play.state == refold(play)
    check_end(state, play.log)


def check_round(state: TournamentState, drawn: RoundDrawn) -> None:
    """Everybody who is left has one meeting; in a Swiss the rules' best ones."""
    assert all(each.decided for each in state.rounds), "a round begins when the last is over"
    named = Counter(name for meeting in drawn.meetings for name in meeting)
    left = {each.id: each for each in state.left()}
    assert named == Counter(list(left))
    byes = [meeting[0] for meeting in drawn.meetings if len(meeting) == 1]
    if state.terms.system is System.KNOCKOUT:
        assert any(len(meeting) == 2 for meeting in drawn.meetings)
        return
    assert len(byes) == len(left) % 2
    assert {entrant.wins + entrant.losses for entrant in left.values()} == {len(state.rounds)}
    pairs = tuple((each[0], each[1]) for each in drawn.meetings if len(each) == 2)
    draw = Draw(pairs, byes[0] if byes else None)
    field = [Contender(each.id, each.wins, each.met, each.byes) for each in left.values()]
    if len(field) <= SMALL:
        best = min(faults(each, field) for each in draws(tuple(left)))
        assert faults(draw, field) == best
    else:
        assert faults(draw, field)[:2] == (0, 0), "so many can avoid rematches and second byes"


def check_end(state: TournamentState, log: Sequence[AnyTournamentEvent]) -> None:
    """It has ended when it was decided, not before and not after; the places are the rules'."""
    assert state.phase is TournamentPhase.OVER
    assert sum(1 for _ in state.left()) <= 1
    assert sorted(state.places) == sorted(state.entrants)
    assert state.places == standings(state)
    for higher, lower in zip(state.places, state.places[1:], strict=False):
        one, other = state.entrants[higher], state.entrants[lower]
        assert _exit(one) >= _exit(other)
        if _exit(one) == _exit(other):
            assert buchholz(one, state.entrants) >= buchholz(other, state.entrants)
    won = Counter(
        meeting.winner
        for each in state.rounds
        for meeting in each.meetings
        if meeting.winner is not None
    )
    for entrant in state.entrants.values():
        assert entrant.wins == won[entrant.id]
        assert entrant.losses <= state.terms.system.lives
    matches = [_match(meeting) for each in state.rounds for meeting in each.meetings]
    played = [match for match in matches if match is not None]
    assert len(played) == len(set(played))


def _exit(entrant: Entrant) -> float:
    return float("inf") if entrant.out is None else entrant.out


def _match(meeting: Meeting) -> str | None:
    return meeting.match


@pytest.mark.parametrize("system", System)
@pytest.mark.parametrize("seed", range(8))
def test_every_tournament_keeps_the_rules(system: System, seed: int) -> None:
    chance = random.Random(f"{system} {seed}")
    for size in range(3 + seed, 65, 8):
        check(played_out(chance, system, size, chance.choice((0, 0.01, 0.1))))


@pytest.mark.soak
def test_a_thousand_tournaments_keep_the_rules() -> None:
    chance = random.Random(94)
    for number in range(1_000):
        system = System.KNOCKOUT if number % 4 == 0 else System.SWISS
        size = chance.randint(3, 64) if number % 50 else chance.randint(65, 256)
        check(played_out(chance, system, size, chance.choice((0, 0.01, 0.05, 0.2))))
