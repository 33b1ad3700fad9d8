"""Who holds a token: asked of every request, and of every open socket within half a minute."""

import re
from collections.abc import Callable, Collection, Iterable
from typing import TypeAlias
from uuid import UUID

import msgspec

from server.accounts.refusals import NotSignedIn
from server.storage.accounts import Account, Accounts
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.sessions import Session, Sessions

Ended: TypeAlias = Callable[[Iterable[UUID]], None]
"""Whom to tell of accounts of which sessions have ended."""

_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,128}")


def to_nobody(_accounts: Iterable[UUID]) -> None:
    """Whom one tells until the wiring says whom."""


class Holder(msgspec.Struct, frozen=True):
    """The person behind a token, and the session by its digest."""

    account: UUID
    digest: bytes


class Authority:
    """Turns a bearer token into a person, or raises ``NotSignedIn``."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def holder(self, token: str) -> Holder:
        """The person who holds this token."""
        session = await self._session(token)
        return Holder(session.account, session.digest)

    async def account(self, holder: Holder) -> Account:
        """What we keep of that person."""
        async with self._database.reading() as connection:
            return await Accounts(connection).get(holder.account)

    async def still_live(self, digests: Collection[bytes]) -> set[bytes]:
        """Which of these sessions have not ended, in one statement for all of them."""
        async with self._database.transaction() as tx:
            return await Sessions(tx).live(digests, self._clock.now())

    async def merged(self, accounts: Collection[UUID]) -> set[UUID]:
        """Which of these have become another account's."""
        async with self._database.reading() as connection:
            return await Accounts(connection).merged(accounts)

    async def _session(self, token: str) -> Session:
        if not _TOKEN.fullmatch(token):
            raise NotSignedIn
        async with self._database.transaction() as tx:
            session = await Sessions(tx).find(token, self._clock.now())
        if session is None:
            raise NotSignedIn
        return session
