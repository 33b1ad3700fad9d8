"""Sessions: bearer tokens, stored hashed, that live on while they are used."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.account_locks import standing
from server.storage.accounts import Account
from server.storage.ids import Millis
from server.storage.schema import sessions
from server.storage.tokens import digest, new_token

HOUR: Final = 60 * 60 * 1000
LIFETIME: Final = 24 * HOUR
LIFETIME_OF_GUESTS: Final = 180 * 24 * HOUR
AT_MOST: Final = 10
"""Sessions a person; the one unused for longest goes."""

SEEN_EVERY: Final = 60_000
"""A session in use is written at most so often."""


class NewSession(msgspec.Struct, frozen=True):
    """The token is shown this once."""

    token: str
    expires: Millis


class Session(msgspec.Struct, frozen=True):
    """Whose token it was."""

    digest: bytes
    account: UUID
    expires: Millis


class Sessions:
    """Opens, finds and ends sessions within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def open(self, account: Account, now: Millis, door: str | None = None) -> NewSession:
        """A new session by this door; above ten, those unused for longest end.

        Raises `AccountMoved` if somebody else's merge came between.
        """
        # Two logins at once must count each other's session.
        await standing(self._tx, account.id)
        lifetime = LIFETIME_OF_GUESTS if account.is_guest else LIFETIME
        token = new_token()
        await self._tx.execute(
            insert(sessions).values(
                digest=digest(token),
                door=door,
                account=account.id,
                lifetime=lifetime,
                created_at=now,
                last_seen=now,
                expires=now + lifetime,
            )
        )
        spared = (
            select(sessions.c.digest)
            .where(sessions.c.account == account.id)
            .order_by((sessions.c.digest == digest(token)).desc(), sessions.c.last_seen.desc())
            .limit(AT_MOST)
        )
        await self._tx.execute(
            delete(sessions).where(
                sessions.c.account == account.id, sessions.c.digest.not_in(spared)
            )
        )
        return NewSession(token, now + lifetime)

    async def find(self, token: str, now: Millis) -> Session | None:
        """The session of a token, unless it has ended; its life starts anew."""
        found = await self._tx.execute(
            select(sessions).where(sessions.c.digest == digest(token), sessions.c.expires > now)
        )
        row = found.first()
        if row is None:
            return None
        if row.last_seen <= now - SEEN_EVERY:
            await self._slide([row.digest], now)
        return Session(row.digest, row.account, max(row.expires, now + row.lifetime))

    async def live(self, digests: Collection[bytes], now: Millis) -> set[bytes]:
        """Which of these sessions, in use by open sockets, have not ended; their lives go on."""
        found = await self._tx.execute(
            select(sessions.c.digest).where(
                sessions.c.digest.in_(digests), sessions.c.expires > now
            )
        )
        living = set(found.scalars())
        if living:
            await self._slide(living, now)
        return living

    async def door(self, session: bytes) -> str | None:
        """By which door a session was opened, given by its digest."""
        found = await self._tx.execute(select(sessions.c.door).where(sessions.c.digest == session))
        return found.scalar()

    async def revoke(self, token: str) -> UUID | None:
        """End a session; returns whose it was, if there was one."""
        ended = await self._tx.execute(
            delete(sessions)
            .where(sessions.c.digest == digest(token))
            .returning(sessions.c.account)
        )
        return ended.scalar()

    async def revoke_all(self, account: UUID) -> None:
        """End every session of a person."""
        await self._tx.execute(delete(sessions).where(sessions.c.account == account))

    async def revoke_by(self, account: UUID, platform: str, before: Millis | None = None) -> None:
        """End the sessions of a person that a platform's doors opened, before a moment if given.

        Those of which nobody knows the door end too.
        """
        opened = or_(sessions.c.door.is_(None), sessions.c.door.startswith(platform))
        ended = delete(sessions).where(sessions.c.account == account, opened)
        if before is not None:
            ended = ended.where(sessions.c.created_at <= before)
        await self._tx.execute(ended)

    async def _slide(self, digests: Collection[bytes], now: Millis) -> None:
        await self._tx.execute(
            update(sessions)
            .where(sessions.c.digest.in_(digests), sessions.c.last_seen <= now - SEEN_EVERY)
            .values(last_seen=now, expires=now + sessions.c.lifetime)
        )
