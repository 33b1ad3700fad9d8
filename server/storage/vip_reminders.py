"""Whose VIP ends soon, and who has been told of it."""

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import exists, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema_gifts import vip_reminders
from server.storage.schema_money import vip_grants


class Lapsing(NamedTuple):
    """Somebody whose VIP ends, and when."""

    account: UUID
    until: Millis


class VipReminders:
    """Finds and notes within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def due(self, now: Millis, before: Millis, days: int, limit: int) -> list[Lapsing]:
        """Whose VIP ends between now and that moment, and who was not told `days` before."""
        later = vip_grants.alias()
        found = await self._tx.execute(
            select(vip_grants.c.account, vip_grants.c.until)
            .where(
                vip_grants.c.until > now,
                vip_grants.c.until <= before,
                ~exists().where(
                    later.c.account == vip_grants.c.account, later.c.id > vip_grants.c.id
                ),
                ~exists().where(
                    vip_reminders.c.account == vip_grants.c.account,
                    vip_reminders.c.until == vip_grants.c.until,
                    vip_reminders.c.days <= days,
                ),
            )
            .order_by(vip_grants.c.until)
            .limit(limit)
        )
        return [Lapsing(row.account, row.until) for row in found]

    async def note(self, lapsing: Lapsing, days: int) -> bool:
        """Note that somebody is told; false when another process was first."""
        noted = await self._tx.execute(
            insert(vip_reminders)
            .values(account=lapsing.account, until=lapsing.until, days=days)
            .on_conflict_do_nothing()
            .returning(vip_reminders.c.days)
        )
        return noted.first() is not None
