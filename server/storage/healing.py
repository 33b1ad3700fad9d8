"""Healing lost hints: once a second a process asks how far its streams have really got."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Final, Protocol, Self
from uuid import UUID

from server.storage.commits import Hint
from server.storage.loops import Loop
from server.storage.relay import Relay

EVERY: Final = 1.0
"""Seconds between questions."""


class Behind(Protocol):
    """Whom to ask: `CommitLog.behind`."""

    async def behind(self, seen: Mapping[UUID, int]) -> list[Hint]:
        """Which of these streams have gone on since, and how far."""


class Healing:
    """`async with` keeps asking, once a second and after each reconnect of the relay.

    `watched` gives every stream that has sockets here with the last seq delivered to them;
    `grown` is told of those that have more. Neither may block or raise.
    """

    def __init__(
        self,
        log: Behind,
        relay: Relay,
        watched: Callable[[], Mapping[UUID, int]],
        grown: Callable[[Sequence[Hint]], None],
        every: float = EVERY,
    ) -> None:
        self._log = log
        self._relay = relay
        self._watched = watched
        self._grown = grown
        self._every = every
        self._at_once = asyncio.Event()
        self._loop = Loop("healing", self._round)
        self._unsubscribe: Callable[[], None] | None = None

    def heard(self, hints: Sequence[Hint]) -> None:
        """Hints that do arrive need no healing."""

    def reconnected(self) -> None:
        """Ask at once."""
        self._at_once.set()

    async def heal(self) -> None:
        """Ask once. Raises `Unavailable`."""
        seen = self._watched()
        if seen:
            grown = await self._log.behind(seen)
            if grown:
                self._grown(grown)

    async def __aenter__(self) -> Self:
        self._unsubscribe = self._relay.subscribe(self)
        await self._loop.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
        await self._loop.__aexit__(kind, error, trace)

    async def _round(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self._every):
                await self._at_once.wait()
        self._at_once.clear()
        await self.heal()
