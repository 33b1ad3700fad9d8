"""The wiring of one process, read downwards: what the stack opens, it closes in reverse.

This is the only place that knows all concrete parts. Importing it opens nothing.
"""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from aiohttp import ClientSession, web

from server.accounts.bad_words import BadWords
from server.accounts.cases import AccountCases
from server.accounts.sessions import Authority
from server.accounts.sign_in import SignIn
from server.applications import for_all, for_operators
from server.asking import Asking, opened_asking
from server.config import Config
from server.corresponding import corresponding
from server.dialogue.cases import Dialogues
from server.dialogue.support import Support
from server.doors import doors_of
from server.errors import Errors
from server.feeds import FeedDesk
from server.health import ProcessHealth
from server.logging_in import LoginGround, PagesOpened, logins_of, opened_pages
from server.metrics import Metrics
from server.money.settling import StakedTables
from server.money.treasury import Treasury, Vault
from server.opening import opened_database
from server.operators.answering import Answering
from server.operators.disputes import Base, Disputes
from server.operators.office import Office
from server.paying import taking_payments
from server.people.after_match import people_steps
from server.people.social import Basis, Social
from server.play.after_match import AfterMatch, Step
from server.play.alarms import AlarmClock
from server.play.attendance import Attendance
from server.play.desk import Desk
from server.play.errands import Errands
from server.play.foresight import Foresight
from server.play.ground import Ground
from server.play.spectators import Spectators
from server.play.turned_away import TurnedAway
from server.purchases.payments import Payments
from server.purchases.till import Books
from server.records.downloads import Downloads
from server.records.history import Histories, Reach
from server.records.projections import PROJECTIONS
from server.records.statistics import Statistics
from server.reminders.sending import Sender, Ways
from server.reminders.turns import AbsentTurns
from server.reminders.wire import HttpWire, notices_of
from server.services import EdgeSettings, Services
from server.signs.step import SignsStep
from server.storage.beats import Beats
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.feeds import FeedLog
from server.storage.gaps import Gaps
from server.storage.group_commit import CommitLog
from server.storage.healing import Healing
from server.storage.ids import Ids, Millis
from server.storage.loops import Loop
from server.storage.postgres_relay import PostgresRelay
from server.storage.presence import Presence
from server.storage.sealing import Sealing
from server.storage.traces import Pseudonyms
from server.storage.upkeep import daily
from server.tables.cases import TableCases
from server.tables.conduct import ConductStep
from server.tables.hall import Hall
from server.tables.strengths import RatedStrengths
from server.tournaments.cases import TournamentCases
from server.ws.partings import Partings
from server.ws.sockets import Sockets
from server.ws.upkeep import Upkeep, kept_up


@dataclass(frozen=True, slots=True)
class Running:
    """A wired process: what to serve, and what a planned shutdown speaks to."""

    public: web.Application
    ops: web.Application
    health: ProcessHealth
    upkeep: Upkeep
    services: Services


class Paying(NamedTuple):
    """Who tells of tables, who keeps their coins, and who may play for them."""

    feeds: FeedDesk
    treasury: Treasury
    asking: Asking


class Playing(NamedTuple):
    """Where matches are played, and where it is noticed who is there."""

    desk: Desk
    attendance: Attendance
    feeds: FeedDesk
    tables: TableCases
    tournaments: TournamentCases
    treasury: Treasury
    payments: Payments
    downloads: Downloads
    disputes: Disputes
    pages: PagesOpened


