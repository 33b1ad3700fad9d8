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
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast
from uuid import UUID
from zoneinfo import ZoneInfo

from aiohttp import ClientTimeout, ClientWebSocketResponse, TCPConnector, WSMsgType
from aiohttp.test_utils import TestClient, TestServer
from aiohttp.web import BaseRunner

from platforms.doors import Door, Doors
from platforms.facebook.instant_game import InstantGame
from platforms.ok.launch import OkApp
from platforms.secret import Secrets
from platforms.signing import Pretended, sign_launch
from platforms.telegram.init_data import MiniApp
from platforms.vk.mini_app import MiniApps
from server.accounts.sessions import Authority
from server.accounts.sign_in import SignIn
from server.dialogue.cases import Dialogues
from server.errors import Errors
from server.feeds import FeedDesk
from server.http.application import application
from server.http.payments import PaymentRoutes
from server.metrics import Metrics
from server.money.stakes import Strengths
from server.money.terms import VipTerms
from server.money.treasury import Treasury, Vault
from server.operators.disputes import Base, Disputes
from server.operators.office import Office
from server.people.social import Basis, Social
from server.play.attendance import LINGER, Attendance
from server.play.desk import Desk
from server.play.errands import Errands
from server.play.ground import Ground
from server.play.spectators import Spectators
from server.purchases.catalogue import Catalogue
from server.purchases.payments import PaymentDoors, Payments
from server.purchases.till import Books
from server.records.downloads import Downloads
from server.records.history import Histories, NobodyVip
from server.records.statistics import Statistics
from server.services import EdgeSettings, Services
from server.settings import HistoryShown, Limits, Settings
from server.storage.beats import Beats
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.feeds import FeedLog
from server.storage.gaps import Gaps
from server.storage.group_commit import CommitLog
from server.storage.ids import Ids
from server.storage.loops import Loop
from server.storage.postgres_relay import PostgresRelay
from server.storage.presence import Presence
from server.storage.sealing import KEY_BYTES, Sealing
from server.tables.cases import TableCases
from server.tables.coins import Coins
from server.tables.hall import Hall
from server.tables.strengths import RatedStrengths
from server.ws.sockets import Sockets

LIMITS: Final = Limits()
PAGE: Final = "https://nardy.test"
"""The one page that may use the edge under test."""
ZONE: Final = ZoneInfo("Asia/Vladivostok")
"""The operator's: where a day ends long before it does in Greenwich."""
DICE_KEY: Final = bytes([15]) * KEY_BYTES
"""What its secrets are sealed under."""


DOORS: Final = Doors(
    vk=MiniApps(inside_vk={"51000000": Secrets.of("vk secret")}),
    ok=OkApp("CKEYKEYKEY", Secrets.of("ok secret")),
    facebook=InstantGame(Secrets.of("facebook secret")),
    telegram=MiniApp(Secrets.of("7000000:telegram-token")),
)


@dataclass(frozen=True)
class House:
    """The terms of the house under test, and who keeps its coins and ratings."""

    settings: Settings = field(default_factory=Settings)
    coins: Coins | None = None
    """None is the treasury, as in the service."""
    strengths: Strengths = field(default_factory=RatedStrengths)
    doors: PaymentDoors = field(default_factory=PaymentDoors)
    """Whose payments it takes."""


HOUSE: Final = House()


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


class Ready:
    """A process with no troubles but those a test puts there."""

    def __init__(self) -> None:
        self.known: tuple[str, ...] = ()

    async def troubles(self) -> tuple[str, ...]:
        return self.known


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
        services = await _services(
            database, stack, EdgeSettings(frozenset({PAGE}), (), demo, strangers), house, linger
        )
        public = application(services)
        public.router.add_routes(PaymentRoutes(services.payments).routes())
        server = Serving(public, access_log=None)
        client = TestClient(
            server, connector=TCPConnector(limit=0), timeout=ClientTimeout(total=30)
        )
        await stack.enter_async_context(client)
        edge = Edge(services, client)
        yield edge
        for task in edge.kept:
            task.cancel()


async def _services(
    database: Database,
    stack: AsyncExitStack,
    settings: EdgeSettings,
    house: House,
    linger: float,
) -> Services:
    clock, ids, limits = DatabaseClock(), Ids(), house.settings.limits
    process = ids.new(clock.now())
    sealing = Sealing((DICE_KEY,))
    gaps = Gaps(database, clock)
    presence = Presence(database, process)
    log = await stack.enter_async_context(CommitLog(database, clock))
    relay = await stack.enter_async_context(PostgresRelay(database, process))
    beats = await stack.enter_async_context(Beats(database, clock, gaps, presence, process))
    errands = await stack.enter_async_context(Errands())
    ground = Ground(database, log, relay, clock, beats, gaps, presence, sealing)
    delay = house.settings.tables.spectator_delay_seconds * 1000
    feeds = FeedDesk(FeedLog(database), relay, errands)
    relay.subscribe(feeds)
    treasury = Treasury.on(
        Vault(
            database=database,
            clock=clock,
            ids=ids,
            settings=house.settings,
            zone=ZONE,
            strengths=house.strengths,
            posted=feeds.posted,
        )
    )
    desk = Desk(ground, treasury.settlement, errands, delay)
    relay.subscribe(desk)
    hall = Hall(
        database=database,
        clock=clock,
        ids=ids,
        feeds=feeds,
        sealing=sealing,
        openings=desk,
        settings=house.settings,
        coins=house.coins or treasury.stakes,
        strengths=house.strengths,
    )
    tables = TableCases.on(hall)
    await stack.enter_async_context(Loop("quick game", tables.quick.round))
    basis = Basis(
        database=database,
        clock=clock,
        settings=house.settings,
        zone=ZONE,
        posted=feeds.posted,
        vip=treasury.vip,
        seats=tables.seating,
        shut_out=tables.abandoned.leave_tables,
    )
    sign_in = SignIn(database, DOORS, clock, ids, limits)
    sign_in.greet = treasury.welcome
    books = Books(
        database=database,
        clock=clock,
        ids=ids,
        vip=treasury.vip,
        bonuses=house.settings.bonuses,
        posted=feeds.posted,
    )
    payments = Payments.on(books, Catalogue(house.settings.catalogue), house.doors)
    return Services(
        settings=settings,
        clock=clock,
        metrics=Metrics(),
        errors=Errors(demo=settings.demo),
        authority=Authority(database, clock),
        sign_in=sign_in,
        tables=tables,
        spectators=Spectators(database, clock, process),
        desk=desk,
        feeds=feeds,
        social=Social.on(basis),
        treasury=treasury,
        payments=payments,
        dialogues=Dialogues(database, clock, ids, desk, sign_in),
        log=log,
        downloads=Downloads(database, sealing),
        disputes=Disputes(
            Base(
                database=database,
                clock=clock,
                ids=ids,
                log=log,
                downloads=Downloads(database, sealing),
                cashier=Office.on(database, clock, ids, VipTerms()).cashier,
                posted=feeds.posted,
            )
        ),
        histories=Histories(database, clock, HistoryShown(), NobodyVip()),
        statistics=Statistics(database, clock),
        sockets=Sockets(Attendance(ground, desk, errands, tables.abandoned, linger), limits),
        health=Ready(),
    )
