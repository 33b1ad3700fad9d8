"""A server of somebody else's, on loopback, which may be down, slow, or talk nonsense."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from enum import StrEnum
from typing import Final

from aiohttp import web

SLOW: Final = 30.0
"""Seconds: longer than anybody waits."""


class Trouble(StrEnum):
    """What may be wrong with it."""

    NONE = "none"
    DOWN = "down"
    SLOW = "slow"
    NONSENSE = "nonsense"
    CUT = "cut"


class StandIn(ABC):
    """Answers by its routes, unless there is trouble."""

    def __init__(self) -> None:
        self.trouble = Trouble.NONE
        self.deaf = False
        """Whether its record begins anew, wherever one reads on."""
        self.calls: list[str] = []
        self.url = ""
        self._released = asyncio.Event()

    @abstractmethod
    def routes(self) -> list[web.RouteDef]:
        """What it answers."""

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """Serve on a port of its own."""
        app = web.Application(middlewares=[self._troubled])
        app.router.add_routes(self.routes())
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        try:
            yield
        finally:
            self._released.set()
            await runner.cleanup()

    @property
    def _troubled(self) -> Callable[..., Awaitable[web.StreamResponse]]:
        @web.middleware
        async def troubled(
            request: web.Request,
            handler: Callable[[web.Request], Awaitable[web.StreamResponse]],
        ) -> web.StreamResponse:
            self.calls.append(request.path.rpartition("/")[2])
            match self.trouble:
                case Trouble.DOWN:
                    return web.Response(status=502, text="<html>Bad Gateway</html>")
                case Trouble.SLOW:
                    async with asyncio.timeout(SLOW):
                        await self._released.wait()
                    return web.Response(status=504)
                case Trouble.NONSENSE:
                    return web.json_response({"surprise": [1, None]})
                case Trouble.CUT:
                    assert request.transport is not None
                    request.transport.abort()
            return await handler(request)

        return troubled
