"""Failures, counted per key and hour by the database, so that every process counts alike."""

from typing import Final

from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema import failures

HOUR: Final = 60 * 60 * 1000


class Failures:
    """Counts. What must outlive a refusal belongs in a transaction of its own."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def add(self, key: str, now: Millis) -> int:
        """Count one more; returns how many there are in this hour, this one included."""
        counted = await self._tx.execute(
            insert(failures)
            .values(key=key, hour=now // HOUR, times=1)
            .on_conflict_do_update(
                index_elements=[failures.c.key, failures.c.hour],
                set_={"times": failures.c.times + 1},
            )
            .returning(failures.c.times)
        )
        times: int = counted.scalar_one()
        return times

    async def forgive(self, key: str, now: Millis) -> None:
        """Count one less: it was none, and had been counted before anybody knew."""
        await self._tx.execute(
            update(failures)
            .where(failures.c.key == key, failures.c.hour == now // HOUR, failures.c.times > 0)
            .values(times=failures.c.times - 1)
        )

    async def count(self, key: str, now: Millis) -> int:
        """How many there are in this hour."""
        found = await self._tx.execute(
            select(failures.c.times).where(failures.c.key == key, failures.c.hour == now // HOUR)
        )
        return found.scalar() or 0
