"""Logins on the platforms' own pages: the browser goes there, and comes back with a code.

A word of ours is spent before anything is asked of the platform, so that what was brought back is
judged once; whoever is refused, or finds the platform silent, begins anew.
"""

from collections.abc import Mapping
from typing import Final, Protocol

import structlog

from platforms.identity import Visitor
from platforms.page_door import PageDoor
from platforms.page_login import Handshake, Return, Returned, Unanswered
from platforms.refusals import Declined, Reason, Refused
from server.logins.refusals import DoorShut, LoginDeclined, LoginRefused
from server.outbound.calls import NoAnswer
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.launches import Nonces

LOGIN_LIVES: Final[Millis] = 15 * 60_000
"""For how long somebody may look for his password."""

_log = structlog.get_logger(__name__)


class LoginPage(Protocol):
    """The login page of one platform, seen from our side."""

    def address(self, login: Handshake) -> str:
        """Where the browser goes."""

    async def visitor(self, returned: Returned, login: Handshake, now: int) -> Visitor:
        """Who came back; raises ``Refused``, ``Unanswered`` or ``CallFailed``. Unix seconds."""


class PlatformLogins:
    """The use case."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        pages: Mapping[PageDoor, LoginPage],
        public_url: str,
    ) -> None:
        self._database = database
        self._clock = clock
        self._pages = pages
        self._public_url = public_url

    @property
    def offered(self) -> tuple[PageDoor, ...]:
        """The doors that are open."""
        return tuple(self._pages)

    async def begin(self, door: PageDoor, key: str) -> str:
        """Begin a login in the browser that keeps this key: the address to send it to."""
        page = self._page(door)
        async with self._database.transaction() as tx:
            word = await Nonces(tx).issue(self._clock.now(), LOGIN_LIVES)
        return page.address(Handshake.of(door, word, key, self._return_url(door)))

    async def visitor(self, door: PageDoor, query: str, key: str) -> Visitor:
        """Who came back with this query; raises ``LoginRefused`` or ``CallFailed``."""
        page = self._page(door)
        try:
            came = Return(query)
            login = came.handshake(door, key, self._return_url(door))
            await self._spend(login)
            return await page.visitor(came.granted(), login, self._clock.now() // 1000)
        except Declined as declined:
            raise LoginDeclined(declined.reason) from declined
        except Refused as refused:
            raise LoginRefused(refused.reason) from refused
        except Unanswered as nonsense:
            _log.warning("login_unanswered", door=door.value, why=str(nonsense))
            raise NoAnswer(door, str(nonsense)) from nonsense

    async def _spend(self, login: Handshake) -> None:
        async with self._database.transaction() as tx:
            if not await Nonces(tx).spend(login.word, self._clock.now()):
                raise LoginRefused(Reason.STALE)

    def _page(self, door: PageDoor) -> LoginPage:
        page = self._pages.get(door)
        if page is None:
            raise DoorShut
        return page

    def _return_url(self, door: PageDoor) -> str:
        """An address for each platform, so that none can pass on what another gave."""
        return f"{self._public_url}/auth/{door}/return"
