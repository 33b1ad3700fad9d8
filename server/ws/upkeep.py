"""What is done for all sockets of a process from the side: heartbeats, tokens, the farewell.

A loop serves them all, a few at a time, so that an idle socket costs no task and no timer.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

import structlog

from server.accounts.sessions import Authority
from server.storage.database import Unavailable
from server.storage.loops import Loop, spread
from server.ws.connection import CloseCode, Connection
from server.ws.partings import part_ended
from server.ws.sockets import Sockets

PING_EVERY: Final = 5.0
PINGED_AT_ONCE: Final = 16
RECHECK_EVERY: Final = 15.0
"""Seconds; who has come meanwhile is looked at in the next turn, so twice as many at most."""
RECHECKED_AT_ONCE: Final = 100
FAREWELL_SECONDS: Final = 5.0

_log = structlog.get_logger(__name__)


class Upkeep:
    """Its periods are the bodies of two ``Loop``s; the farewell is a planned shutdown's."""

    def __init__(self, sockets: Sockets, authority: Authority) -> None:
        self._sockets = sockets
        self._authority = authority

    async def ping(self) -> None:
        """Ping every socket once, or give up on it; takes five seconds."""
        now = asyncio.get_running_loop().time
        async for some in spread(self._sockets, PING_EVERY, PINGED_AT_ONCE):
            at = now()
            for connection in some:
                connection.heartbeat(at)

    async def recheck(self) -> None:
        """Close every socket whose session has ended; takes fifteen seconds."""
        async for some in spread(self._sockets, RECHECK_EVERY, RECHECKED_AT_ONCE):
            await self._recheck(some)

    async def _recheck(self, some: Sequence[Connection]) -> None:
        """Close those whose session has ended, and tell of departures that are not told yet."""
        try:
            await part_ended(self._authority, some)
            await self._sockets.settle()
        except Unavailable:
            _log.warning("recheck_postponed")

    async def farewell(self) -> None:
        """Close all sockets because the process is going, and wait until they are closed."""
        connections = tuple(self._sockets)
        for connection in connections:
            connection.part(CloseCode.GOING_AWAY, "server going")
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await asyncio.gather(*(connection.parted() for connection in connections))


@asynccontextmanager
async def kept_up(sockets: Sockets, authority: Authority) -> AsyncIterator[Upkeep]:
    """Keep these sockets up while the block lasts."""
    upkeep = Upkeep(sockets, authority)
    async with Loop("pings", upkeep.ping), Loop("tokens", upkeep.recheck):
        yield upkeep
