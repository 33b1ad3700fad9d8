"""What people are called: looked up for those in a list, and searched for."""

from collections.abc import Collection
from uuid import UUID

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.named import Named
from server.storage.schema import accounts
from server.storage.schema_people import nicks

_LAST_CHARACTER = "\U0010ffff"


class Found(msgspec.Struct, frozen=True):
    """Somebody found by his nick, and the skeleton that the search goes on after."""

    person: Named
    key: str


class Names:
    """Looks up within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def of(self, people: Collection[UUID]) -> dict[UUID, Named]:
        """What these are called; who is unknown is left out."""
        found = await self._tx.execute(
            select(accounts.c.id, accounts.c.nick).where(accounts.c.id.in_(people))
        )
        return {row.id: Named(row.id, row.nick) for row in found}

    async def beginning(self, key: str, limit: int, after: str | None) -> list[Found]:
        """Everybody whose nick's skeleton begins so, in the order of skeletons."""
        page = (
            select(nicks.c.key, accounts.c.id, accounts.c.nick)
            .join(accounts, accounts.c.id == nicks.c.account)
            .where(
                nicks.c.key >= key, nicks.c.key < key + _LAST_CHARACTER, nicks.c.freed_at.is_(None)
            )
        )
        if after is not None:
            page = page.where(nicks.c.key > after)
        found = await self._tx.execute(page.order_by(nicks.c.key).limit(limit))
        return [Found(Named(row.id, row.nick), row.key) for row in found]
