"""Marks on a deployment's database: what it was made for."""

from typing import Final

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.schema import marks

_DEMO: Final = "demo"


class Marks:
    """Reads and sets marks within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def is_demo(self) -> bool:
        """Whether a demo made this database."""
        found = await self._tx.execute(select(marks.c.value).where(marks.c.name == _DEMO))
        return found.scalar() is not None

    async def mark_demo(self) -> None:
        """A demo makes it its own, for ever."""
        await self._tx.execute(
            insert(marks).values(name=_DEMO, value="true").on_conflict_do_nothing()
        )