@asynccontextmanager
async def running(config: Config) -> AsyncIterator[Running]:
    """Wire one process over its database; raises ``StartRefused`` or ``Unavailable``."""
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(opened_database(config))
        clock, ids = DatabaseClock(), Ids()
        process = ids.new(clock.now())
        errands = await stack.enter_async_context(Errands())
        ground = await _ground(stack, database, clock, process, config)
        feeds = await _feeds(stack, ground, errands)
        treasury = _treasury(config, ground, ids, feeds)
        asking = await stack.enter_async_context(opened_asking(config, database, clock))
        desk = Desk(ground, treasury.settlement, errands, _spectator_delay(config))
        await _listen(stack, ground, desk)
        await stack.enter_async_context(daily(database, clock))
        health = ProcessHealth(ground.beats, clock)
        paying = Paying(feeds, treasury, asking)
        hall = _hall(config, ground, ids, desk, paying)
        tables = await _tables(stack, hall, health)
        tournaments = await _tournaments(stack, hall, treasury, ground)
        attendance = Attendance(ground, desk, errands, tables.abandoned)
        ground.beats.on_lost = attendance.accounts_lost
        await stack.enter_async_context(ground.beats)
        _keep_time(ground, desk, errands)
        steps = (*_steps(config), *treasury.steps, tournaments.step)
        errands.start(AfterMatch(ground, steps, _spectator_delay(config)).run(), "after match")
        await stack.enter_async_context(Loop("vip reminders", treasury.reminding.round))
        payments = await stack.enter_async_context(
            taking_payments(config, _books(config, ground, ids, paying))
        )
        office = Office.on(database, clock, ids, config.settings.vip, config.admin_token)
        downloads = Downloads(database, ground.sealing)
        disputes = _disputes(ground, ids, office, feeds, downloads)
        pages = await stack.enter_async_context(opened_pages(config, database, clock))
        playing = Playing(
            desk=desk,
            attendance=attendance,
            feeds=feeds,
            tables=tables,
            tournaments=tournaments,
            treasury=treasury,
            payments=payments,
            downloads=downloads,
            disputes=disputes,
            pages=pages,
        )
        services = _services(config, ground, playing, ids, health)
        await stack.enter_async_context(Loop("hearing", services.social.hearing.round))
        await _remind(stack, config, ground, desk, services)
        answering = Answering(database, clock)
        services.metrics.add(*answering.collectors(), *asking.collectors())
        await stack.enter_async_context(Loop("answering", answering.round))
        _part(services, ground, errands)
        upkeep = await stack.enter_async_context(kept_up(services.sockets, services.authority))
        public = for_all(config, services)
        letters = await stack.enter_async_context(
            corresponding(config, database, services.logins.mailer)
        )
        ops = for_operators(office, services, letters)
        yield Running(public, ops, health, upkeep, services)


async def _listen(stack: AsyncExitStack, ground: Ground, desk: Desk) -> None:
    """Have the desk hear what other processes commit, and keep what it refuses."""
    ground.relay.subscribe(desk)
    await stack.enter_async_context(Healing(ground.log, ground.relay, desk))
    turned_away = TurnedAway(ground.database)
    desk.on_refused = turned_away.note
    await stack.enter_async_context(Loop("refusals", turned_away.round))


def _keep_time(ground: Ground, desk: Desk, errands: Errands) -> None:
    """Have flags fall, and matches end when their time is over."""
    errands.start(AlarmClock(ground, desk).run(), "alarm clock")
    foresight = Foresight(desk, ground.clock)
    desk.on_limited = lambda match: errands.start(foresight.stay_with(match), "foresight")


def _part(services: Services, ground: Ground, errands: Errands) -> None:
    """Close sockets in every process as soon as somebody signs out, is merged or forgotten."""
    partings = Partings(services.sockets, services.authority, ground.relay, errands)
    ground.relay.subscribe(partings)
    services.accounts.tell(partings.part)
    services.sign_in.ended = partings.part


@asynccontextmanager
async def operating(config: Config) -> AsyncIterator[tuple[Ground, Desk]]:
    """Wire what acts on matches, for an operator's command: nobody is served by it."""
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(opened_database(config))
        clock = DatabaseClock()
        errands = await stack.enter_async_context(Errands())
        ground = await _ground(stack, database, clock, Ids().new(clock.now()), config)
        await stack.enter_async_context(ground.beats)
        yield ground, Desk(ground, StakedTables(database, clock), errands)


async def _tables(stack: AsyncExitStack, hall: Hall, health: ProcessHealth) -> TableCases:
    tables = TableCases.on(hall, health.leaving)
    await stack.enter_async_context(Loop("quick game", tables.quick.round))
    await stack.enter_async_context(Loop("abandoned tables", tables.abandoned.round))
    return tables


async def _tournaments(
    stack: AsyncExitStack, hall: Hall, treasury: Treasury, ground: Ground
) -> TournamentCases:
    tournaments = TournamentCases.on(hall, treasury.fees, ground.beats.may_fire)
    await stack.enter_async_context(Loop("tournaments", tournaments.clockwork.round))
    return tournaments


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


async def _feeds(stack: AsyncExitStack, ground: Ground, errands: Errands) -> FeedDesk:
    log = FeedLog(ground.database)
    feeds = FeedDesk(log, ground.relay, errands)
    ground.relay.subscribe(feeds)
    await stack.enter_async_context(Healing(log, ground.relay, feeds))
    return feeds


def _treasury(config: Config, ground: Ground, ids: Ids, feeds: FeedDesk) -> Treasury:
    return Treasury.on(
        Vault(
            database=ground.database,
            clock=ground.clock,
            ids=ids,
            settings=config.settings,
            zone=config.timezone,
            strengths=RatedStrengths(),
            posted=feeds.posted,
        )
    )


