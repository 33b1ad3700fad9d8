"""What falls due in tournaments: the start, and the end of waiting for who has not come.

Any process may ring any of them. What is due is claimed by a short write of its own; what fails
comes back, later each time, and holds nothing else up.
"""

import asyncio
from collections.abc import Callable
from typing import Final
from uuid import UUID

import msgspec
import structlog

from game.tournament import Ring
from game.tournament.refusals import NotDue, TournamentIsOver
from server.inbox import Posted
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.feeds import post
from server.storage.gaps import last_served_again
from server.storage.ids import Millis
from server.storage.tournaments import Tournaments
from server.tournaments.arena import Arena, Moment, read

EVERY: Final = 1.0
"""Seconds between two looks."""
_PAGE: Final = 20

_log = structlog.get_logger(__name__)


class Clockwork(msgspec.Struct, frozen=True):
    """The body of a loop; `may_ring` says whether this process may judge by time now."""

    database: Database
    clock: Clock
    arena: Arena
    posted: Posted
    may_ring: Callable[[Millis], bool] = lambda _: True

    async def round(self) -> None:
        """Ring what is due, then wait."""
        if self.may_ring(self.clock.now()):
            await self.ring_due()
        await asyncio.sleep(EVERY)

    async def ring_due(self) -> int:
        """Ring what is due now; how many were taken up."""
        async with self.database.transaction() as tx:
            claimed = await Tournaments(tx).claim(self.clock.now(), _PAGE)
        for tournament in claimed:
            if not self.may_ring(self.clock.now()):
                break  # it came to know less since it claimed them; they ring again
            try:
                await self._ring(tournament)
            except Exception:  # noqa: BLE001 - the claim lapses and it rings again, later each time
                _log.exception("tournament_failed", tournament=str(tournament))
        return len(claimed)

    async def _ring(self, tournament: UUID) -> None:
        now = self.clock.now()
        async with self.database.transaction() as tx:
            try:
                moment = Moment(now, away_until=await last_served_again(tx))
                moved = await self.arena.carry_out(tx, tournament, Ring(), moment)
                hints = await post(tx, moved.posts, now)
            except (NotDue, TournamentIsOver):
                hints = []
                await Tournaments(tx).put_off(tournament, (await read(tx, tournament)).due())
        self.posted(hints)
