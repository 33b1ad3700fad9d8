"""Gaps, remembered and asked for."""

from collections.abc import Callable
from uuid import UUID, uuid4

from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.gaps import Cause, Gaps, record_service_down
from server.storage.ids import Millis

MONTH: Millis = 30 * 24 * 60 * 60 * 1000


async def test_a_gap_of_one_stream_concerns_no_other(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    gaps, stream = Gaps(opened, DatabaseClock()), fresh()
    await gaps.record_slow_commit([stream], now - 50, now)

    (gap,) = await gaps.since(stream, [], now - 1)
    assert (gap.began, gap.ended, gap.cause) == (now - 50, now, Cause.SLOW_COMMIT)
    assert await gaps.since(stream, [], now) == []
    assert await gaps.since(fresh(), [fresh()], now - 1) == []


async def test_what_another_process_recorded_is_known_after_a_refresh(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    ours, theirs = Gaps(opened, DatabaseClock()), Gaps(opened, DatabaseClock())
    stream = fresh()
    await ours.refresh()
    await theirs.record_slow_commit([stream], now - 50, now)
    assert await ours.since(stream, [], now - 1) == []

    await ours.refresh()
    await ours.refresh()

    assert len(await ours.since(stream, [], now - 1)) == 1


async def test_gaps_older_than_memory_are_asked_for(opened: Database, now: Millis) -> None:
    gaps = Gaps(opened, DatabaseClock())
    async with opened.transaction() as tx:
        await record_service_down(tx, now - MONTH - 10, now - MONTH)
    await gaps.refresh()

    recent = await gaps.since(uuid4(), [], now - 10_000)
    old = await gaps.since(uuid4(), [], now - MONTH - 5)

    assert recent == []
    assert [(gap.began, gap.ended) for gap in old] == [(now - MONTH - 10, now - MONTH)]


async def test_what_is_forgotten_is_still_known_to_the_database(
    opened: Database, now: Millis
) -> None:
    gaps = Gaps(opened, DatabaseClock())
    async with opened.transaction() as tx:
        await record_service_down(tx, now - 500, now - 400)
    await gaps.refresh()
    (before,) = await gaps.since(uuid4(), [], now - 450)
    gaps.forget(now)

    assert await gaps.since(uuid4(), [], now - 450) == [before]


async def test_the_last_outage_is_when_people_came_to_be_served_again(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    gaps = Gaps(opened, DatabaseClock())
    assert gaps.last_outage == 0
    async with opened.transaction() as tx:
        await record_service_down(tx, now - 500, now - 400)
    await gaps.record_slow_commit([fresh()], now - 50, now)
    await gaps.refresh()

    assert gaps.last_outage == now - 400


async def test_where_very_many_wait_one_gap_is_kept_for_everybody(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    """A row for each of thousands would slow them down further."""
    gaps = Gaps(opened, DatabaseClock())
    await gaps.refresh()
    await gaps.record_slow_commit([fresh() for _ in range(1_000)], now - 2_000, now)

    (gap,) = await gaps.since(fresh(), [], now - 60_000)
    assert (gap.stream, gap.began, gap.cause) == (None, now - 2_000, Cause.SLOW_COMMIT)
    assert gaps.last_outage == 0
