"""People found by what is known of them: a nick, or an id on some platform."""

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.schema import identities
from server.storage.schema_people import nicks


class KnownBy(NamedTuple):
    """An id on a platform; where no platform or no kind is named, on any."""

    id: str
    platform: str | None = None
    kind: str | None = None


class Seeking:
    """Looks up within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def by_nick(self, key: str) -> UUID | None:
        """Who holds the nick with this skeleton."""
        found = await self._tx.execute(
            select(nicks.c.account).where(nicks.c.key == key, nicks.c.freed_at.is_(None))
        )
        return found.scalar()

    async def by_identity(self, known: KnownBy, platforms: tuple[str, ...]) -> list[UUID]:
        """Whose identities these are; of all `platforms`, where none is named."""
        named = platforms if known.platform is None else (known.platform,)
        wanted = select(identities.c.account).where(
            identities.c.platform.in_(named), identities.c.id == known.id
        )
        if known.kind is not None:
            wanted = wanted.where(identities.c.kind == known.kind)
        found = await self._tx.execute(wanted.order_by(identities.c.account).distinct())
        return list(found.scalars())
