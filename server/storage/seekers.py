"""Who looks for an opponent. A row stands for one person, so nobody is in the queue twice.

Only those with a live socket in a living process, or who play by chat, are ever found.
"""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Row, Select, delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.presence import SILENT_AFTER
from server.storage.schema import presence, processes
from server.storage.schema_dialogue import chat_presence
from server.storage.schema_live import seekers


class Seeker(msgspec.Struct, frozen=True):
    """Somebody who waits since a moment for an opponent on the same `terms`.

    `terms` is a digest of the `conventions`, which are JSON.
    """

    account: UUID
    conventions: bytes
    terms: bytes
    rating: int
    since: Millis


class Seekers:
    """Queues and finds seekers within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def add(self, seeker: Seeker) -> Seeker:
        """Begin to look, or look for something else; on the same terms the wait goes on."""
        values = msgspec.structs.asdict(seeker)
        asked = insert(seekers).values(values)
        await self._tx.execute(
            asked.on_conflict_do_update(
                index_elements=[seekers.c.account],
                set_={key: asked.excluded[key] for key in values if key != "account"},
                where=seekers.c.terms != asked.excluded.terms,
            )
        )
        found = await self.find(seeker.account)
        if found is None:
            raise LookupError("a row that was just written is gone")
        return found

    async def find(self, account: UUID) -> Seeker | None:
        """What somebody looks for, if he does."""
        row = (await self._tx.execute(select(seekers).where(seekers.c.account == account))).first()
        return None if row is None else _seeker(row)

    async def waiting(self, now: Millis) -> list[Seeker]:
        """All who look and are here, who has waited longest first."""
        here = _with_sockets(now)
        in_chat = select(chat_presence.c.account).where(chat_presence.c.until > now)
        found = await self._tx.execute(
            select(seekers)
            .where(seekers.c.account.in_(here) | seekers.c.account.in_(in_chat))
            .order_by(seekers.c.since, seekers.c.account)
        )
        return [_seeker(row) for row in found]

    async def lapsed(self, now: Millis) -> list[UUID]:
        """Those who have looked in a chat for as long as that lasts, and are nowhere else."""
        found = await self._tx.execute(_lapsed(now))
        return list(found.scalars())

    async def end_lapsed(self, now: Millis) -> list[Seeker]:
        """Take them out of the queue; whom another process takes out now is not among them."""
        ended = _lapsed(now).with_for_update(of=seekers, skip_locked=True)
        found = await self._tx.execute(
            delete(seekers).where(seekers.c.account.in_(ended)).returning(seekers)
        )
        return [_seeker(row) for row in found]

    async def take(self, one: Seeker, other: Seeker) -> bool:
        """Take both out of the queue, if both still look for this; else leave the transaction."""
        both = (one.account, other.account)
        locked = await self._tx.execute(
            select(seekers.c.account)
            .where(seekers.c.account.in_(both), seekers.c.terms == one.terms)
            .order_by(seekers.c.account)
            .with_for_update()
        )
        if len(locked.all()) != len(both):
            return False
        await self._tx.execute(delete(seekers).where(seekers.c.account.in_(both)))
        return True

    async def remove(self, *accounts: UUID) -> bool:
        """Look no more; says whether anybody did."""
        removed = await self._tx.execute(delete(seekers).where(seekers.c.account.in_(accounts)))
        return removed.rowcount > 0


def _with_sockets(now: Millis) -> Select[UUID]:
    """Who has a live socket in a living process."""
    alive = processes.c.gone.is_(False) & (processes.c.beat > now - SILENT_AFTER)
    return (
        select(presence.c.account)
        .join(processes, processes.c.id == presence.c.process)
        .where(alive)
    )


def _lapsed(now: Millis) -> Select[UUID]:
    """Whose search a chat has held till a moment that is past."""
    held = (chat_presence.c.until >= seekers.c.since) & (chat_presence.c.until <= now)
    return (
        select(seekers.c.account)
        .join(chat_presence, chat_presence.c.account == seekers.c.account)
        .where(held, seekers.c.account.not_in(_with_sockets(now)))
    )


def _seeker(row: Row[Any]) -> Seeker:
    return Seeker(row.account, row.conventions, row.terms, row.rating, row.since)
