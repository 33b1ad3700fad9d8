"""When each platform's record was last compared with ours, and how far it was read."""

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema_purchases import reconciliations


class Reconciliations:
    """Claims and notes comparisons within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def claim(self, platform: str, now: Millis, every: Millis) -> Millis | None:
        """Take the turn of this platform; none while the last one is not so long ago.

        Gives when the turn before this was. Of many processes one gets it.
        """
        await self._tx.execute(
            insert(reconciliations).values(platform=platform, at=0).on_conflict_do_nothing()
        )
        row = (
            await self._tx.execute(
                select(reconciliations)
                .where(reconciliations.c.platform == platform)
                .with_for_update()
            )
        ).one()
        if row.at > now - every:
            return None
        await self._tx.execute(
            update(reconciliations).where(reconciliations.c.platform == platform).values(at=now)
        )
        return int(row.at)

    async def give_back(self, platform: str, at: Millis) -> None:
        """Let the next one try soon: this turn failed, and the last good one was then."""
        await self._tx.execute(
            update(reconciliations).where(reconciliations.c.platform == platform).values(at=at)
        )

    async def read(self, platform: str) -> int:
        """How many entries of the platform's record lie behind."""
        found = await self._tx.execute(
            select(reconciliations.c.read).where(reconciliations.c.platform == platform)
        )
        return found.scalar() or 0

    async def note_read(self, platform: str, read: int) -> None:
        """So many entries lie behind, or more."""
        await self._tx.execute(
            insert(reconciliations)
            .values(platform=platform, at=0, read=read)
            .on_conflict_do_update(
                index_elements=[reconciliations.c.platform],
                set_={"read": func.greatest(reconciliations.c.read, read)},
            )
        )
