"""The real edge over the real use cases and a real database, for tests to talk to.

It is wired here by hand, so that a test may hand in a clock, an odd desk or narrow limits; how
the service itself is wired is tested with ``server.app``.
"""

import asyncio
import json
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Final, cast
from uuid import UUID

from aiohttp import ClientTimeout, ClientWebSocketResponse, TCPConnector, WSMsgType
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.web import BaseRunner

from platforms.doors import Door
from platforms.signing import Pretended, sign_launch
from server.http.application import application
from server.http.facebook_requests import FacebookRequests
from server.http.payments import PaymentRoutes
from server.play.attendance import LINGER
from server.services import EdgeSettings, Services
from server.settings import Limits, Settings
from server.storage.database import Database
from tests.server.wiring import DOORS, FACEBOOK_SECRET, HOUSE, House, Ready, services_of

LIMITS: Final = Limits()
PAGE: Final = "https://nardy.test"
"""The one page that may use the edge under test."""


@dataclass(frozen=True)
class Person:
    """Somebody who has signed in."""

    id: UUID
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


class Talker:
    """A signed-in socket: asks, and keeps what was pushed meanwhile."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.pushes: list[dict[str, Any]] = []
        self._by_seq: dict[int, dict[str, Any]] = {}
        self._told: list[dict[str, Any]] = []
        self._next = 0

    async def ask(self, do: str, **members: Any) -> dict[str, Any]:
        """Send a frame and wait for its answer, whole."""
        self._next += 1
        await self.socket.send_json({"id": self._next, "do": do, **members})
        while True:
            frame: dict[str, Any] = await self.socket.receive_json(timeout=10)
            if "re" in frame:
                assert frame["re"] in (self._next, None)
                return frame
            self._keep(frame)

    async def done(self, do: str, **members: Any) -> dict[str, Any]:
        """Ask for what must succeed; its ``ok``."""
        answer = await self.ask(do, **members)
        assert "ok" in answer, answer
        ok: dict[str, Any] = answer["ok"]
        return ok

    async def refused(self, do: str, **members: Any) -> str:
        """Ask for what must be refused; its code."""
        answer = await self.ask(do, **members)
        assert "error" in answer, answer
        code: str = answer["error"]["code"]
        return code

    def vanish(self) -> None:
        """Lose the network, without a word."""
        transport = self.socket.get_extra_info("socket")
        transport.shutdown(socket.SHUT_RDWR)

    async def pushed(self, seq: int) -> dict[str, Any]:
        """The push with this seq, waited for."""
        while seq not in self._by_seq:
            self._keep(await self.socket.receive_json(timeout=10))
        return self._by_seq[seq]

    async def told(self, event: str) -> dict[str, Any]:
        """The next entry of any feed that tells of this, waited for; others are passed over."""
        while True:
            while self._told:
                told: dict[str, Any] = self._told.pop(0)["told"]
                if told["event"] == event:
                    return told
            self._keep(await self.socket.receive_json(timeout=10))

    def _keep(self, push: dict[str, Any]) -> None:
        self.pushes.append(push)
        if "told" in push:
            self._told.append(push)
        else:
            self._by_seq.setdefault(push["seq"], push)


class Edge:
    """A running edge, and the ways to it."""

    def __init__(self, services: Services, client: TestClient[Any, Any]) -> None:
        self.services = services
        self.client = client
        self.health = cast("Ready", services.health)
        self.kept: list[asyncio.Task[Any]] = []

    def keep(self, task: asyncio.Task[Any]) -> None:
        """Hold a task for as long as the edge runs."""
        self.kept.append(task)

    @property
    def seconds(self) -> int:
        return self.services.clock.now() // 1000

    def launch(self, door: Door, user: str, nonce: str = "") -> str:
        """A launch that the platform might have signed just now."""
        return sign_launch(DOORS, door, Pretended(user, nonce=nonce), self.seconds)

    async def open_session(self, **body: Any) -> tuple[int, dict[str, Any]]:
        """Status and body of an attempt to sign in."""
        async with self.client.post("/api/v1/sessions", json=body) as response:
            return response.status, await response.json()

    async def person(self, user: str | None = None, door: Door = Door.VK) -> Person:
        """Somebody signed in by a launch; somebody new, where it does not matter who."""
        user = user or str(secrets.randbelow(10**12) + 10**6)
        status, body = await self.open_session(platform=door, launch=self.launch(door, user, user))
        assert status in (200, 201), body
        return Person(UUID(body["account"]["id"]), body["token"])

    async def guest(self) -> Person:
        """Somebody who plays without an identity."""
        token = secrets.token_urlsafe(32)
        status, body = await self.open_session(platform="guest", launch=token)
        assert status == 201, body
        return Person(UUID(body["account"]["id"]), body["token"])

    async def connect(self, **headers: str) -> ClientWebSocketResponse:
        """A socket before its ``hello``; pings are left unanswered by the client on purpose."""
        return await self.client.ws_connect("/ws", headers=headers)

    async def talker(self, person: Person, **hello: Any) -> Talker:
        """A signed-in socket."""
        talker = Talker(await self.connect())
        await talker.done("hello", token=person.token, **hello)
        return talker

    async def get(self, path: str, person: Person) -> tuple[int, dict[str, Any]]:
        """Status and body of a GET."""
        async with self.client.get(path, headers=person.headers) as response:
            return response.status, await response.json()


async def closing(socket: ClientWebSocketResponse) -> tuple[list[dict[str, Any]], int | None]:
    """What is still said on a socket, and the code with which it is closed."""
    said = []
    async for message in socket:
        assert message.type is WSMsgType.TEXT
        said.append(json.loads(message.data))
    return said, socket.close_code


class Serving(TestServer):
    """Serves as production does: whoever goes away does not cancel what is done for him."""

    async def _make_runner(self, **options: Any) -> BaseRunner:
        return await super()._make_runner(**{**options, "handler_cancellation": False})


@asynccontextmanager
async def running_edge(
    database: Database,
    *,
    demo: bool = False,
    limits: Limits = LIMITS,
    strangers: int = 20,
    linger: float = LINGER,
    house: House = HOUSE,
) -> AsyncIterator[Edge]:
    """Wire the edge and serve it on loopback."""
    async with AsyncExitStack() as stack:
        if limits is not LIMITS:
            house = replace(house, settings=Settings(limits=limits))
        services = await services_of(
            database, stack, EdgeSettings(frozenset({PAGE}), (), demo, strangers), house, linger
        )
        public = application(services)
        public.router.add_routes(PaymentRoutes(services.payments).routes())
        facebook = FacebookRequests(
            services.accounts.forgetting, FACEBOOK_SECRET, PAGE, services.clock
        )
        public.router.add_routes(facebook.routes())
        server = Serving(public, access_log=None)
        client = TestClient(
            server, connector=TCPConnector(limit=0), timeout=ClientTimeout(total=30)
        )
        await stack.enter_async_context(client)
        edge = Edge(services, client)
        yield edge
        for task in edge.kept:
            task.cancel()
