"""Emptying what feeds have told: words that were taken away, and whatever tells of the forgotten.

Entries can be read again for a day, so each is emptied in the transaction that takes the words
away. A message leaves behind that it was removed, so that numbers stay without holes.
"""

from collections.abc import Collection
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.feeds import Feed
from server.storage.schema_live import feed_entries

_OWN = ("inbox", "tables")
"""The topics that everybody has for himself."""


async def remove_message(tx: AsyncConnection, feed: UUID, seq: int) -> None:
    """Tell of a message only that it was removed."""
    await tx.execute(
        update(feed_entries)
        .where(feed_entries.c.feed == feed, feed_entries.c.seq == seq)
        .values(told=_removed(seq))
    )


async def scrub(tx: AsyncConnection, people: Collection[UUID]) -> None:
    """Take the words of these persons, and their nicks, out of all feeds; their own feeds go.

    Reads the entries of a whole day, for anybody may have been told of them.
    """
    own = [Feed.of(topic, person).id for topic in _OWN for person in people]
    await tx.execute(delete(feed_entries).where(feed_entries.c.feed.in_(own)))
    names = {str(person) for person in people}
    speaks = or_(*(func.strpos(_TEXT, name) > 0 for name in sorted(names)))
    found = await tx.execute(select(feed_entries).where(speaks))
    for row in found.all():
        told = _without(msgspec.json.decode(row.told), names, row.seq)
        await tx.execute(
            update(feed_entries)
            .where(feed_entries.c.feed == row.feed, feed_entries.c.seq == row.seq)
            .values(told=told)
        )


_TEXT = func.convert_from(feed_entries.c.told, "UTF8")


def _without(told: dict[str, Any], names: Collection[str], seq: int) -> bytes:
    """An entry without the words and nicks of these."""
    if told.get("event") == "said" and told["by"]["id"] in names:
        return _removed(seq)
    return msgspec.json.encode(_nameless(told, names))


def _nameless(value: Any, names: Collection[str]) -> Any:
    """The same, with no nick beside the id of one of these."""
    if isinstance(value, list):
        return [_nameless(each, names) for each in value]
    if not isinstance(value, dict):
        return value
    bare = {key: _nameless(each, names) for key, each in value.items()}
    for whose, nick in (("id", "nick"), ("account", "nick"), ("owner", "owner_nick")):
        if nick in bare and bare.get(whose) in names:
            bare[nick] = None
    return bare


def _removed(seq: int) -> bytes:
    return msgspec.json.encode({"event": "removed", "message": seq})
