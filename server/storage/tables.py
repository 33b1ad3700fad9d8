"""Open tables: one row each, locked while somebody sits down, so that a seat is given once."""

from collections.abc import Collection
from enum import StrEnum
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Row, func, insert, select, update
from sqlalchemy.dialects.postgresql import ARRAY, aggregate_order_by
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import Uuid

from server.storage.database import NotFound, StorageError
from server.storage.ids import Millis
from server.storage.schema import table_seats, tables


class TableStatus(StrEnum):
    """Where a table stands: seats are free, all are taken, or the owner gave it up."""

    OPEN = "open"
    TAKEN = "taken"
    CLOSED = "closed"


class TableNotFound(NotFound):
    """There is no such table."""


class TableNotOpen(StorageError):
    """The table is taken or closed."""


class AlreadySeated(StorageError):
    """The account sits there already."""


class Table(msgspec.Struct, frozen=True):
    """A table as offered. `conventions` is JSON; `seats` are accounts in the order they sat."""

    id: UUID
    owner: UUID
    status: TableStatus
    conventions: bytes
    seats: tuple[UUID, ...]
    size: int
    stake: int
    spectators: bool
    created_at: Millis
    match: UUID | None = None


class Tables:
    """Moves tables through their states within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def open(self, table: Table) -> None:
        """Offer a table whose owner has taken the first seat."""
        await self._tx.execute(
            insert(tables).values(
                id=table.id,
                owner=table.owner,
                status=table.status,
                size=table.size,
                conventions=table.conventions,
                stake=table.stake,
                spectators=table.spectators,
                created_at=table.created_at,
            )
        )
        for seat, account in enumerate(table.seats):
            await self._seat(table.id, seat, account)

    async def get(self, table: UUID) -> Table:
        """One table; raises `TableNotFound`."""
        row = (await self._tx.execute(_TABLE.where(tables.c.id == table))).first()
        if row is None:
            raise TableNotFound(str(table))
        return _table(row)

    async def listed(self, limit: int = 50, before: UUID | None = None) -> list[Table]:
        """Open tables, the newest first; `before` is the last one of the page before."""
        page = _TABLE.where(_IS_OPEN)
        if before is not None:
            page = page.where(tables.c.id < before)
        found = await self._tx.execute(page.order_by(tables.c.id.desc()).limit(limit))
        return [_table(row) for row in found]

    async def count_open(self, owner: UUID) -> int:
        """How many open tables somebody offers."""
        found = await self._tx.execute(
            select(func.count()).where(tables.c.owner == owner, _IS_OPEN)
        )
        return found.scalar_one()

    async def owners_among(self, accounts: Collection[UUID]) -> set[UUID]:
        """Which of these offer an open table."""
        found = await self._tx.execute(
            select(tables.c.owner).where(_IS_OPEN, tables.c.owner.in_(accounts)).distinct()
        )
        return set(found.scalars())

    async def sit(self, table: UUID, account: UUID) -> Table:
        """Take the next free seat; with the last one the table is taken.

        The row stays locked until the transaction ends. Raises `TableNotFound`, `TableNotOpen`,
        `AlreadySeated`.
        """
        await self._tx.execute(select(tables.c.id).where(tables.c.id == table).with_for_update())
        found = await self.get(table)
        if account in found.seats:
            raise AlreadySeated(f"{account} at {table}")
        if found.status is not TableStatus.OPEN:
            raise TableNotOpen(f"{table} is {found.status}")
        await self._seat(table, len(found.seats), account)
        seats = (*found.seats, account)
        if len(seats) < found.size:
            return msgspec.structs.replace(found, seats=seats)
        await self._tx.execute(
            update(tables).where(tables.c.id == table).values(status=TableStatus.TAKEN)
        )
        return msgspec.structs.replace(found, seats=seats, status=TableStatus.TAKEN)

    async def start(self, table: UUID, match: UUID) -> None:
        """A taken table becomes a match, once; raises `TableNotOpen` the second time."""
        started = await self._tx.execute(
            update(tables)
            .where(
                tables.c.id == table,
                tables.c.status == TableStatus.TAKEN,
                tables.c.match.is_(None),
            )
            .values(match=match)
        )
        if started.rowcount != 1:
            raise TableNotOpen(f"{table} cannot start")

    async def close(self, table: UUID) -> bool:
        """Give an open table up; says whether it was open."""
        closed = await self._tx.execute(
            update(tables).where(tables.c.id == table, _IS_OPEN).values(status=TableStatus.CLOSED)
        )
        return closed.rowcount == 1

    async def close_of(self, owners: Collection[UUID], until: Millis) -> None:
        """Give up what these opened up to that moment and nobody has joined."""
        await self._tx.execute(
            update(tables)
            .where(_IS_OPEN, tables.c.owner.in_(owners), tables.c.created_at <= until)
            .values(status=TableStatus.CLOSED)
        )

    async def _seat(self, table: UUID, seat: int, account: UUID) -> None:
        await self._tx.execute(
            insert(table_seats).values(table_id=table, seat=seat, account=account)
        )


_IS_OPEN = tables.c.status == TableStatus.OPEN
_SEATS = (
    select(
        func.array_agg(
            aggregate_order_by(table_seats.c.account, table_seats.c.seat), type_=ARRAY(Uuid)
        )
    )
    .where(table_seats.c.table_id == tables.c.id)
    .scalar_subquery()
)
_TABLE = select(tables, _SEATS.label("seats"))


def _table(row: Row[Any]) -> Table:
    return Table(
        id=row.id,
        owner=row.owner,
        status=TableStatus(row.status),
        conventions=row.conventions,
        seats=tuple(row.seats or ()),
        size=row.size,
        stake=row.stake,
        spectators=row.spectators,
        created_at=row.created_at,
        match=row.match,
    )
