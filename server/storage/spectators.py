"""Who watches a match without a seat, and in which process; rows of a silent one are void."""

from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Select, delete, exists, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.presence import SILENT_AFTER
from server.storage.schema import accounts, match_players, processes
from server.storage.schema_live import spectators


class Spectator(msgspec.Struct, frozen=True):
    """Somebody who watches."""

    account: UUID
    nick: str | None


class SpectatorRows:
    """Keeps and lists spectators within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def enter(self, match: UUID, account: UUID, process: UUID, now: Millis) -> None:
        """Somebody watches, in this process."""
        await self._tx.execute(
            insert(spectators)
            .values(match=match, account=account, process=process, since=now)
            .on_conflict_do_nothing()
        )

    async def leave(self, match: UUID, account: UUID, process: UUID) -> None:
        """He watches no more, in this process."""
        await self._tx.execute(
            delete(spectators).where(
                spectators.c.match == match,
                spectators.c.account == account,
                spectators.c.process == process,
            )
        )

    async def count(self, match: UUID, now: Millis) -> int:
        """How many persons watch."""
        people = watching(match, now).subquery()
        return (await self._tx.execute(select(func.count()).select_from(people))).scalar_one()

    async def page(
        self, match: UUID, now: Millis, limit: int, after: UUID | None = None
    ) -> list[Spectator]:
        """Who watches, in the order of their ids."""
        people = watching(match, now).subquery()
        page = select(people.c.account, accounts.c.nick).join(
            accounts, accounts.c.id == people.c.account
        )
        if after is not None:
            page = page.where(people.c.account > after)
        found = await self._tx.execute(page.order_by(people.c.account).limit(limit))
        return [Spectator(row.account, row.nick) for row in found]


def watching(match: UUID | ColumnElement[UUID], now: Millis) -> Select[tuple[UUID]]:
    """Persons with a live row and no seat, of one match or of each in a list."""
    seat = match_players.alias("seat")
    seated = exists().where(
        seat.c.match == spectators.c.match, seat.c.account == spectators.c.account
    )
    return (
        select(spectators.c.account)
        .join(processes, processes.c.id == spectators.c.process)
        .where(
            spectators.c.match == match,
            processes.c.gone.is_(False),
            processes.c.beat > now - SILENT_AFTER,
            ~seated,
        )
        .distinct()
    )
