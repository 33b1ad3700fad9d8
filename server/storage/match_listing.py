"""All matches of the service, page by page in the order in which they began: for operators."""

from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, func, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema import matches


class Span(msgspec.Struct, frozen=True):
    """Matches that ended from one moment on and before another; those that run, if `running`."""

    since: Millis = 0
    until: Millis = 2**62
    running: bool = False


class MatchListing:
    """Counts and lists within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def count(self, span: Span) -> int:
        """How many there are."""
        found = await self._tx.execute(
            select(func.count()).select_from(matches).where(_within(span))
        )
        return found.scalar_one()

    async def page(self, span: Span, after: UUID | None = None, limit: int = 100) -> list[UUID]:
        """The next ones after a match."""
        later = true() if after is None else matches.c.id > after
        found = await self._tx.execute(
            select(matches.c.id).where(_within(span), later).order_by(matches.c.id).limit(limit)
        )
        return list(found.scalars())


def _within(span: Span) -> ColumnElement[bool]:
    ended = (matches.c.ended_at >= span.since) & (matches.c.ended_at < span.until)
    return ended | matches.c.ended_at.is_(None) if span.running else ended
