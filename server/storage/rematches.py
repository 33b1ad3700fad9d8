"""Who wants to play again after a match: both, and there is a new table, once."""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema import tables
from server.storage.schema_live import rematches


class Rematches:
    """Keeps wishes within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def wish(self, match: UUID, account: UUID, now: Millis) -> bool:
        """Somebody wants to play again; says whether he did not before."""
        wished = await self._tx.execute(
            insert(rematches)
            .values(match=match, account=account, at=now)
            .on_conflict_do_nothing()
            .returning(rematches.c.account)
        )
        return wished.first() is not None

    async def who(self, match: UUID, since: Millis) -> set[UUID]:
        """Who has wished for it since a moment."""
        found = await self._tx.execute(
            select(rematches.c.account).where(rematches.c.match == match, rematches.c.at >= since)
        )
        return set(found.scalars())

    async def drop(self, match: UUID) -> bool:
        """Nobody wishes any more; says whether anybody did."""
        dropped = await self._tx.execute(delete(rematches).where(rematches.c.match == match))
        return dropped.rowcount > 0

    async def drop_of(self, accounts: Collection[UUID]) -> None:
        """These wish for nothing any more."""
        await self._tx.execute(delete(rematches).where(rematches.c.account.in_(accounts)))

    async def table_of(self, match: UUID) -> UUID | None:
        """The table at which a match is played again, if it is."""
        found = await self._tx.execute(select(tables.c.id).where(tables.c.rematch_of == match))
        return found.scalar()
