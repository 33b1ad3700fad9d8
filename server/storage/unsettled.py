"""Matches that have ended and whose steps are not all done yet."""

from uuid import UUID

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.jobs import AFTER_MATCH
from server.storage.schema import jobs, match_players, matches


class Unsettled(msgspec.Struct, frozen=True):
    """A match that somebody has played in this seat, and that a step has not followed yet."""

    match: UUID
    seat: int
    ended_at: Millis


async def unsettled_of(tx: AsyncConnection, step: str, account: UUID) -> list[Unsettled]:
    """The ended matches of somebody that this step has not followed yet, the first ended first."""
    found = await tx.execute(
        select(match_players.c.match, match_players.c.seat, matches.c.ended_at)
        .distinct()
        .join(jobs, jobs.c.match == match_players.c.match)
        .join(matches, matches.c.id == match_players.c.match)
        .where(
            jobs.c.done_at.is_(None),
            jobs.c.step.in_((AFTER_MATCH, step)),
            match_players.c.account == account,
            matches.c.ended_at.is_not(None),
        )
        .order_by(matches.c.ended_at)
    )
    return [Unsettled(*row) for row in found]
