"""What is done for all sockets of a process from the side: heartbeats, tokens, the farewell.

One loop serves them all, so that an idle socket costs no task and no timer.
"""

import asyncio
from contextlib import suppress
from typing import Final

import structlog

from server.accounts.sessions import Authority
from server.storage.database import Unavailable
from server.ws.connection import CloseCode
from server.ws.partings import part_ended
from server.ws.sockets import Sockets

PING_EVERY: Final = 5.0
RECHECK_EVERY: Final = 30.0
SLICES: Final = 20
"""The pings of one period are spread over so many moments."""
FAREWELL_SECONDS: Final = 5.0

_log = structlog.get_logger(__name__)


class Upkeep:
    """Runs while the process serves; owned and cancelled by the wiring."""

    def __init__(self, sockets: Sockets, authority: Authority) -> None:
        self._sockets = sockets
        self._authority = authority

    async def run(self) -> None:
        """Ping every socket every five seconds, and check every token every thirty."""
        loop = asyncio.get_running_loop()
        recheck_at = loop.time() + RECHECK_EVERY
        while True:
            await self._ping_all()
            if loop.time() >= recheck_at:
                recheck_at = loop.time() + RECHECK_EVERY
                await self._guarded_recheck()

    async def _ping_all(self) -> None:
        """One period of pings, a slice at a time."""
        now = asyncio.get_running_loop().time
        connections = tuple(self._sockets)
        for slice_ in range(SLICES):
            at = now()
            for connection in connections[slice_::SLICES]:
                connection.heartbeat(at)
            await asyncio.sleep(PING_EVERY / SLICES)

    async def _guarded_recheck(self) -> None:
        try:
            await self.recheck()
            await self._sockets.settle()
        except Unavailable:
            _log.warning("recheck_postponed")

    async def recheck(self) -> None:
        """Close every socket whose session has ended."""
        await part_ended(self._authority, tuple(self._sockets))

    async def farewell(self) -> None:
        """Close all sockets because the process is going, and wait until they are closed."""
        connections = tuple(self._sockets)
        for connection in connections:
            connection.part(CloseCode.GOING_AWAY, "server going")
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await asyncio.gather(*(connection.parted() for connection in connections))
