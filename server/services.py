"""What handlers may use: the use cases and what surrounds them, gathered once by the wiring."""

from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from server.accounts.cases import AccountCases
from server.accounts.sessions import Authority
from server.accounts.sign_in import SignIn
from server.dialogue.cases import Dialogues
from server.dialogue.support import Support
from server.errors import Errors
from server.feeds import FeedDesk
from server.http.addresses import Network
from server.logins.cases import Logins
from server.metrics import Metrics
from server.money.treasury import Treasury
from server.operators.disputes import Disputes
from server.people.social import Social
from server.play.live import LiveMatch
from server.play.orders import Order, Recorded, Viewer
from server.play.spectators import Spectators
from server.purchases.payments import Payments
from server.records.downloads import Downloads
from server.records.history import Histories
from server.records.statistics import Statistics
from server.storage.clock import Clock
from server.storage.group_commit import CommitLog
from server.tables.cases import TableCases
from server.tournaments.cases import TournamentCases
from server.ws.sockets import Sockets


class MatchDesk(Protocol):
    """Where commands for matches go in, and where listeners sign up (``play.Desk``)."""

    async def submit(self, order: Order) -> Recorded:
        """Carry out one command."""

    async def watch(self, stream: UUID, after: int, viewer: Viewer) -> int:
        """Send all commits after ``after`` to a listener, from now on; the number of the last."""

    def unwatch(self, stream: UUID, viewer: Viewer) -> None:
        """Send no more."""

    async def look(self, stream: UUID) -> LiveMatch:
        """The match as it stands."""

    async def seen(self, stream: UUID, account: UUID) -> LiveMatch:
        """The match as this person may see it now."""

    def seats_of(self, stream: UUID) -> tuple[UUID, ...]:
        """Who has a seat in a match that is watched here."""


class Health(Protocol):
    """Whether this process should get work."""

    async def troubles(self) -> tuple[str, ...]:
        """What keeps it from serving, by name; none when it is ready."""


@dataclass(frozen=True, slots=True)
class EdgeSettings:
    """What the edge needs of the configuration."""

    origins: frozenset[str]
    """Pages that may use us, as ``Origin`` names them; with the public URL's own."""
    trusted_proxies: tuple[Network, ...] = ()
    demo: bool = False
    strangers_per_second: int = 20
    """Requests of clients that are not signed in, from one address; ten times in a burst."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """One of each in a process."""

    settings: EdgeSettings
    clock: Clock
    metrics: Metrics
    errors: Errors
    authority: Authority
    sign_in: SignIn
    logins: Logins
    accounts: AccountCases
    tables: TableCases
    tournaments: TournamentCases
    spectators: Spectators
    desk: MatchDesk
    feeds: FeedDesk
    social: Social
    treasury: Treasury
    payments: Payments
    dialogues: Dialogues
    support: Support
    log: CommitLog
    downloads: Downloads
    disputes: Disputes
    histories: Histories
    statistics: Statistics
    sockets: Sockets
    health: Health