def _books(config: Config, ground: Ground, ids: Ids, paying: Paying) -> Books:
    return Books(
        database=ground.database,
        clock=ground.clock,
        ids=ids,
        vip=paying.treasury.vip,
        bonuses=config.settings.bonuses,
        posted=paying.feeds.posted,
    )


def _disputes(
    ground: Ground, ids: Ids, office: Office, feeds: FeedDesk, downloads: Downloads
) -> Disputes:
    return Disputes(
        Base(
            database=ground.database,
            clock=ground.clock,
            ids=ids,
            log=ground.log,
            downloads=downloads,
            cashier=office.cashier,
            posted=feeds.posted,
        )
    )


async def _remind(
    stack: AsyncExitStack, config: Config, ground: Ground, desk: Desk, services: Services
) -> None:
    """Remind people of their turns by the platforms that are configured."""
    notices = notices_of(config)
    if not notices:
        return
    settings, errands = config.settings.reminders, await stack.enter_async_context(Errands())
    absent = AbsentTurns(ground.database, ground.clock, settings, errands)
    desk.on_absent_turn = absent.noticed
    session = await stack.enter_async_context(ClientSession())
    fates = services.metrics.reminders
    ways = Ways(notices, HttpWire(session), desk, config.timezone, fates)
    sender = Sender(ground.database, ground.clock, settings, ways)
    await stack.enter_async_context(Loop("reminders", sender.round))


def _spectator_delay(config: Config) -> Millis:
    return config.settings.tables.spectator_delay_seconds * 1000


def _hall(config: Config, ground: Ground, ids: Ids, desk: Desk, paying: Paying) -> Hall:
    return Hall(
        database=ground.database,
        clock=ground.clock,
        ids=ids,
        feeds=paying.feeds,
        sealing=ground.sealing,
        openings=desk,
        settings=config.settings,
        coins=paying.treasury.stakes,
        strengths=RatedStrengths(),
        barring=paying.asking.barring,
        vip=paying.treasury.vip,
    )


def _steps(config: Config) -> tuple[Step, ...]:
    conduct = ConductStep(config.settings.conduct)
    signs = SignsStep(config.settings.signs)
    return (*PROJECTIONS, conduct, *people_steps(config.timezone), signs)


def _services(
    config: Config,
    ground: Ground,
    playing: Playing,
    ids: Ids,
    health: ProcessHealth,
) -> Services:
    database, clock, settings = ground.database, ground.clock, config.settings
    metrics, limits = Metrics(), settings.limits
    metrics.unopened.read = lambda: ground.sealing.failures
    metrics.add(*playing.payments.doors.figures.collectors())
    sign_in = SignIn(database, doors_of(config), clock, ids, limits)
    sign_in.greet = playing.treasury.welcome
    sign_in.pseudonyms = Pseudonyms(config.dice_keys[0])
    sign_in.words = BadWords.standard(settings.nicks.bad_words)
    return Services(
        settings=EdgeSettings(
            origins=config.origins, trusted_proxies=config.trusted_proxies, demo=config.demo
        ),
        clock=clock,
        metrics=metrics,
        errors=Errors(demo=config.demo),
        authority=Authority(database, clock),
        sign_in=sign_in,
        logins=logins_of(config, LoginGround(database, clock, sign_in), playing.pages, metrics),
        accounts=AccountCases.on(database, clock, settings.codes, playing.feeds.posted),
        tables=playing.tables,
        tournaments=playing.tournaments,
        spectators=Spectators(database, clock, ground.beats.process, _spectator_delay(config)),
        desk=playing.desk,
        feeds=playing.feeds,
        social=Social.on(
            Basis(
                database=database,
                clock=clock,
                settings=settings,
                zone=config.timezone,
                posted=playing.feeds.posted,
                vip=playing.treasury.vip,
                seats=playing.tables.seating,
                shut_out=playing.tables.abandoned.leave_tables,
            )
        ),
        treasury=playing.treasury,
        payments=playing.payments,
        dialogues=Dialogues(database, clock, ids, playing.desk, sign_in),
        support=Support(database, clock, ids),
        log=ground.log,
        downloads=playing.downloads,
        disputes=playing.disputes,
        histories=Histories(database, clock, Reach.of(settings), playing.treasury.vip),
        statistics=Statistics(database, clock),
        sockets=Sockets(playing.attendance, limits),
        health=health,
    )
