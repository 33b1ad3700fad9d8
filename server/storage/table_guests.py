"""Who was invited to a private table: they alone see it, sit down at it, or watch its match."""

from uuid import UUID

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.schema import tables
from server.storage.schema_live import table_guests


class TableGuests:
    """Keeps guests within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def invite(self, table: UUID, account: UUID) -> bool:
        """Let somebody in; says whether he was not before."""
        invited = await self._tx.execute(
            insert(table_guests)
            .values(table_id=table, account=account)
            .on_conflict_do_nothing()
            .returning(table_guests.c.account)
        )
        return invited.first() is not None

    async def turn_away(self, table: UUID, account: UUID) -> None:
        """Let somebody in no more."""
        await self._tx.execute(
            delete(table_guests).where(
                table_guests.c.table_id == table, table_guests.c.account == account
            )
        )

    async def is_guest(self, table: UUID, account: UUID) -> bool:
        """Whether somebody was invited."""
        found = await self._tx.execute(
            select(table_guests.c.account).where(
                table_guests.c.table_id == table, table_guests.c.account == account
            )
        )
        return found.first() is not None

    async def is_shut_out(self, match: UUID, account: UUID) -> bool:
        """Whether a match is private and somebody, who has no seat in it, was not invited."""
        found = await self._tx.execute(
            select(tables.c.id).where(tables.c.id == match, tables.c.private, ~_invited(account))
        )
        return found.first() is not None


def _invited(account: UUID) -> ColumnElement[bool]:
    return (
        select(table_guests.c.account)
        .where(table_guests.c.table_id == tables.c.id, table_guests.c.account == account)
        .exists()
    )
