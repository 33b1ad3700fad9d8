"""What makes a launch good only once: nonces of ours, and the digests of launches seen."""

from typing import Final

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema import launches, nonces
from server.storage.tokens import digest, new_token

NONCE_LIVES: Final = 5 * 60 * 1000

REMEMBERED: Final = 90 * 24 * 60 * 60 * 1000
"""A launch without a time of its own is refused a day after its first use, which a memory of one
day could not do: it would take the launch for a new one.
"""


class Nonces:
    """Words that a client has signed by its platform, or logs in with: single use, minutes."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def issue(self, now: Millis, lives: Millis = NONCE_LIVES) -> str:
        """A new nonce."""
        nonce = new_token()
        await self._tx.execute(insert(nonces).values(digest=digest(nonce), expires=now + lives))
        return nonce

    async def spend(self, nonce: str, now: Millis) -> bool:
        """Whether it was ours, fresh and unspent; whoever is told so is the only one."""
        spent = await self._tx.execute(
            delete(nonces).where(nonces.c.digest == digest(nonce)).returning(nonces.c.expires)
        )
        expires = spent.scalar()
        return expires is not None and expires > now


class Seen(msgspec.Struct, frozen=True):
    """When a launch was first used, and whether that was before now."""

    at: Millis
    before: bool


class Launches:
    """Remembers launches by digest."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def first_seen(self, launch: str, now: Millis) -> Seen:
        """When this launch, or what names it, was used first; from now on it is known."""
        key = digest(launch)
        noted = await self._tx.execute(
            insert(launches)
            .values(digest=key, seen_at=now)
            .on_conflict_do_nothing()
            .returning(launches.c.digest)
        )
        if noted.first() is not None:
            return Seen(now, before=False)
        found = await self._tx.execute(select(launches.c.seen_at).where(launches.c.digest == key))
        return Seen(found.scalar_one(), before=True)
