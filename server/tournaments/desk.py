"""Tournaments as operators see them: a new one, one that is not to take place."""

from uuid import UUID

import msgspec

from game.tournament import Cancel
from server.inbox import Posted
from server.operators.staff import reason, require
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.feeds import post
from server.storage.operators import Act, ActLog, Operator, Role
from server.storage.tournaments import Tournaments
from server.storage.traces import Common
from server.tournaments.announcing import Announcement, announce
from server.tournaments.arena import Arena, Moment
from server.tournaments.events import moved
from server.tournaments.twins import seen_twice


class TournamentDesk(msgspec.Struct, frozen=True):
    """The use cases."""

    database: Database
    clock: Clock
    arena: Arena
    posted: Posted

    async def announce(self, by: Operator, announced: Announcement, why: str) -> None:
        """Announce a tournament: people may enter from now on. Once, by its id.

        Raises `Malformed` for what could not be played, and `KeyUsed` where another has its id.
        """
        require(by, Role.CASHIER)
        given, now = reason(why), self.clock.now()
        async with self.database.transaction() as tx:
            event = await announce(tx, self.arena.sealing, announced, now)
            if event is None:
                return
            await ActLog(tx).add(_act("tournament", by, given, announced.id, now))
            hints = await post(tx, [moved(announced.id, 0, (event,))], now)
        self.posted(hints)

    async def twins(self, by: Operator, tournament: UUID) -> tuple[Common, ...]:
        """The devices and addresses that entrants share; raises `TournamentNotFound`."""
        require(by, Role.MODERATOR)
        async with self.database.transaction() as tx:
            await Tournaments(tx).get(tournament)
            return await seen_twice(tx, tournament)

    async def cancel(self, by: Operator, tournament: UUID, why: str) -> None:
        """Let it not take place, or not to its end; everybody has his fee back.

        Raises `TournamentNotFound`, `TournamentIsOver`.
        """
        require(by, Role.CASHIER)
        given, now = reason(why), self.clock.now()
        async with self.database.transaction() as tx:
            done = await self.arena.carry_out(tx, tournament, Cancel(), Moment(now))
            await ActLog(tx).add(_act("tournament.cancel", by, given, tournament, now))
            hints = await post(tx, done.posts, now)
        self.posted(hints)


def _act(name: str, by: Operator, why: str, tournament: UUID, now: int) -> Act:
    return Act(at=now, operator=by.name, act=name, why=why, subject=tournament)
