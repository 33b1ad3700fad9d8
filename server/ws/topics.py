"""What one may watch, by name: a match, or one of the feeds.

``match:<uuid>`` is a match, or a table until its match begins. All others are feeds: ``lobby`` and
``tournaments`` for everybody, ``tables`` for what concerns the caller's own tables, ``inbox`` for
what he is told himself, and the rooms of talk (``chat.rooms``).
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final
from uuid import UUID

from server.inbox import inbox_of
from server.storage.feeds import Feed
from server.tables.events import LOBBY, tables_of
from server.tournaments.events import TOURNAMENTS

if TYPE_CHECKING:
    from server.ws.connection import Connection

FEEDS: Final[Mapping[str, Callable[[UUID], Feed]]] = MappingProxyType(
    {
        "lobby": lambda _account: LOBBY,
        "tournaments": lambda _account: TOURNAMENTS,
        "tables": tables_of,
        "inbox": inbox_of,
    }
)
"""Each feed by its name, for the account that asks."""

_MATCH: Final = "match:"
_ROOM: Final = "chat:"


def match_of(topic: str) -> UUID | None:
    """The match that a topic names, if it is one."""
    return UUID(topic.removeprefix(_MATCH)) if topic.startswith(_MATCH) else None


def key_of(topic: str, caller: "Connection") -> UUID:
    """Under what a topic of this caller's is kept: the id of the match or of the feed."""
    if topic.startswith(_ROOM):
        return Feed.of(topic).id
    match = match_of(topic)
    return FEEDS[topic](caller.account).id if match is None else match


async def watch(topic: str, after: int | None, caller: "Connection") -> tuple[UUID, int]:
    """Tell the caller what comes after a number; returns the topic's key and its last number."""
    services = caller.services
    if topic.startswith(_ROOM):
        room = await services.social.talk.admit(topic, caller.account)
        listener = await services.social.hearing.listener(room, caller)
        return room.feed.id, await services.feeds.watch(room.feed, after, listener)
    match = match_of(topic)
    if match is None:
        feed = FEEDS[topic](caller.account)
        return feed.id, await services.feeds.watch(feed, after, caller)
    seq = await services.desk.watch(match, -1 if after is None else after, caller)
    if caller.account not in services.desk.seats_of(match):
        await services.spectators.enter(match, caller.account, caller)
    return match, seq


async def unwatch(topic: str, caller: "Connection") -> UUID:
    """Tell the caller no more; returns the topic's key."""
    key = key_of(topic, caller)
    caller.services.desk.unwatch(key, caller)
    caller.services.feeds.unwatch(key, caller)
    await caller.services.spectators.leave(key, caller.account, caller)
    return key
