"""Updates of bots, kept before they are handled: of each chat the oldest first, by one process."""

from typing import Any

import msgspec
from sqlalchemy import and_, exists, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema_dialogue import chat_updates


class Update(msgspec.Struct, frozen=True):
    """One update of a bot's as it came; ``tries`` counts the one that begins now.

    ``answers``: what an earlier try did was done, and this is what it was to say.
    """

    id: int
    chat: int
    body: bytes
    tries: int = 0
    answers: bytes | None = None


class ChatUpdates:
    """Keeps, claims and ends the updates of one bot within a transaction."""

    def __init__(self, tx: AsyncConnection, bot: str) -> None:
        self._tx = tx
        self._bot = bot

    async def keep(self, came: Update, now: Millis) -> bool:
        """Keep an update; false when it has come before."""
        kept = await self._tx.execute(
            insert(chat_updates)
            .values(bot=self._bot, id=came.id, chat=came.chat, at=now, due=now, body=came.body)
            .on_conflict_do_nothing()
            .returning(chat_updates.c.id)
        )
        return kept.first() is not None

    async def waiting(self, chat: int) -> int:
        """How many of a chat wait."""
        mine = (chat_updates.c.bot == self._bot) & (chat_updates.c.chat == chat)
        found = await self._tx.execute(
            select(func.count()).where(mine, chat_updates.c.done_at.is_(None))
        )
        count: int = found.scalar_one()
        return count

    async def claim(self, now: Millis, until: Millis, limit: int) -> list[Update]:
        """Take up the oldest of each chat that nobody handles; commit this before handling them.

        While the oldest of a chat is claimed, those after it wait.
        """
        earlier = chat_updates.alias()
        is_oldest = ~exists().where(
            and_(
                earlier.c.bot == chat_updates.c.bot,
                earlier.c.chat == chat_updates.c.chat,
                earlier.c.done_at.is_(None),
                earlier.c.id < chat_updates.c.id,
            )
        )
        ours = (chat_updates.c.bot == self._bot) & chat_updates.c.done_at.is_(None)
        due = (
            select(chat_updates.c.id)
            .where(ours, chat_updates.c.due <= now, is_oldest)
            .order_by(chat_updates.c.due, chat_updates.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
            .cte("due")
        )
        found = await self._tx.execute(
            update(chat_updates)
            .where(chat_updates.c.bot == self._bot, chat_updates.c.id == due.c.id)
            .values(due=until, tries=chat_updates.c.tries + 1)
            .returning(
                chat_updates.c.id,
                chat_updates.c.chat,
                chat_updates.c.body,
                chat_updates.c.tries,
                chat_updates.c.answers,
            )
        )
        return sorted((Update(*row) for row in found), key=lambda each: each.id)

    async def answered(self, id_: int, answers: bytes) -> None:
        """What it asked for is done: from now on this is only to be said."""
        await self._change(id_, answers=answers)

    async def done(self, id_: int, now: Millis) -> None:
        """It was handled; it is remembered, so that it is not handled again."""
        await self._change(id_, done_at=now)

    async def put_off(self, id_: int, until: Millis, *, blameless: bool) -> None:
        """Let it wait, and those of its chat behind it; `blameless`: this try does not count."""
        tries = chat_updates.c.tries - int(blameless)
        await self._change(id_, due=until, tries=tries)

    async def _change(self, id_: int, **values: Any) -> None:
        mine = (chat_updates.c.bot == self._bot) & (chat_updates.c.id == id_)
        await self._tx.execute(update(chat_updates).where(mine).values(values))
