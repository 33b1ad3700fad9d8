"""A server of which a test says what it does, one connection after the other."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
from aiohttp import web
from aiohttp.test_utils import TestServer

from server.demo.client import Line

TOKEN = "the token"

Scene = Callable[["Talk"], Awaitable[None]]


class Talk:
    """One connection, seen from the server's end."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self._socket = socket

    async def heard(self) -> dict[str, Any]:
        """The next frame of the client."""
        frame: dict[str, Any] = await self._socket.receive_json()
        return frame

    async def say(self, **frame: Any) -> None:
        """Send a frame."""
        await self._socket.send_json(frame)

    async def write(self, text: str) -> None:
        """Send what may be no frame."""
        await self._socket.send_str(text)

    async def greet(self) -> dict[str, Any]:
        """Take the hello and welcome whoever said it."""
        hello = await self.heard()
        assert hello["do"] == "hello"
        assert hello["token"] == TOKEN
        await self.say(re=hello["id"], ok={"account": {}, "now": 0, "protocol": 1})
        return hello

    async def watched(self, head: int) -> dict[str, Any]:
        """Take a watch and agree to it."""
        watch = await self.heard()
        assert watch["do"] == "watch"
        await self.say(re=watch["id"], ok={"topic": watch["topic"], "seq": head})
        return watch

    async def commit(self, seq: int, topic: str = "match:m") -> None:
        """Push a commit without events."""
        commit: dict[str, Any] = {
            "at": 0,
            "actor": None,
            "command_id": f"c{seq}",
            "events": [],
            "hash": "",
        }
        await self.say(topic=topic, seq=seq, commit=commit)

    async def close(self, code: int) -> None:
        """Close the connection."""
        await self._socket.close(code=code)

    async def stay(self) -> None:
        """Keep the connection until the client is gone."""
        async for _ in self._socket:
            pass


@asynccontextmanager
async def scripted(*scenes: Scene, patience: float = 10.0) -> AsyncIterator[Line]:
    """A line to a server that plays one scene for each connection, the last for all further ones.

    A scene that returns drops its connection without a word.
    """
    left = list(scenes)

    async def answer(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await (left.pop(0) if len(left) > 1 else left[0])(Talk(socket))
        if request.transport is not None:
            request.transport.abort()
        return socket

    app = web.Application()
    app.router.add_get("/ws", answer)
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession() as http,
        Line(http, str(server.make_url("")), TOKEN, patience=patience) as line,
    ):
        yield line
