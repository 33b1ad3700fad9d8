"""Names of events that have come to a bot, and how far it has listened."""

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema import marks
from server.storage.schema_community import chat_events


class ChatEvents:
    """The events of one bot, within a transaction."""

    def __init__(self, tx: AsyncConnection, bot: str) -> None:
        self._tx = tx
        self._bot = bot

    async def note(self, name: str, now: Millis) -> bool:
        """Remember an event; false when it has come before."""
        noted = await self._tx.execute(
            insert(chat_events)
            .values(bot=self._bot, name=name, at=now)
            .on_conflict_do_nothing()
            .returning(chat_events.c.name)
        )
        return noted.first() is not None

    async def position(self) -> str | None:
        """How far the bot has listened, in its platform's words; none at first."""
        found = await self._tx.execute(select(marks.c.value).where(marks.c.name == self._mark))
        position: str | None = found.scalar()
        return position

    async def listened(self, position: str) -> None:
        """Remember how far it has listened."""
        await self._tx.execute(
            insert(marks)
            .values(name=self._mark, value=position)
            .on_conflict_do_update(index_elements=[marks.c.name], set_={"value": position})
        )

    @property
    def _mark(self) -> str:
        return f"listened:{self._bot}"
