"""Gifts from one person to another, as both may look at them."""

from uuid import UUID

import msgspec
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema_gifts import gifts


class Gift(msgspec.Struct, frozen=True):
    """An article of the shop that somebody gave; there is no text with it to insult by."""

    id: UUID
    article: str
    giver: UUID
    receiver: UUID
    at: Millis


class Gifts:
    """Keeps and lists within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def keep(self, gift: Gift) -> None:
        """Keep a gift; the same once more is no fault."""
        await self._tx.execute(
            insert(gifts).values(**msgspec.structs.asdict(gift)).on_conflict_do_nothing()
        )

    async def of(self, receiver: UUID, limit: int, before: UUID | None = None) -> list[Gift]:
        """What somebody was given, the newest first."""
        page = select(gifts).where(gifts.c.receiver == receiver)
        if before is not None:
            page = page.where(gifts.c.id < before)
        found = await self._tx.execute(page.order_by(gifts.c.id.desc()).limit(limit))
        return [Gift(row.id, row.article, row.giver, row.receiver, row.at) for row in found]
