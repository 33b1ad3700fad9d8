"""The desk of feeds: who listens to which numbered topic in this process, and telling them.

What matches have in `play.Desk`, every other topic has here: the lobby, one's own tables. Like
there a process owns nothing; hints say that a feed has grown, and healing finds lost hints.
"""

import asyncio
from collections.abc import Collection, Sequence
from typing import Final
from uuid import UUID

import msgspec

from server.play.errands import Errands
from server.play.orders import Viewer
from server.storage.commits import Hint
from server.storage.feeds import Entry, Feed, FeedLog, TooFarBehind
from server.storage.relay import Relay

PAGE: Final = 200

_encode = msgspec.json.Encoder().encode


class _Live:
    """One feed that somebody here listens to."""

    __slots__ = ("feed", "held", "lock", "seq", "viewers")

    def __init__(self, feed: Feed, seq: int) -> None:
        self.feed = feed
        self.seq = seq
        self.viewers: set[Viewer] = set()
        self.held = 0
        self.lock = asyncio.Lock()


class FeedDesk:
    """Tells listeners every entry once, in order. One in a process."""

    def __init__(self, log: FeedLog, relay: Relay, errands: Errands) -> None:
        self._log = log
        self._relay = relay
        self._errands = errands
        self._lives: dict[UUID, _Live] = {}

    async def watch(self, feed: Feed, after: int | None, viewer: Viewer) -> int:
        """Tell `viewer` what comes after `after`, the past first; none is only what is new.

        Returns the number of the last entry told, or of the head. Raises `TooFarBehind`.
        """
        head = await self._log.head(feed.id)
        if after is not None and after > head:
            raise TooFarBehind(f"the feed is at {head}")
        live = self._lives.setdefault(feed.id, _Live(feed, head))
        live.held += 1
        try:
            async with live.lock:
                await self._catch_up_locked(live)
                position = live.seq if after is None else after
                while position < live.seq:
                    position = await self._replay(live, position, viewer)
                live.viewers.add(viewer)
                return live.seq
        finally:
            live.held -= 1
            self._forget_if_idle(live)

    def unwatch(self, feed: UUID, viewer: Viewer) -> None:
        """Stop telling `viewer`."""
        if (live := self._lives.get(feed)) is not None:
            live.viewers.discard(viewer)
            self._forget_if_idle(live)

    def posted(self, hints: Sequence[Hint]) -> None:
        """These entries were written by this process: tell listeners here and elsewhere."""
        self.heard(hints)
        self._relay.publish(hints)

    # --- the relay

    def watched(self) -> Collection[UUID]:
        """Every feed that has listeners here."""
        return self._lives.keys()

    def told(self, feed: UUID) -> int | None:
        """The last entry that they were told, if there are any."""
        live = self._lives.get(feed)
        return None if live is None else live.seq

    def heard(self, hints: Sequence[Hint]) -> None:
        """Feeds have grown: fetch what listeners here were not told."""
        for feed, seq in hints:
            live = self._lives.get(feed)
            if live is not None and live.seq < seq:
                self._errands.start(self._catch_up(live), f"catch up {live.feed.topic}")

    def reconnected(self) -> None:
        """Hints may have been lost; the healing loop asks for every feed."""

    async def _catch_up(self, live: _Live) -> None:
        async with live.lock:
            await self._catch_up_locked(live)

    async def _catch_up_locked(self, live: _Live) -> None:
        while entries := await self._log.read(live.feed.id, live.seq, PAGE):
            for entry in entries:
                frame = frame_of(live.feed, entry)
                for viewer in tuple(live.viewers):
                    viewer.push(frame)
            live.seq = entries[-1].seq
            if len(entries) < PAGE:
                return

    async def _replay(self, live: _Live, after: int, viewer: Viewer) -> int:
        """Tell one listener a page of the past, as far as the others have come."""
        entries = await self._log.read(live.feed.id, after, min(PAGE, live.seq - after))
        if not entries:
            raise TooFarBehind("the entries are gone")
        for entry in entries:
            viewer.push(frame_of(live.feed, entry))
        await viewer.drained()
        return entries[-1].seq

    def _forget_if_idle(self, live: _Live) -> None:
        if not live.viewers and not live.held:
            self._lives.pop(live.feed.id, None)


def frame_of(feed: Feed, entry: Entry) -> bytes:
    """The push of an entry, the same for everybody: `{"topic", "seq", "at", "told"}`."""
    return b'{"topic":%s,"seq":%d,"at":%d,"told":%s}' % (
        _encode(feed.topic),
        entry.seq,
        entry.at,
        entry.told,
    )
