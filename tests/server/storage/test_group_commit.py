"""Group commit: one statement for many streams, and the truth for each of them."""

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from uuid import UUID

import msgspec
import pytest
from sqlalchemy import text

from server.storage.alarms import Alarms
from server.storage.clock import DatabaseClock
from server.storage.commits import (
    AlarmWrite,
    Appended,
    Conflict,
)
from server.storage.database import Database, Unavailable
from server.storage.gaps import Cause, Gaps
from server.storage.group_commit import CommitLog, Limits
from server.storage.ids import Millis
from tests.server.storage.rows import commit


@pytest.fixture
async def log(opened: Database) -> AsyncIterator[CommitLog]:
    async with CommitLog(opened, DatabaseClock()) as log:
        yield log


async def transactions(opened: Database) -> int:
    """How many transactions this database has committed."""
    async with opened.reading() as connection:
        await connection.execute(text("SELECT pg_stat_force_next_flush()"))
        found = await connection.execute(
            text("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()")
        )
        return int(found.scalar_one())


async def test_a_commit_is_answered_and_read_back(
    log: CommitLog, fresh: Callable[[], UUID]
) -> None:
    row = commit(fresh())

    assert await log.append(row) == Appended(row.stream, 0)
    assert await log.read(row.stream) == [row]
    assert await log.behind({row.stream: -1}) == [(row.stream, 0)]


async def test_commits_of_many_streams_share_a_transaction(
    opened: Database, log: CommitLog, fresh: Callable[[], UUID]
) -> None:
    rows = [commit(fresh()) for _ in range(200)]
    before = await transactions(opened)

    outcomes = await asyncio.gather(*(log.append(row) for row in rows))

    assert outcomes == [Appended(row.stream, 0) for row in rows]
    assert await transactions(opened) - before < 20


async def test_of_two_who_commit_the_same_key_one_wins(
    opened: Database, fresh: Callable[[], UUID]
) -> None:
    streams = [fresh() for _ in range(50)]
    clock = DatabaseClock()
    async with CommitLog(opened, clock) as one, CommitLog(opened, clock) as other:
        outcomes = await asyncio.gather(
            *(
                log.append(commit(stream, command_id=f"of-{name}"))
                for stream in streams
                for log, name in ((one, "one"), (other, "other"))
            )
        )
        stored = [(await one.read(stream))[0].command_id for stream in streams]

    for stream, mine, theirs, command_id in zip(
        streams, outcomes[::2], outcomes[1::2], stored, strict=True
    ):
        won = {"of-one": mine, "of-other": theirs}
        assert won.pop(command_id) == Appended(stream, 0)
        assert list(won.values()) == [Conflict(stream, 0)]


async def test_commits_of_one_stream_that_wait_together_all_stand(
    log: CommitLog, fresh: Callable[[], UUID]
) -> None:
    stream = fresh()
    rows = [commit(stream, seq) for seq in range(5)]

    outcomes = await asyncio.gather(*(log.append(row, AlarmWrite(100)) for row in rows))

    assert outcomes == [Appended(stream, seq) for seq in range(5)]
    assert await log.read(stream) == rows


async def test_only_commits_that_stand_set_alarms(
    opened: Database, log: CommitLog, fresh: Callable[[], UUID]
) -> None:
    stream, other = fresh(), fresh()
    await log.append(commit(stream), AlarmWrite(5_000))

    outcomes = await asyncio.gather(
        log.append(commit(stream, command_id="late"), AlarmWrite(1_000)),
        log.append(commit(other), AlarmWrite(3_000)),
    )

    assert list(outcomes) == [Conflict(stream, 0), Appended(other, 0)]
    claimed = await Alarms(opened).claim(10_000)
    assert [(alarm.stream, alarm.due) for alarm in claimed] == [(other, 3_000), (stream, 5_000)]


