"""Upkeep: what has had its time goes, the rest stays."""

from collections.abc import Callable
from uuid import UUID, uuid4

from sqlalchemy import func, insert, select, text

from server.storage.accounts import Account
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.failures import Failures
from server.storage.gaps import record_service_down
from server.storage.ids import Millis
from server.storage.jobs import Job, Jobs
from server.storage.launches import REMEMBERED, Launches, Nonces
from server.storage.partitions import Month
from server.storage.schema import (
    failures,
    gaps,
    jobs,
    launches,
    nonces,
    processes,
    sessions,
)
from server.storage.sessions import Sessions
from server.storage.upkeep import DAY, daily, sweep
from tests.waiting import until

SWEPT = (failures, gaps, jobs, launches, nonces, processes, sessions)


async def rows(opened: Database) -> dict[str, int]:
    async with opened.reading() as connection:
        return {
            table.name: (
                await connection.execute(select(func.count()).select_from(table))
            ).scalar_one()
            for table in SWEPT
        }


async def test_what_has_had_its_time_goes_and_the_rest_stays(
    opened: Database,
    people: tuple[Account, Account],
    now: Millis,
    fresh: Callable[[], UUID],
) -> None:
    long_ago = now - 500 * DAY
    async with opened.transaction() as tx:
        for at in (long_ago, now):
            await Nonces(tx).issue(at)
            await Launches(tx).first_seen(f"launch {at}", at)
            await Sessions(tx).open(people[0], at)
            await Failures(tx).add("key", at)
            await record_service_down(tx, at - 1, at)
            await Jobs(tx).add(fresh(), "waiting", at)
            done = Job(fresh(), "done", attempts=1)
            await Jobs(tx).add(done.match, done.step, at)
            await Jobs(tx).done(done, at)
            gone = insert(processes).values(id=uuid4(), started=at, beat=at, gone=True)
            await tx.execute(gone)

    await sweep(opened, now)

    assert await rows(opened) == {
        "failures": 1,
        "gaps": 1,
        "jobs": 3,
        "launches": 1,
        "nonces": 1,
        "processes": 1,
        "sessions": 1,
    }


async def test_the_last_beat_of_all_is_never_swept(opened: Database, now: Millis) -> None:
    """However long nobody was served, the next start must know since when."""
    beat = now - 100 * DAY
    async with opened.transaction() as tx:
        await tx.execute(insert(processes).values(id=uuid4(), started=beat, beat=beat, gone=True))

    await sweep(opened, now)

    assert (await rows(opened))["processes"] == 1


async def test_a_launch_is_remembered_beyond_the_day_after_which_it_is_refused(
    opened: Database, now: Millis
) -> None:
    async with opened.transaction() as tx:
        await Launches(tx).first_seen("session key", now)
    await sweep(opened, now + REMEMBERED - 1)

    async with opened.transaction() as tx:
        assert (await Launches(tx).first_seen("session key", now + REMEMBERED)).before


async def test_upkeep_makes_the_coming_months(opened: Database, now: Millis) -> None:
    later = now + 300 * DAY
    await sweep(opened, later)

    async with opened.reading() as connection:
        named = {"name": Month.of(later).partition}
        found = await connection.execute(text("SELECT to_regclass(:name)::text"), named)
        assert found.scalar_one() == Month.of(later).partition


async def test_a_process_sweeps_as_soon_as_it_starts(opened: Database, now: Millis) -> None:
    async with opened.transaction() as tx:
        await Nonces(tx).issue(now - DAY)

    async with daily(opened, DatabaseClock()):
        await until(lambda: _no_nonces(opened))


async def _no_nonces(opened: Database) -> bool:
    return (await rows(opened))["nonces"] == 0
