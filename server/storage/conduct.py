"""How often somebody left, timed out or was absent too long, and until when he waits for it."""

from uuid import UUID

import msgspec
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema import table_seats, tables
from server.storage.schema_live import conduct


class Conduct(msgspec.Struct, frozen=True):
    """`offences` not forgiven yet, `clean` matches finished since, the end of the wait."""

    offences: int = 0
    clean: int = 0
    waits_until: Millis = 0


UNBLEMISHED = Conduct()


class Conducts:
    """Keeps conduct within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def of(self, account: UUID) -> Conduct:
        """What is kept of somebody."""
        found = await self._tx.execute(select(conduct).where(conduct.c.account == account))
        row = found.first()
        return UNBLEMISHED if row is None else Conduct(row.offences, row.clean, row.waits_until)

    async def locked(self, account: UUID) -> Conduct:
        """The same, nobody else's to change until the transaction ends."""
        await self._tx.execute(insert(conduct).values(account=account).on_conflict_do_nothing())
        await self._tx.execute(
            select(conduct.c.account).where(conduct.c.account == account).with_for_update()
        )
        return await self.of(account)

    async def keep(self, account: UUID, kept: Conduct) -> None:
        """Remember it; the row stands already."""
        await self._tx.execute(
            conduct.update()
            .where(conduct.c.account == account)
            .values(msgspec.structs.asdict(kept))
        )

    async def seated_while_waiting(self, now: Millis) -> list[UUID]:
        """Who has a seat at an open table, or at several, though he must wait."""
        found = await self._tx.execute(
            select(table_seats.c.account)
            .join(tables, tables.c.id == table_seats.c.table_id)
            .join(conduct, conduct.c.account == table_seats.c.account)
            .where(tables.c.status == "open", conduct.c.waits_until > now)
            .distinct()
        )
        return list(found.scalars())
