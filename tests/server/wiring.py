"""The use cases of a service under test, wired by hand over a real database.

So a test may hand in a clock, coins of its own or narrow limits.
"""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Final
from zoneinfo import ZoneInfo

from platforms.doors import Doors
from platforms.facebook.instant_game import InstantGame
from platforms.ok.launch import OkApp
from platforms.page_door import PageDoor
from platforms.secret import Secrets
from platforms.telegram.init_data import MiniApp
from platforms.vk.mini_app import MiniApps
from server.accounts.cases import AccountCases
from server.accounts.sessions import Authority
from server.accounts.sign_in import SignIn
from server.dialogue.cases import Dialogues
from server.dialogue.support import Support
from server.errors import Errors
from server.feeds import FeedDesk
from server.logins.cases import Logins
from server.logins.mail_codes import MailCodes
from server.logins.pages import LoginPage, PlatformLogins
from server.metrics import Metrics
from server.money.stakes import Strengths
from server.money.terms import VipTerms
from server.money.treasury import Treasury, Vault
from server.operators.disputes import Base, Disputes
from server.operators.office import Office
from server.outbound.mail import Mailer
from server.outbound.profiles import ProfileApi
from server.people.after_match import people_steps
from server.people.barring import Barring
from server.people.social import Basis, Social
from server.play.after_match import AfterMatch
from server.play.alarms import AlarmClock
from server.play.attendance import Attendance
from server.play.desk import Desk
from server.play.errands import Errands
from server.play.ground import Ground
from server.play.spectators import Spectators
from server.purchases.catalogue import Catalogue
from server.purchases.payments import PaymentDoors, Payments
from server.purchases.till import Books
from server.records.downloads import Downloads
from server.records.history import Histories, NobodyVip, Reach
from server.records.projections import PROJECTIONS
from server.records.statistics import Statistics
from server.services import EdgeSettings, Services
from server.settings import Settings
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
from server.tournaments.cases import TournamentCases
from server.ws.partings import Partings
from server.ws.sockets import Sockets

ZONE: Final = ZoneInfo("Asia/Vladivostok")
"""The operator's: where a day ends long before it does in Greenwich."""
DICE_KEY: Final = bytes([15]) * KEY_BYTES
"""What its secrets are sealed under."""


