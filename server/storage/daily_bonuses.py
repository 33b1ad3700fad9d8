"""When somebody last took the daily bonus, and how many days in a row that made."""

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.schema_gifts import daily_bonuses


class Streak(NamedTuple):
    """The last day, as a number of days, and the length of the row that it ended."""

    day: int
    length: int


class DailyBonuses:
    """Reads and writes within a transaction that has the person's wallet locked."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def of(self, account: UUID) -> Streak | None:
        """The last one; none before the first."""
        found = await self._tx.execute(
            select(daily_bonuses.c.day, daily_bonuses.c.streak).where(
                daily_bonuses.c.account == account
            )
        )
        row = found.first()
        return None if row is None else Streak(row.day, row.streak)

    async def keep(self, account: UUID, streak: Streak) -> None:
        """Note that it was taken."""
        values = {"day": streak.day, "streak": streak.length}
        await self._tx.execute(
            insert(daily_bonuses)
            .values(account=account, **values)
            .on_conflict_do_update(index_elements=[daily_bonuses.c.account], set_=values)
        )
