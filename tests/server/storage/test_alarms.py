"""Alarms: claimed once, answered truly, never lost to a race."""

import asyncio
from collections.abc import Callable
from uuid import UUID

from server.storage.alarms import CLAIMED_FOR, Alarms, Claimed, Settled
from server.storage.commits import AlarmWrite, append_alone
from server.storage.database import Database
from server.storage.ids import Millis
from tests.server.storage.rows import commit
from tests.waiting import until


async def ring(opened: Database, streams: list[UUID], due: Millis) -> None:
    """Streams of one commit each, with an alarm."""
    async with opened.transaction() as tx:
        for stream in streams:
            await append_alone(tx, commit(stream), AlarmWrite(due))


async def test_two_processes_never_claim_the_same_alarm(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    streams = [fresh() for _ in range(300)]
    await ring(opened, streams, now)
    one, other = Alarms(opened), Alarms(opened)

    batches = await asyncio.gather(
        *(alarms.claim(now, limit=40) for alarms in (one, other) for _ in range(8))
    )

    claimed = [alarm.stream for batch in batches for alarm in batch]
    assert all(len(batch) <= 40 for batch in batches)
    assert sorted(claimed) == sorted(streams)


async def test_only_what_is_due_is_claimed_the_earliest_first(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    early, late, later = fresh(), fresh(), fresh()
    await ring(opened, [later], now + 1)
    await ring(opened, [late], now)
    await ring(opened, [early], now - 5)

    assert await Alarms(opened).next_due() == now - 5
    assert await Alarms(opened).claim(now, limit=1) == [
        Claimed(early, due=now - 5, until=now + CLAIMED_FOR, attempts=1)
    ]
    assert [alarm.stream for alarm in await Alarms(opened).claim(now)] == [late]
    assert await Alarms(opened).claim(now) == []


async def test_an_alarm_that_nobody_answers_rings_again_later_and_later(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    await ring(opened, [fresh()], now)
    pauses, at = [], now
    for attempt in range(1, 12):
        (alarm,) = await Alarms(opened).claim(at)
        assert alarm.attempts == attempt
        assert await Alarms(opened).claim(alarm.until - 1) == []
        pauses.append(alarm.until - at)
        at = alarm.until

    assert pauses[:4] == [5_000, 5_000, 10_000, 20_000]
    assert pauses == sorted(pauses)
    assert pauses[-1] == pauses[-2] == 320_000


async def test_a_claim_that_found_nothing_due_moves_the_alarm(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    moved, gone = fresh(), fresh()
    await ring(opened, [moved, gone], now)
    until_ = {alarm.stream: alarm.until for alarm in await Alarms(opened).claim(now)}

    settled = await Alarms(opened).settle(
        [
            Settled(moved, until_[moved], seq=0, due=now + 60_000),
            Settled(gone, until_[gone], seq=0, due=None),
        ]
    )

    assert settled == {moved, gone}
    (alarm,) = await Alarms(opened).claim(now + 60_000)
    assert (alarm.stream, alarm.attempts) == (moved, 1)


async def test_a_claim_that_went_to_another_is_not_answered_any_more(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    stream = fresh()
    await ring(opened, [stream], now)
    (mine,) = await Alarms(opened).claim(now)
    (theirs,) = await Alarms(opened).claim(mine.until)

    assert await Alarms(opened).settle([Settled(stream, mine.until, 0, None)]) == set()
    assert await Alarms(opened).next_due() == theirs.until


async def test_an_answer_that_a_commit_has_overtaken_changes_nothing(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    stream = fresh()
    await ring(opened, [stream], now)
    (mine,) = await Alarms(opened).claim(now)
    async with opened.transaction() as tx:
        await append_alone(tx, commit(stream, 1), AlarmWrite(mine.until + 1_000))

    assert await Alarms(opened).settle([Settled(stream, mine.until, 0, None)]) == set()
    assert await Alarms(opened).next_due() == mine.until


async def test_an_answer_waits_for_no_commit_that_is_under_way(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    """The commit relies on the stored alarm, so the answer must not take it away."""
    stream = fresh()
    await ring(opened, [stream], now)
    (mine,) = await Alarms(opened).claim(now)
    async with opened.transaction() as tx:
        await append_alone(tx, commit(stream, 1), AlarmWrite(mine.until + 1_000))
        assert await Alarms(opened).settle([Settled(stream, mine.until, 0, None)]) == set()

    assert await Alarms(opened).next_due() == mine.until


async def test_a_commit_waits_for_an_answer_that_is_under_way(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    stream = fresh()
    await ring(opened, [stream], now)
    (mine,) = await Alarms(opened).claim(now)
    blocker = await opened.connect("answer")
    async with blocker.transaction():
        await blocker.execute("DELETE FROM alarms WHERE stream = $1", stream)

        async def append() -> None:
            async with opened.transaction() as tx:
                await append_alone(tx, commit(stream, 1), AlarmWrite(mine.until + 1_000))

        appending = asyncio.create_task(append())
        await until(lambda: someone_waits_for_a_lock(opened))
    await appending
    await blocker.close()

    assert await Alarms(opened).next_due() == mine.until + 1_000


async def someone_waits_for_a_lock(opened: Database) -> bool:
    admin = await opened.connect("admin")
    try:
        waiting = await admin.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted")
    finally:
        await admin.close()
    return bool(waiting)


async def test_answering_nothing_is_nothing(opened: Database) -> None:
    assert await Alarms(opened).settle([]) == set()
