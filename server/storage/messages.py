"""What was said, for those who come later and for moderators; kept for ninety days."""

from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import Row, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.named import Named
from server.storage.feeds import Feed
from server.storage.ids import Millis
from server.storage.schema import accounts
from server.storage.schema_talk import messages
from server.storage.scrubbing import remove_message

KEPT: Final = 90 * 24 * 60 * 60 * 1000
"""For so many milliseconds."""


class Message(msgspec.Struct, frozen=True):
    """A message; ``text`` is null where a moderator has taken it away."""

    seq: int
    at: Millis
    by: Named
    text: str | None


class Spoken(msgspec.Struct, frozen=True):
    """What to keep of a message: `key` is the client's own, once for an author."""

    topic: str
    seq: int
    at: Millis
    author: UUID
    key: UUID
    text: str


class Messages:
    """Keeps and lists within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def keep(self, spoken: Spoken) -> bool:
        """Keep a message; false when its author has used the key before."""
        kept = await self._tx.execute(
            insert(messages)
            .values(room=Feed.of(spoken.topic).id, **msgspec.structs.asdict(spoken))
            .on_conflict_do_nothing()
            .returning(messages.c.seq)
        )
        return kept.first() is not None

    async def by_key(self, author: UUID, key: UUID) -> int | None:
        """The number under which the author's message with this key stands."""
        found = await self._tx.execute(
            select(messages.c.seq).where(messages.c.author == author, messages.c.key == key)
        )
        return found.scalar()

    async def count(self, author: UUID, since: Millis) -> int:
        """How many messages somebody sent since."""
        found = await self._tx.execute(
            select(func.count()).where(messages.c.author == author, messages.c.at > since)
        )
        return found.scalar_one()

    async def page(self, topic: str, limit: int, before: int | None) -> list[Message]:
        """The last said first."""
        page = _MESSAGE.where(messages.c.room == Feed.of(topic).id)
        if before is not None:
            page = page.where(messages.c.seq < before)
        found = await self._tx.execute(page.order_by(messages.c.seq.desc()).limit(limit))
        return [_message(row) for row in found]

    async def find(self, topic: str, seq: int) -> tuple[Message, str] | None:
        """One message, and its text even where it was taken away."""
        found = await self._tx.execute(
            _MESSAGE.where(messages.c.room == Feed.of(topic).id, messages.c.seq == seq)
        )
        row = found.first()
        return None if row is None else (_message(row), row.text)

    async def remove(self, topic: str, seq: int, now: Millis) -> bool:
        """Show a message no more, nor tell it again; false when it was gone."""
        await remove_message(self._tx, Feed.of(topic).id, seq)
        removed = await self._tx.execute(
            update(messages)
            .where(
                messages.c.room == Feed.of(topic).id,
                messages.c.seq == seq,
                messages.c.removed_at.is_(None),
            )
            .values(removed_at=now)
        )
        return removed.rowcount == 1


_MESSAGE: Final = select(messages, accounts.c.nick).join(
    accounts, accounts.c.id == messages.c.author
)


def _message(row: Row[Any]) -> Message:
    text = row.text if row.removed_at is None else None
    return Message(row.seq, row.at, Named(row.author, row.nick), text)
