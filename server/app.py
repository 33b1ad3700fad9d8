"""The wiring of one process, read downwards: what the stack opens, it closes in reverse.

This is the only place that knows all concrete parts. Importing it opens nothing.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from aiohttp import web

from server.accounts.sessions import Authority
from server.accounts.sign_in import SignIn
from server.config import Config
from server.demo.people import DemoLaunches
from server.doors import doors_of
from server.errors import Errors
from server.health import ProcessHealth
from server.http.application import application
from server.http.health import operations
from server.metrics import Metrics
from server.opening import opened_database
from server.play.after_match import AfterMatch
from server.play.alarms import AlarmClock
from server.play.attendance import Attendance
from server.play.desk import Desk
from server.play.errands import Errands
from server.play.ground import Ground
from server.play.settlement import FreeTables
from server.records.downloads import Downloads
from server.records.history import Histories, NobodyVip
from server.records.projections import PROJECTIONS
from server.records.statistics import Statistics
from server.services import EdgeSettings, Services
from server.storage.beats import Beats
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.gaps import Gaps
from server.storage.group_commit import CommitLog
from server.storage.healing import Healing
from server.storage.ids import Ids
from server.storage.postgres_relay import PostgresRelay
from server.storage.presence import Presence
from server.storage.sealing import Sealing
from server.storage.upkeep import daily
from server.tables.lobby import Lobby
from server.tables.sitting import Seating
from server.web.routes import page_routes
from server.ws.sockets import Sockets
from server.ws.upkeep import Upkeep


@dataclass(frozen=True, slots=True)
class Running:
    """A wired process: what to serve, and what a planned shutdown speaks to."""

    public: web.Application
    ops: web.Application
    health: ProcessHealth
    upkeep: Upkeep


class Playing(NamedTuple):
    """Where matches are played, and where it is noticed who is there."""

    desk: Desk
    attendance: Attendance


@asynccontextmanager
async def running(config: Config) -> AsyncIterator[Running]:
    """Wire one process over its database; raises ``StartRefused`` or ``Unavailable``."""
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(opened_database(config))
        clock, ids = DatabaseClock(), Ids()
        process = ids.new(clock.now())
        errands = await stack.enter_async_context(Errands())
        ground = await _ground(stack, database, clock, process, config)
        desk = Desk(ground, FreeTables(), errands)
        ground.relay.subscribe(desk)
        await stack.enter_async_context(
            Healing(ground.log, ground.relay, desk.watched, desk.heard)
        )
        await stack.enter_async_context(daily(database, clock))
        attendance = Attendance(ground, desk, errands)
        ground.beats.on_lost = attendance.accounts_lost
        await stack.enter_async_context(ground.beats)
        errands.start(AlarmClock(ground, desk).run(), "alarm clock")
        errands.start(AfterMatch(ground, PROJECTIONS).run(), "after match")
        health = ProcessHealth(ground.beats, clock)
        services = _services(config, ground, Playing(desk, attendance), ids, health)
        upkeep = Upkeep(services.sockets, services.authority)
        errands.start(upkeep.run(), "upkeep of sockets")
        public = application(services)
        launches = DemoLaunches(doors_of(config)) if config.demo else None
        public.router.add_routes(page_routes(launches))
        yield Running(public, operations(services.metrics), health, upkeep)


@asynccontextmanager
async def operating(config: Config) -> AsyncIterator[tuple[Ground, Desk]]:
    """Wire what acts on matches, for an operator's command: nobody is served by it."""
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(opened_database(config))
        clock = DatabaseClock()
        errands = await stack.enter_async_context(Errands())
        ground = await _ground(stack, database, clock, Ids().new(clock.now()), config)
        await stack.enter_async_context(ground.beats)
        yield ground, Desk(ground, FreeTables(), errands)


async def _ground(
    stack: AsyncExitStack,
    database: Database,
    clock: DatabaseClock,
    process: UUID,
    config: Config,
) -> Ground:
    gaps = Gaps(database, clock)
    presence = Presence(database, process)
    return Ground(
        database=database,
        log=await stack.enter_async_context(
            CommitLog(database, clock, on_slow=gaps.record_slow_commit)
        ),
        relay=await stack.enter_async_context(PostgresRelay(database, process)),
        clock=clock,
        beats=Beats(database, clock, gaps, presence, process),
        gaps=gaps,
        presence=presence,
        sealing=Sealing(config.dice_keys),
    )


def _services(
    config: Config,
    ground: Ground,
    playing: Playing,
    ids: Ids,
    health: ProcessHealth,
) -> Services:
    database, clock = ground.database, ground.clock
    settings, metrics = config.settings, Metrics()
    metrics.unopened.read = lambda: ground.sealing.failures
    limits = settings.limits
    return Services(
        settings=EdgeSettings(
            origins=config.origins, trusted_proxies=config.trusted_proxies, demo=config.demo
        ),
        clock=clock,
        metrics=metrics,
        errors=Errors(demo=config.demo),
        authority=Authority(database, clock),
        sign_in=SignIn(database, doors_of(config), clock, ids, limits),
        lobby=Lobby(database, clock, ids, limits, health.leaving),
        seating=Seating(database, ground.sealing, clock, playing.desk),
        desk=playing.desk,
        log=ground.log,
        downloads=Downloads(database, ground.sealing),
        histories=Histories(database, clock, settings.history, NobodyVip()),
        statistics=Statistics(database, clock),
        sockets=Sockets(playing.attendance, limits),
        health=health,
    )
