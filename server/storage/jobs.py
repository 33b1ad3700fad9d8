"""Work that follows a match, each step once under `(match, step)`."""

from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Select, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema import jobs

AFTER_MATCH: Final = "after_match"
"""The job from which all that follows a match follows, each step once."""
SHOWN: Final = "standings"
"""The step that shows a match on the leaderboards; until it is done nobody but the players is told
how the match ended. For coins it waits as long as spectators are told late.
"""
CLAIMED_FOR: Final = 30_000
"""So long, in milliseconds, nobody else takes up a claimed job; twice as long each time."""

_DOUBLINGS_AT_MOST: Final = 8


class Job(msgspec.Struct, frozen=True):
    """A step to do; `attempts` counts this one."""

    match: UUID
    step: str
    attempts: int


class Jobs:
    """Queues, claims and finishes jobs within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def add(self, match: UUID, step: str, now: Millis) -> bool:
        """Queue a step; says whether it was new."""
        added = await self._tx.execute(
            insert(jobs)
            .values(match=match, step=step, due=now)
            .on_conflict_do_nothing()
            .returning(jobs.c.step)
        )
        return added.first() is not None

    async def claim(self, now: Millis, limit: int = 20) -> list[Job]:
        """Take up what is due; commit this before doing it. What fails comes back, ever later."""
        found = await self._tx.execute(
            select(jobs)
            .where(jobs.c.done_at.is_(None), jobs.c.due <= now)
            .order_by(jobs.c.due)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        claimed = [Job(row.match, row.step, row.attempts + 1) for row in found]
        for job in claimed:
            pause = CLAIMED_FOR << min(job.attempts - 1, _DOUBLINGS_AT_MOST)
            await self._tx.execute(
                update(jobs).where(_is(job)).values(due=now + pause, attempts=job.attempts)
            )
        return claimed

    async def is_held_back(self, match: UUID) -> bool:
        """Whether a match has ended and is not shown yet."""
        found = await self._tx.execute(held_back().where(jobs.c.match == match))
        return found.first() is not None

    async def done(self, job: Job, now: Millis) -> bool:
        """Finish a step, in the transaction of what it did.

        False when it was finished before: leave the transaction then, so that nothing is done
        twice.
        """
        finished = await self._tx.execute(
            update(jobs).where(_is(job), jobs.c.done_at.is_(None)).values(done_at=now)
        )
        return finished.rowcount == 1


def held_back() -> Select[tuple[UUID]]:
    """The matches that have ended and are not shown yet."""
    return select(jobs.c.match).where(
        jobs.c.done_at.is_(None), jobs.c.step.in_((AFTER_MATCH, SHOWN))
    )


def _is(job: Job) -> ColumnElement[bool]:
    return (jobs.c.match == job.match) & (jobs.c.step == job.step)
