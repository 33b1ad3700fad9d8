"""Healing lost hints: every second a process asks of each of its streams how far it has got."""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Final, Protocol, Self
from uuid import UUID

from server.storage.commits import Hint
from server.storage.loops import Loop, spread
from server.storage.relay import Relay

EVERY: Final = 0.8
"""Seconds between two questions about a stream; one that is new waits at most twice so long."""
AT_ONCE: Final = 200
"""Streams in one question: a long one keeps the database from those who play."""


class Behind(Protocol):
    """Whom to ask: `CommitLog.behind`, `FeedLog.behind`."""

    async def behind(self, seen: Mapping[UUID, int]) -> list[Hint]:
        """Which of these streams have gone on since, and how far."""


class Watching(Protocol):
    """Who tells sockets of streams: `Desk`, `FeedDesk`. Nothing of it blocks or raises."""

    def watched(self) -> Collection[UUID]:
        """Every stream that has listeners here."""

    def told(self, stream: UUID) -> int | None:
        """The last number that they were told, as long as there are any."""

    def heard(self, hints: Sequence[Hint]) -> None:
        """These have gone on."""


class Healing:
    """`async with` keeps asking, every second and after each reconnect of the relay."""

    def __init__(
        self, log: Behind, relay: Relay, watching: Watching, every: float = EVERY
    ) -> None:
        self._log = log
        self._relay = relay
        self._watching = watching
        self._every = every
        self._called = asyncio.Event()
        self._loops = (Loop("healing", self._round), Loop("healing at once", self._when_called))
        self._stack = AsyncExitStack()

    def heard(self, hints: Sequence[Hint]) -> None:
        """Hints that do arrive need no healing."""

    def reconnected(self) -> None:
        """Ask at once."""
        self._called.set()

    async def heal(self) -> None:
        """Ask of everything. Raises `Unavailable`."""
        async for some in spread(self._watching.watched(), 0, AT_ONCE):
            await self._ask(some)

    async def __aenter__(self) -> Self:
        self._stack.callback(self._relay.subscribe(self))
        for loop in self._loops:
            await self._stack.enter_async_context(loop)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stack.aclose()

    async def _round(self) -> None:
        async for some in spread(self._watching.watched(), self._every, AT_ONCE):
            await self._ask(some)

    async def _when_called(self) -> None:
        await self._called.wait()
        self._called.clear()
        await self.heal()

    async def _ask(self, streams: Iterable[UUID]) -> None:
        told = ((stream, self._watching.told(stream)) for stream in streams)
        seen = {stream: seq for stream, seq in told if seq is not None}
        if seen and (grown := await self._log.behind(seen)):
            self._watching.heard(grown)
