"""What moderators have ruled about somebody: warnings, mutes, bans, each with reason and term."""

from collections.abc import Collection
from enum import StrEnum
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Row, Select, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import NotFound
from server.storage.ids import Ids, Millis
from server.storage.schema import table_seats, tables
from server.storage.schema_live import seekers
from server.storage.schema_talk import sanctions


class SanctionKind(StrEnum):
    """What was ruled, the mildest first."""

    WARNING = "warning"
    MUTE = "mute"
    BAN = "ban"


class SanctionNotFound(NotFound):
    """Nothing was ruled under that id, or not about the one who asks."""


class Sanction(msgspec.Struct, frozen=True):
    """One ruling; ``ends`` is null where it has no end."""

    id: UUID
    kind: SanctionKind
    reason: str
    began: Millis
    ends: Millis | None
    lifted_at: Millis | None = None


class Sanctions:
    """Keeps and finds rulings within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def impose(self, account: UUID, sanction: Sanction, by: str) -> None:
        """Keep a ruling about somebody."""
        await self._tx.execute(
            insert(sanctions).values(
                id=sanction.id,
                account=account,
                kind=sanction.kind,
                reason=sanction.reason,
                began=sanction.began,
                ends=sanction.ends,
                by=by,
            )
        )

    async def in_force(self, account: UUID, now: Millis) -> list[Sanction]:
        """Mutes and bans that hold at this moment, the hardest first."""
        found = await self._tx.execute(_in_force(sanctions.c.account == account, now))
        order = tuple(SanctionKind)
        return sorted(map(_sanction, found), key=lambda each: -order.index(each.kind))

    async def follow(self, before: Collection[UUID], account: UUID, now: Millis, ids: Ids) -> None:
        """Let what is in force about some accounts hold for another of the same person too.

        A ruling that followed him before is one with its copies: it is copied once, and where one
        of them was lifted, no more.
        """
        about = sanctions.c.account.in_(before)
        lifted = await self._tx.execute(
            select(sanctions).where(about, sanctions.c.lifted_at.is_not(None))
        )
        gone = {(row.kind, row.began) for row in lifted}
        holding = await self._tx.execute(_in_force(about, now))
        for name, row in {(row.kind, row.began): row for row in holding}.items():
            if name not in gone:
                again = row._asdict() | {"id": ids.new(now), "account": account}
                await self._tx.execute(insert(sanctions).values(again))

    async def at_tables_while_banned(self, now: Millis) -> list[UUID]:
        """Who sits at an open table, or looks for an opponent, though a ban holds."""
        seated = (
            select(table_seats.c.account)
            .join(tables, tables.c.id == table_seats.c.table_id)
            .where(tables.c.status == "open")
        )
        there = seated.union(select(seekers.c.account)).subquery()
        found = await self._tx.execute(
            select(there.c.account)
            .join(sanctions, sanctions.c.account == there.c.account)
            .where(sanctions.c.kind == SanctionKind.BAN, _holds(now))
            .distinct()
        )
        return list(found.scalars())

    async def of(self, account: UUID, since: Millis = 0) -> list[Sanction]:
        """All that was ruled about somebody since, the newest first."""
        found = await self._tx.execute(
            select(sanctions)
            .where(sanctions.c.account == account, sanctions.c.began >= since)
            .order_by(sanctions.c.began.desc())
        )
        return [_sanction(row) for row in found]

    async def get(self, sanction: UUID) -> tuple[UUID, Sanction]:
        """A ruling, and about whom; raises `SanctionNotFound`."""
        row = (await self._tx.execute(select(sanctions).where(_is(sanction)))).first()
        if row is None:
            raise SanctionNotFound(str(sanction))
        return row.account, _sanction(row)

    async def lift(self, sanction: UUID, now: Millis) -> bool:
        """Take a ruling back; false when it was taken back before."""
        lifted = await self._tx.execute(
            update(sanctions)
            .where(_is(sanction), sanctions.c.lifted_at.is_(None))
            .values(lifted_at=now)
        )
        return lifted.rowcount == 1


def _in_force(about: ColumnElement[bool], now: Millis) -> Select[Any]:
    return select(sanctions).where(
        about,
        sanctions.c.kind != SanctionKind.WARNING,
        _holds(now),
    )


def _holds(now: Millis) -> ColumnElement[bool]:
    return sanctions.c.lifted_at.is_(None) & or_(
        sanctions.c.ends.is_(None), sanctions.c.ends > now
    )


def _is(sanction: UUID) -> ColumnElement[bool]:
    return sanctions.c.id == sanction


def _sanction(row: Row[Any]) -> Sanction:
    return Sanction(row.id, SanctionKind(row.kind), row.reason, row.began, row.ends, row.lifted_at)
