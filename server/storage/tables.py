"""Open tables: one row each, locked while somebody sits down, so that a seat is given once."""

from collections.abc import Collection
from enum import StrEnum
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Row, func, insert, select, update
from sqlalchemy.dialects.postgresql import ARRAY, aggregate_order_by
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import Boolean, Uuid

from server.storage.database import NotFound, StorageError
from server.storage.ids import Millis
from server.storage.schema import accounts, table_seats, tables

USUAL_RATING = 1500
"""Of whoever has none yet."""


class TableStatus(StrEnum):
    """Where a table stands: on offer, begun as a match, or given up."""

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
    """A table as offered. `conventions` is JSON; `seats` are accounts in the order they sat.

    Where `when_ready`, a full table waits, still open, until every seat is `ready`.
    """

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
    rules: str | None = None
    form: str | None = None
    private: bool = False
    when_ready: bool = False
    owner_rating: int = USUAL_RATING
    least_rating: int | None = None
    most_rating: int | None = None
    rematch_of: UUID | None = None
    link: bytes | None = None
    """The digest of the invitation link of a private table."""
    ready: tuple[bool, ...] = ()
    owner_nick: str | None = None

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return len(self.seats) >= self.size

    @property
    def all_ready(self) -> bool:
        """Whether the match may begin."""
        return self.full and (not self.when_ready or all(self.ready))


class Wanted(msgspec.Struct, frozen=True):
    """Which open tables a list shows; none of a member leaves it open. Bounds are included."""

    rules: str | None = None
    form: str | None = None
    least_stake: int | None = None
    most_stake: int | None = None
    least_rating: int | None = None
    most_rating: int | None = None


ANY = Wanted()


class Tables:
    """Moves tables through their states within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def open(self, table: Table) -> None:
        """Offer a table whose first seats are taken."""
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
                rules=table.rules,
                form=table.form,
                private=table.private,
                link=table.link,
                when_ready=table.when_ready,
                owner_rating=table.owner_rating,
                least_rating=table.least_rating,
                most_rating=table.most_rating,
                rematch_of=table.rematch_of,
            )
        )
        for seat, account in enumerate(table.seats):
            await self._seat(table, seat, account)

    async def get(self, table: UUID) -> Table:
        """One table; raises `TableNotFound`."""
        row = (await self._tx.execute(_TABLE.where(tables.c.id == table))).first()
        if row is None:
            raise TableNotFound(str(table))
        return _table(row)

    async def locked(self, table: UUID) -> Table:
        """One table, nobody else's to change until the transaction ends; raises the same."""
        await self._tx.execute(select(tables.c.id).where(tables.c.id == table).with_for_update())
        return await self.get(table)

    async def by_link(self, link: bytes) -> Table:
        """The table that an invitation link of this digest leads to; raises `TableNotFound`."""
        found = await self.find_by_link(link)
        if found is None:
            raise TableNotFound("no table has this link")
        return found

    async def find_by_link(self, link: bytes) -> Table | None:
        """The same, none where there is none."""
        row = (await self._tx.execute(_TABLE.where(tables.c.link == link))).first()
        return None if row is None else _table(row)

    async def listed(
        self, limit: int = 50, before: UUID | None = None, wanted: Wanted = ANY
    ) -> list[Table]:
        """Open tables for everybody, the newest first; `before` ends the page before."""
        page = _TABLE.where(_IS_OPEN, tables.c.private.is_(False), *_as_wanted(wanted))
        if before is not None:
            page = page.where(tables.c.id < before)
        found = await self._tx.execute(page.order_by(tables.c.id.desc()).limit(limit))
        return [_table(row) for row in found]

    async def open_of(self, account: UUID) -> list[Table]:
        """The open tables at which somebody has a seat, the newest first."""
        sits = select(table_seats.c.table_id).where(table_seats.c.account == account)
        found = await self._tx.execute(
            _TABLE.where(_IS_OPEN, tables.c.id.in_(sits)).order_by(tables.c.id.desc())
        )
        return [_table(row) for row in found]

    async def seated_among(self, people: Collection[UUID]) -> set[UUID]:
        """Which of these have a seat at an open table."""
        found = await self._tx.execute(
            select(table_seats.c.account)
            .join(tables, tables.c.id == table_seats.c.table_id)
            .where(_IS_OPEN, table_seats.c.account.in_(people))
            .distinct()
        )
        return set(found.scalars())

    async def staked(self) -> list[Table]:
        """The open tables for coins, in no order."""
        found = await self._tx.execute(_TABLE.where(_IS_OPEN, tables.c.stake > 0))
        return [_table(row) for row in found]

    async def played_by(self, rules: Collection[str], forms: Collection[str]) -> list[UUID]:
        """Open tables of one of these rule sets, or of one of these forms."""
        unwanted = tables.c.rules.in_(rules) | tables.c.form.in_(forms)
        found = await self._tx.execute(select(tables.c.id).where(_IS_OPEN, unwanted))
        return list(found.scalars())

    async def older_than(self, moment: Millis, limit: int = 100) -> list[UUID]:
        """Open tables that were opened before a moment."""
        found = await self._tx.execute(
            select(tables.c.id).where(_IS_OPEN, tables.c.created_at < moment).limit(limit)
        )
        return list(found.scalars())

    async def sit(self, table: UUID, account: UUID) -> Table:
        """Take the next free seat; with the last one the table is taken, or waits to be ready.

        The row stays locked until the transaction ends. Raises `TableNotFound`, `TableNotOpen`,
        `AlreadySeated`.
        """
        found = await self.locked(table)
        if account in found.seats:
            raise AlreadySeated(f"{account} at {table}")
        if found.status is not TableStatus.OPEN or found.full:
            raise TableNotOpen(f"{table} is {found.status}")
        await self._seat(found, len(found.seats), account)
        seated = msgspec.structs.replace(
            found,
            seats=(*found.seats, account),
            ready=(*found.ready, not found.when_ready),
        )
        return await self.taken(seated) if seated.all_ready else seated

    async def leave(self, table: Table, account: UUID) -> Table:
        """Give a seat of an open table back; nobody there is ready any more."""
        here = table_seats.c.table_id == table.id
        await self._tx.execute(table_seats.delete().where(here, table_seats.c.account == account))
        if table.when_ready:
            await self._tx.execute(update(table_seats).where(here).values(ready=False))
        return await self.get(table.id)

    async def ready(self, table: Table, account: UUID, *, ready: bool) -> Table:
        """Say that somebody seated is ready, or is not; with the last one the table is taken."""
        mine = (table_seats.c.table_id == table.id) & (table_seats.c.account == account)
        await self._tx.execute(update(table_seats).where(mine).values(ready=ready))
        found = await self.get(table.id)
        return await self.taken(found) if found.all_ready else found

    async def taken(self, table: Table) -> Table:
        """All seats of a table are taken, and its match is to begin."""
        await self._tx.execute(
            update(tables).where(tables.c.id == table.id).values(status=TableStatus.TAKEN)
        )
        return msgspec.structs.replace(table, status=TableStatus.TAKEN)

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

    async def relink(self, table: UUID, link: bytes) -> None:
        """Let another link lead to a table, and the old one nowhere."""
        await self._tx.execute(update(tables).where(tables.c.id == table).values(link=link))

    async def _seat(self, table: Table, seat: int, account: UUID) -> None:
        await self._tx.execute(
            insert(table_seats).values(
                table_id=table.id, seat=seat, account=account, ready=not table.when_ready
            )
        )


