"""Who was invited to a private table: they alone see it, sit down at it, or watch its match.

Whoever was asked by name, and has let the deadline pass, is no guest any more.
"""

from typing import Final
from uuid import UUID

from sqlalchemy import BigInteger, ColumnElement, cast, delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.invitations import InvitationState
from server.storage.schema import tables
from server.storage.schema_live import table_guests
from server.storage.schema_people import invitations

_NOW: Final = cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)


class TableGuests:
    """Keeps guests within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def invite(self, table: UUID, account: UUID) -> bool:
        """Let somebody in; says whether he was not before.

        An invitation of his that has lapsed is gone with that: it stands in nobody's way.
        """
        await self._tx.execute(delete(invitations).where(_lapsed(table, account)))
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
                table_guests.c.table_id == table,
                table_guests.c.account == account,
                ~select(invitations.c.id).where(_lapsed(table, account)).exists(),
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
    guest = select(table_guests.c.account).where(
        table_guests.c.table_id == tables.c.id, table_guests.c.account == account
    )
    lapsed = select(invitations.c.id).where(_lapsed(tables.c.id, account))
    return guest.exists() & ~lapsed.exists()


def _lapsed(table: UUID | ColumnElement[UUID], account: UUID) -> ColumnElement[bool]:
    """An invitation that nobody answered in time; one to a table that was taken is no such."""
    return (
        (invitations.c.table_id == table)
        & (invitations.c.invited == account)
        & (invitations.c.state == InvitationState.OPEN)
        & (invitations.c.deadline <= _NOW)
    )