@pytest.mark.parametrize(
    "poison",
    [
        {"seq": -1},
        {"seq": 2**70},
        {"command_id": ""},
        {"command_id": "x" * 201},
        {"command_id": "\x00"},
        {"command_id": "\ud800"},
        {"stream": "no uuid"},
        {"events": "no bytes"},
        {"at": None},
    ],
    ids=str,
)
async def test_a_poisoned_row_fails_alone(
    log: CommitLog, fresh: Callable[[], UUID], poison: dict[str, object]
) -> None:
    rows = [commit(fresh()) for _ in range(20)]
    bad = msgspec.structs.replace(commit(fresh()), **poison)

    *outcomes, failure = await asyncio.gather(
        *(log.append(row) for row in rows), log.append(bad), return_exceptions=True
    )

    assert isinstance(failure, Unavailable)
    assert outcomes == [Appended(row.stream, 0) for row in rows]
    assert await log.append(commit(fresh())) is not None


async def test_a_full_queue_is_unavailable_at_once(
    opened: Database, fresh: Callable[[], UUID]
) -> None:
    async with CommitLog(opened, DatabaseClock(), limits=Limits(queue=3)) as log:
        outcomes = await asyncio.gather(
            *(log.append(commit(fresh())) for _ in range(5)), return_exceptions=True
        )

    assert [type(outcome) for outcome in outcomes] == [Appended] * 3 + [Unavailable] * 2


async def test_leaving_writes_what_waits_and_then_takes_nothing(
    opened: Database, fresh: Callable[[], UUID]
) -> None:
    async with CommitLog(opened, DatabaseClock()) as log:
        waiting = [asyncio.ensure_future(log.append(commit(fresh()))) for _ in range(30)]
        await asyncio.sleep(0)

    assert all(outcome.done() and isinstance(outcome.result(), Appended) for outcome in waiting)
    with pytest.raises(Unavailable):
        await log.append(commit(fresh()))


async def test_a_caller_who_goes_away_disturbs_nobody(
    log: CommitLog, fresh: Callable[[], UUID]
) -> None:
    gone, stays = commit(fresh()), commit(fresh())
    going = asyncio.ensure_future(log.append(gone))
    staying = asyncio.ensure_future(log.append(stays))
    await asyncio.sleep(0)
    going.cancel()

    assert await staying == Appended(stays.stream, 0)
    assert await log.append(commit(fresh())) is not None


async def test_the_writer_outlives_a_cancellation_and_the_collector(
    log: CommitLog, fresh: Callable[[], UUID]
) -> None:
    (writer,) = (task for task in asyncio.all_tasks() if task.get_name() == "commit writer")
    writer.cancel()
    await asyncio.wait([writer])
    gc.collect()

    row = commit(fresh())
    assert await log.append(row) == Appended(row.stream, 0)


async def end_sessions(opened: Database, application: str) -> None:
    async with opened.reading() as connection:
        await connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND application_name = :application"
            ),
            {"application": application},
        )


async def test_a_session_that_ends_between_commits_is_replaced(
    opened: Database, log: CommitLog, fresh: Callable[[], UUID]
) -> None:
    await log.append(commit(fresh()))
    await end_sessions(opened, "nardy commits")

    row = commit(fresh())
    assert await log.append(row) == Appended(row.stream, 0)


async def test_a_slow_commit_is_recorded_as_a_gap_before_it_is_answered(
    opened: Database, fresh: Callable[[], UUID], now: Millis
) -> None:
    clock = DatabaseClock()
    gaps = Gaps(opened, clock)
    on_slow = gaps.record_slow_commit
    stream, other = fresh(), fresh()
    async with CommitLog(opened, clock, on_slow, Limits(slow=0)) as log:
        await log.append(commit(stream))

        (gap,) = await gaps.since(stream, [], now - 1)
        assert (gap.stream, gap.cause) == (stream, Cause.SLOW_COMMIT)
        assert now <= gap.began <= gap.ended
        assert await gaps.since(other, [], now - 1) == []
