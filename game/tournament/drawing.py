"""What comes when a round is decided: the next one, or the end."""

from collections.abc import Iterator

from game.pairing import Contender, draw_swiss, seed_bracket
from game.tournament.events import AnyTournamentEvent, RoundDrawn, TournamentEnded
from game.tournament.facts import TournamentFacts
from game.tournament.lots import by_lot
from game.tournament.standings import standings
from game.tournament.terms import System
from game.vocabulary import Millis

Meetings = tuple[tuple[str, ...], ...]


def next_round(state: TournamentFacts, secret: str, at: Millis) -> AnyTournamentEvent:
    """The round to be played now, or the end where one at the most is left."""
    left = [each.id for each in state.left()]
    if len(left) < 2:
        return TournamentEnded(standings(state), at)
    number = len(state.rounds) + 1
    field = by_lot(secret, number, left)
    swiss = state.terms.system is System.SWISS
    meetings = _swiss(state, field) if swiss else _bracket(state, field)
    return RoundDrawn(number, meetings, at + state.terms.wait, at)


def _swiss(state: TournamentFacts, field: list[str]) -> Meetings:
    draw = draw_swiss(
        [
            Contender(each.id, each.wins, each.met, each.byes)
            for each in (state.entrants[name] for name in field)
        ]
    )
    return draw.pairs if draw.bye is None else (*draw.pairs, (draw.bye,))


def _bracket(state: TournamentFacts, field: list[str]) -> Meetings:
    """Neighbours meet; rounds in which nobody would meet anybody are passed over."""
    places = tuple(_winners(state)) if state.rounds else seed_bracket(field)
    while True:
        meetings = tuple(
            tuple(each for each in pair if each is not None)
            for pair in zip(places[::2], places[1::2], strict=True)
        )
        if any(len(meeting) == 2 for meeting in meetings):
            return meetings
        places = tuple(meeting[0] if meeting else None for meeting in meetings)


def _winners(state: TournamentFacts) -> Iterator[str | None]:
    """Who goes on from each meeting of the last round; nobody where he has withdrawn since."""
    for meeting in state.rounds[-1].meetings:
        winner = meeting.winner
        goes_on = winner is not None and state.entrants[winner].out is None
        yield winner if goes_on else None