_IS_OPEN = tables.c.status == TableStatus.OPEN
_HERE = table_seats.c.table_id == tables.c.id
_SEATS = (
    select(
        func.array_agg(
            aggregate_order_by(table_seats.c.account, table_seats.c.seat), type_=ARRAY(Uuid)
        )
    )
    .where(_HERE)
    .scalar_subquery()
)
_READY = (
    select(
        func.array_agg(
            aggregate_order_by(table_seats.c.ready, table_seats.c.seat), type_=ARRAY(Boolean)
        )
    )
    .where(_HERE)
    .scalar_subquery()
)
_TABLE = select(
    tables,
    _SEATS.label("seats"),
    _READY.label("ready"),
    select(accounts.c.nick)
    .where(accounts.c.id == tables.c.owner)
    .scalar_subquery()
    .label("owner_nick"),
)


def _as_wanted(wanted: Wanted) -> list[ColumnElement[bool]]:
    exact = ((tables.c.rules, wanted.rules), (tables.c.form, wanted.form))
    bounds = (
        (tables.c.stake, wanted.least_stake, wanted.most_stake),
        (tables.c.owner_rating, wanted.least_rating, wanted.most_rating),
    )
    asked: list[ColumnElement[bool]] = [
        column == value for column, value in exact if value is not None
    ]
    asked += [column >= least for column, least, _ in bounds if least is not None]
    return asked + [column <= most for column, _, most in bounds if most is not None]


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
        rules=row.rules,
        form=row.form,
        private=row.private,
        when_ready=row.when_ready,
        owner_rating=row.owner_rating,
        least_rating=row.least_rating,
        most_rating=row.most_rating,
        rematch_of=row.rematch_of,
        link=row.link,
        ready=tuple(row.ready or ()),
        owner_nick=row.owner_nick,
    )
