"""Entrants who may be one person: accounts that came by the same devices or addresses."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.tournaments import Tournaments
from server.storage.traces import Common, common


async def seen_twice(tx: AsyncConnection, tournament: UUID) -> tuple[Common, ...]:
    """The devices and addresses by which several of those came who take part."""
    entries = await Tournaments(tx).entries(tournament)
    return await common(tx, [each.account for each in entries.values() if each.left_at is None])
