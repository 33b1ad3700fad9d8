"""What follows a match: each step once."""

import asyncio
from collections.abc import Callable
from uuid import UUID

from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.jobs import CLAIMED_FOR, Job, Jobs


async def claim(opened: Database, now: Millis, limit: int = 20) -> list[Job]:
    async with opened.transaction() as tx:
        return await Jobs(tx).claim(now, limit)


async def test_a_step_is_queued_once(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    match = fresh()
    async with opened.transaction() as tx:
        assert await Jobs(tx).add(match, "ratings", now)
        assert not await Jobs(tx).add(match, "ratings", now)
        assert await Jobs(tx).add(match, "notices", now)

    jobs = await claim(opened, now)
    assert {(job.match, job.step) for job in jobs} == {(match, "ratings"), (match, "notices")}


async def test_two_processes_do_not_claim_the_same_step(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    async with opened.transaction() as tx:
        for _ in range(60):
            await Jobs(tx).add(fresh(), "ratings", now)

    batches = await asyncio.gather(*(claim(opened, now, limit=20) for _ in range(6)))
    batches.append(await claim(opened, now, limit=60))

    claimed = [job.match for batch in batches for job in batch]
    assert len(claimed) == len(set(claimed)) == 60


async def test_a_step_that_is_done_never_comes_back_and_is_done_once(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    async with opened.transaction() as tx:
        await Jobs(tx).add(fresh(), "ratings", now)
    (job,) = await claim(opened, now)
    async with opened.transaction() as tx:
        assert await Jobs(tx).done(job, now)
        assert not await Jobs(tx).done(job, now)

    assert await claim(opened, now + 10 * CLAIMED_FOR) == []


async def test_a_step_that_failed_comes_back_later_and_later(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    async with opened.transaction() as tx:
        await Jobs(tx).add(fresh(), "ratings", now)
    at = now
    for attempt in range(1, 5):
        (job,) = await claim(opened, at)
        assert job.attempts == attempt
        pause = CLAIMED_FOR * 2 ** (attempt - 1)
        assert await claim(opened, at + pause - 1) == []
        at += pause
