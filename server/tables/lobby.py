"""Open tables: offered, listed, withdrawn."""

from collections.abc import Callable
from uuid import UUID

import msgspec

from game.conventions import Conventions
from game.refusals import ConventionsFault, ConventionsRefused
from server.settings import Limits
from server.storage import locks
from server.storage.accounts import Accounts
from server.storage.clock import Clock
from server.storage.database import Database, Unavailable
from server.storage.ids import Ids
from server.storage.tables import Table, Tables, TableStatus
from server.tables.refusals import NotTableOwner, TableClosed, TableTaken, TooManyTables

SEATS = 2

_LOCK_BITS = (1 << 63) - 1


class Lobby:
    """What is on offer. A table has the id of the match that will be played at it."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        ids: Ids,
        limits: Limits,
        leaving: Callable[[], bool] = lambda: False,
    ) -> None:
        self._database = database
        self._limits = limits
        self._leaving = leaving
        self._clock = clock
        self._ids = ids

    async def open(self, owner: UUID, conventions: Conventions) -> Table:
        """Offer a match on these conventions; the owner has the first seat.

        Raises ``ConventionsRefused`` for a stake, which nobody could hold or pay yet, and for a
        guest who wants to be rated; ``Unavailable`` once a planned shutdown has begun.
        """
        if self._leaving():
            raise Unavailable("this process is leaving: ask another one")
        if conventions.stake:
            raise ConventionsRefused(
                ("stake",), "this house plays for no coins", ConventionsFault.NOT_OFFERED
            )
        now = self._clock.now()
        table = Table(
            id=self._ids.new(now),
            owner=owner,
            status=TableStatus.OPEN,
            conventions=msgspec.json.encode(conventions),
            seats=(owner,),
            size=SEATS,
            stake=0,
            spectators=conventions.spectators,
            created_at=now,
            match=None,
        )
        async with self._database.transaction() as tx:
            if conventions.rated and (await Accounts(tx).get(owner)).is_guest:
                raise ConventionsRefused(
                    ("rated",),
                    "rated is not for guests; sign in first",
                    ConventionsFault.NOT_FOR_GUESTS,
                )
            # Two offers of one person at the same instant must count each other.
            await locks.take(tx, owner.int & _LOCK_BITS)
            if await Tables(tx).count_open(owner) >= self._limits.open_tables:
                raise TooManyTables
            await Tables(tx).open(table)
        return table

    async def get(self, table: UUID) -> Table:
        """One table; raises ``TableNotFound``."""
        async with self._database.reading() as connection:
            return await Tables(connection).get(table)

    async def listed(self, limit: int, before: UUID | None) -> list[Table]:
        """Open tables, the newest first, older than ``before``."""
        async with self._database.reading() as connection:
            return await Tables(connection).listed(limit=limit, before=before)

    async def close(self, table: UUID, account: UUID) -> Table:
        """Withdraw an offer; withdrawing it again is no fault."""
        async with self._database.transaction() as tx:
            tables = Tables(tx)
            if (await tables.get(table)).owner != account:
                raise NotTableOwner
            await tables.close(table)
            closed = await tables.get(table)
        if closed.status is TableStatus.TAKEN:
            raise TableTaken
        return closed


def require_open(table: Table) -> None:
    """Refuse a table that nobody can sit down at any more."""
    if table.status is TableStatus.TAKEN:
        raise TableTaken
    if table.status is TableStatus.CLOSED:
        raise TableClosed
