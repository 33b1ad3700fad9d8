"""The step after a match that tells its tournament how it ended, once."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from game.events import MatchEnded, MatchVoided
from game.match import fold
from game.tournament import ReportResult, ReportVoid
from game.tournament.refusals import NoSuchMeeting, TournamentIsOver
from server.play.after_match import Ended
from server.storage.clock import Clock
from server.storage.feeds import post
from server.storage.tournaments import Tournaments
from server.tournaments.arena import Arena, Moment


class TournamentStep:
    """Reports results. The round that may follow is told of by healing, within a second."""

    name: Final = "tournament"

    def __init__(self, arena: Arena, clock: Clock) -> None:
        self._arena = arena
        self._clock = clock

    async def follow(self, tx: AsyncConnection, ended: Ended) -> None:
        """Report a match that is of a tournament; one that was broken off wants no result."""
        tournament = await Tournaments(tx).of_match(ended.match.id)
        if tournament is None:
            return
        now = self._clock.now()
        try:
            moved = await self._arena.carry_out(tx, tournament, report_of(ended), Moment(now))
        except (NoSuchMeeting, TournamentIsOver):
            return
        await post(tx, moved.posts, now)


def report_of(ended: Ended) -> ReportResult | ReportVoid:
    """What a tournament is told of a match: who won; or that nobody did, and by whose fault."""
    name, state = str(ended.match.id), fold(ended.events)
    players = () if state.opened is None else state.opened.players
    match state.result:
        case MatchEnded(winner=side) if side is not None:
            return ReportResult(name, players[state.seat_of(side)])
        case MatchVoided(seats=seats):
            return ReportVoid(name, tuple(players[seat] for seat in seats))
        case _:
            return ReportVoid(name)
