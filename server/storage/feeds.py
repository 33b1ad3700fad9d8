"""Feeds: numbered topics that are no matches, without holes, for any process to read.

An entry is written in the transaction of the fact that it tells of. The number comes from the
feed's one row, which stays locked until that transaction ends: so numbers become visible in their
order, and an undone transaction takes its number with it. Post last, to hold the row briefly.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple, Self
from uuid import UUID, uuid5

import msgspec
from sqlalchemy import Row, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.commits import Hint
from server.storage.database import Database, StorageError
from server.storage.ids import Millis
from server.storage.schema_live import feed_entries, feeds

KEPT: Final = 24 * 60 * 60 * 1000
"""So long, in milliseconds, an entry can be read again."""

_NAMESPACE: Final = UUID("6e617264-7966-5eed-8000-000000000000")


class TooFarBehind(StorageError):
    """Entries after that number are gone, or the number is ahead of the feed: begin anew."""


class Feed(NamedTuple):
    """A topic as clients name it, and the key under which its entries stand."""

    topic: str
    id: UUID

    @classmethod
    def of(cls, topic: str, subject: UUID | None = None) -> Self:
        """The feed of a topic; of a topic that everybody has for himself, that of a `subject`."""
        name = topic if subject is None else f"{topic}:{subject}"
        return cls(topic, uuid5(_NAMESPACE, name))


class Entry(msgspec.Struct, frozen=True):
    """One thing told: `told` is JSON, relayed as it stands."""

    seq: int
    at: Millis
    told: bytes


class Post(NamedTuple):
    """What to tell in which feed."""

    feed: Feed
    told: bytes


_POST = text("""
WITH head AS (
    INSERT INTO feeds AS head (id, seq) VALUES (:feed, 0)
    ON CONFLICT (id) DO UPDATE SET seq = head.seq + 1
    RETURNING seq)
INSERT INTO feed_entries (feed, seq, at, told)
SELECT CAST(:feed AS uuid), seq, :at, :told FROM head
RETURNING seq
""")


async def post(tx: AsyncConnection, posts: Iterable[Post], now: Millis) -> list[Hint]:
    """Tell all of it, in the order of the feeds' keys, so that two who post never deadlock.

    Hand the hints to `FeedDesk.posted` once the transaction has ended well.
    """
    hints: list[Hint] = []
    for feed, told in sorted(posts, key=lambda each: each.feed.id):
        given = {"feed": feed.id, "at": now, "told": told}
        hints.append((feed.id, (await tx.execute(_POST, given)).scalar_one()))
    return hints


class FeedLog:
    """Reads feeds; what `Healing` asks, too."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def head(self, feed: UUID) -> int:
        """The number of the last entry; -1 while there is none."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(feeds.c.seq).where(feeds.c.id == feed))
            seq: int | None = found.scalar()
            return -1 if seq is None else seq

    async def read(self, feed: UUID, after: int, limit: int) -> list[Entry]:
        """The entries after a number, in order; raises `TooFarBehind` where some are gone."""
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(feed_entries)
                .where(feed_entries.c.feed == feed, feed_entries.c.seq > after)
                .order_by(feed_entries.c.seq)
                .limit(limit)
            )
            entries = [_entry(row) for row in found]
        if entries and entries[0].seq != after + 1:
            raise TooFarBehind(f"the oldest entry is {entries[0].seq}")
        return entries

    async def behind(self, seen: Mapping[UUID, int]) -> list[Hint]:
        """Which of these feeds have gone on since, and how far."""
        async with self._database.reading() as connection:
            found = await connection.execute(select(feeds).where(feeds.c.id.in_(seen)))
            return [(row.id, row.seq) for row in found if row.seq > seen[row.id]]


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.seq, row.at, row.told)
