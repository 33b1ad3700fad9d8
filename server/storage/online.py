"""Who has a live socket anywhere. Rows of a silent process are void."""

from collections.abc import Collection
from uuid import UUID

import msgspec
from sqlalchemy import distinct, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.named import Named
from server.storage.ids import Millis
from server.storage.presence import SILENT_AFTER
from server.storage.schema import accounts, identities, presence, processes


class Counted(msgspec.Struct, frozen=True):
    """How many people are online, by account, however many sockets each has."""

    all: int
    guests: int
    members: int


class Online:
    """Asks for those who are online at a moment."""

    def __init__(self, tx: AsyncConnection, now: Millis) -> None:
        self._tx = tx
        self._living = processes.c.gone.is_(False) & (processes.c.beat > now - SILENT_AFTER)

    async def count(self) -> Counted:
        """How many."""
        known = select(identities.c.id).where(identities.c.account == presence.c.account).exists()
        people = func.count(distinct(presence.c.account))
        found = await self._tx.execute(
            select(people, people.filter(known))
            .join(processes, processes.c.id == presence.c.process)
            .where(self._living)
        )
        all_, members = found.one()
        return Counted(all_, all_ - members, members)

    async def page(self, limit: int, after: UUID | None) -> list[Named]:
        """Members who have a nick, in the order of their ids."""
        page = (
            select(presence.c.account, accounts.c.nick)
            .distinct()
            .join(processes, processes.c.id == presence.c.process)
            .join(accounts, accounts.c.id == presence.c.account)
            .where(self._living, accounts.c.nick.is_not(None))
        )
        if after is not None:
            page = page.where(presence.c.account > after)
        found = await self._tx.execute(page.order_by(presence.c.account).limit(limit))
        return [Named(row.account, row.nick) for row in found]

    async def among(self, people: Collection[UUID]) -> set[UUID]:
        """Which of these are."""
        found = await self._tx.execute(
            select(presence.c.account)
            .join(processes, processes.c.id == presence.c.process)
            .where(self._living, presence.c.account.in_(people))
        )
        return set(found.scalars())