FACEBOOK_SECRET: Final = Secrets.of("facebook secret")
DOORS: Final = Doors(
    vk=MiniApps(inside_vk={"51000000": Secrets.of("vk secret")}),
    ok=OkApp("CKEYKEYKEY", Secrets.of("ok secret")),
    facebook=InstantGame(FACEBOOK_SECRET),
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
    mailer: Mailer | None = None
    """Who carries its letters."""
    pages: Mapping[PageDoor, LoginPage] = field(default_factory=dict)
    """Where people log in who come to the page by itself."""
    profiles: Mapping[str, ProfileApi] = field(default_factory=dict)
    """The platforms that tell what is in people's profiles."""
    is_alive: bool = False
    """Whether alarms ring and what follows a match is done, as in a process of the service; most
    tests ring and follow by themselves, when it is time to.
    """


HOUSE: Final = House()
SITE: Final = "https://nardy.test"
"""Where its page says that it is."""


class Ready:
    """A process with no troubles but those a test puts there."""

    def __init__(self) -> None:
        self.known: tuple[str, ...] = ()

    async def troubles(self) -> tuple[str, ...]:
        return self.known


async def services_of(
    database: Database,
    stack: AsyncExitStack,
    settings: EdgeSettings,
    house: House,
    linger: float,
) -> Services:
    """All that an edge stands on, running as long as the stack is open."""
    ground = await _ground(database, stack)
    clock, ids, limits = ground.clock, Ids(), house.settings.limits
    errands = await stack.enter_async_context(Errands())
    feeds = FeedDesk(FeedLog(database), ground.relay, errands)
    ground.relay.subscribe(feeds)
    treasury = _treasury(ground, ids, house, feeds)
    delay = house.settings.tables.spectator_delay_seconds * 1000
    desk = Desk(ground, treasury.settlement, errands, delay)
    ground.relay.subscribe(desk)
    hall = _hall(ground, ids, house, feeds, (desk, treasury))
    tables, tournaments = TableCases.on(hall), TournamentCases.on(hall, treasury.fees)
    await stack.enter_async_context(Loop("quick game", tables.quick.round))
    if house.is_alive:
        steps = (*PROJECTIONS, *people_steps(ZONE), *treasury.steps, tournaments.step)
        errands.start(AlarmClock(ground, desk).run(), "alarm clock")
        errands.start(AfterMatch(ground, steps, delay).run(), "after match")
    sign_in = SignIn(database, DOORS, clock, ids, limits)
    sign_in.greet = treasury.welcome
    downloads = Downloads(database, ground.sealing)
    services = Services(
        settings=settings,
        clock=clock,
        metrics=Metrics(),
        errors=Errors(demo=settings.demo),
        authority=Authority(database, clock),
        sign_in=sign_in,
        logins=_logins(sign_in, ground, house),
        accounts=AccountCases.on(database, clock, house.settings.codes, feeds.posted),
        tables=tables,
        tournaments=tournaments,
        spectators=Spectators(database, clock, ground.beats.process, delay),
        desk=desk,
        feeds=feeds,
        social=_social(ground, house, feeds, tables, treasury),
        treasury=treasury,
        payments=_payments(ground, ids, house, feeds, treasury),
        dialogues=Dialogues(database, clock, ids, desk, sign_in),
        support=Support(database, clock, ids),
        log=ground.log,
        downloads=downloads,
        disputes=_disputes(ground, ids, feeds, downloads),
        histories=Histories(database, clock, Reach.of(Settings()), NobodyVip()),
        statistics=Statistics(database, clock),
        sockets=Sockets(Attendance(ground, desk, errands, tables.abandoned, linger), limits),
        health=Ready(),
    )
    partings = Partings(services.sockets, services.authority, ground.relay, errands)
    ground.relay.subscribe(partings)
    services.accounts.tell(partings.part)
    services.sign_in.ended = partings.part
    return services


async def _ground(database: Database, stack: AsyncExitStack) -> Ground:
    clock, ids = DatabaseClock(), Ids()
    process = ids.new(clock.now())
    gaps, presence = Gaps(database, clock), Presence(database, process)
    return Ground(
        database,
        await stack.enter_async_context(CommitLog(database, clock)),
        await stack.enter_async_context(PostgresRelay(database, process)),
        clock,
        await stack.enter_async_context(Beats(database, clock, gaps, presence, process)),
        gaps,
        presence,
        Sealing((DICE_KEY,)),
    )


def _logins(sign_in: SignIn, ground: Ground, house: House) -> Logins:
    mail = None
    if house.mailer is not None:
        terms = house.settings.mail
        mail = MailCodes(ground.database, ground.clock, house.mailer, terms, "nardy.test")
    pages = PlatformLogins(ground.database, ground.clock, house.pages, SITE)
    return Logins(sign_in, pages, mail)


def _treasury(ground: Ground, ids: Ids, house: House, feeds: FeedDesk) -> Treasury:
    return Treasury.on(
        Vault(
            database=ground.database,
            clock=ground.clock,
            ids=ids,
            settings=house.settings,
            zone=ZONE,
            strengths=house.strengths,
            posted=feeds.posted,
        )
    )


def _hall(
    ground: Ground, ids: Ids, house: House, feeds: FeedDesk, playing: tuple[Desk, Treasury]
) -> Hall:
    desk, treasury = playing
    return Hall(
        database=ground.database,
        clock=ground.clock,
        ids=ids,
        feeds=feeds,
        sealing=ground.sealing,
        openings=desk,
        settings=house.settings,
        coins=house.coins or treasury.stakes,
        strengths=house.strengths,
        barring=Barring(ground.database, ground.clock, house.settings.stakes, house.profiles),
        vip=treasury.vip,
    )


def _social(
    ground: Ground, house: House, feeds: FeedDesk, tables: TableCases, treasury: Treasury
) -> Social:
    return Social.on(
        Basis(
            database=ground.database,
            clock=ground.clock,
            settings=house.settings,
            zone=ZONE,
            posted=feeds.posted,
            vip=treasury.vip,
            seats=tables.seating,
            shut_out=tables.abandoned.leave_tables,
        )
    )


def _payments(
    ground: Ground, ids: Ids, house: House, feeds: FeedDesk, treasury: Treasury
) -> Payments:
    books = Books(
        database=ground.database,
        clock=ground.clock,
        ids=ids,
        vip=treasury.vip,
        bonuses=house.settings.bonuses,
        posted=feeds.posted,
    )
    return Payments.on(books, Catalogue(house.settings.catalogue), house.doors)


def _disputes(ground: Ground, ids: Ids, feeds: FeedDesk, downloads: Downloads) -> Disputes:
    return Disputes(
        Base(
            database=ground.database,
            clock=ground.clock,
            ids=ids,
            log=ground.log,
            downloads=downloads,
            cashier=Office.on(ground.database, ground.clock, ids, VipTerms()).cashier,
            posted=feeds.posted,
        )
    )
