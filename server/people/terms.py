"""The rules of play: accepted before the first table, and again when they change."""

from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.people.refusals import TermsChanged, TermsNotAccepted
from server.settings_people import Terms as TermsSettings
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.news import Acceptance, accept_terms, accepted_terms
from server.storage.sessions import Sessions


class TermsState(msgspec.Struct, frozen=True):
    """``version``: what is in force; 0 is none. ``accepted``: the last one that the caller did
    accept, and when. ``age``: what one declares to have reached.
    """

    version: int
    age: int
    accepted: int | None
    accepted_at: Millis | None


class TermsOfPlay:
    """The use case."""

    def __init__(self, database: Database, clock: Clock, settings: TermsSettings) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings

    async def state(self, account: UUID) -> TermsState:
        """What is in force, and what somebody has accepted of it."""
        async with self._database.reading() as tx:
            version, at = await accepted_terms(tx, account) or (None, None)
        return TermsState(self._settings.version, self._settings.age, version, at)

    async def accept(self, account: UUID, version: int, session: bytes) -> TermsState:
        """Accept the version in force, by the door through which this session was opened.

        Raises ``TermsChanged`` for any other version.
        """
        self._require_current(version)
        async with self._database.transaction() as tx:
            await self._accepted(tx, account, await Sessions(tx).door(session))
        return await self.state(account)

    async def accept_by(self, account: UUID, version: int, door: str) -> TermsState:
        """Accept the version in force in a chat, whose platform is the door; raises the same."""
        self._require_current(version)
        async with self._database.transaction() as tx:
            await self._accepted(tx, account, door)
        return await self.state(account)

    def _require_current(self, version: int) -> None:
        if version != self._settings.version:
            raise TermsChanged

    async def _accepted(self, tx: AsyncConnection, account: UUID, door: str | None) -> None:
        terms, now = self._settings, self._clock.now()
        await accept_terms(tx, Acceptance(account, terms.version, now, door, terms.age))


async def require_terms(tx: AsyncConnection, account: UUID, settings: TermsSettings) -> None:
    """Raise ``TermsNotAccepted`` for somebody who has not accepted what is in force."""
    if settings.version:
        accepted = await accepted_terms(tx, account)
        if accepted is None or accepted[0] < settings.version:
            raise TermsNotAccepted
