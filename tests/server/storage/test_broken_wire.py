"""Commits over a wire that breaks: whoever asked hears the truth, or that nobody knows it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial
from uuid import UUID

import pytest

from server.storage.clock import DatabaseClock
from server.storage.commits import (
    AlarmWrite,
    Appended,
    CommitRow,
    Conflict,
    append_alone,
    read,
)
from server.storage.database import Database, Unavailable, database
from server.storage.group_commit import CommitLog, Limits
from server.storage.ids import Ids
from tests.server.storage.rows import commit
from tests.server.storage.wire import Wire
from tests.waiting import until


@pytest.fixture
async def wire(database_url: str) -> AsyncIterator[Wire]:
    async with Wire(database_url) as wire:
        yield wire


@pytest.fixture
async def wired(wire: Wire) -> AsyncIterator[CommitLog]:
    """A log that reaches the database over a wire."""
    async with (
        database(wire.url) as opened,
        CommitLog(opened, DatabaseClock(), limits=Limits(patience=1.5)) as log,
    ):
        await log.append(commit(Ids().new(0)))
        yield log


async def stands(opened: Database, row: CommitRow) -> bool:
    async with opened.reading() as connection:
        return await read(connection, row.stream) == [row]


async def test_a_commit_whose_answer_was_lost_is_known_to_stand(
    opened: Database, wire: Wire, wired: CommitLog, fresh: Callable[[], UUID]
) -> None:
    rows = [commit(fresh()) for _ in range(10)]
    wire.deaf = True
    waiting = [asyncio.ensure_future(wired.append(row, AlarmWrite(9))) for row in rows]
    for row in rows:
        await until(partial(stands, opened, row))
    wire.cut()

    assert await asyncio.gather(*waiting) == [Appended(row.stream, 0) for row in rows]
    for row in rows:
        assert await wired.read(row.stream) == [row]


async def test_a_commit_that_never_arrived_is_written_when_the_wire_is_back(
    wire: Wire, wired: CommitLog, fresh: Callable[[], UUID]
) -> None:
    row = commit(fresh())
    wire.mute = True
    waiting = asyncio.ensure_future(wired.append(row))
    await until(wire.lost.is_set)
    wire.cut()

    assert await waiting == Appended(row.stream, 0)
    assert await wired.read(row.stream) == [row]


async def test_a_writer_that_is_cancelled_under_a_commit_leaves_nobody_waiting(
    wire: Wire, wired: CommitLog, fresh: Callable[[], UUID]
) -> None:
    wire.mute = True
    waiting = asyncio.ensure_future(wired.append(commit(fresh())))
    await until(wire.lost.is_set)
    for task in asyncio.all_tasks():
        if task.get_name() == "commit writer":
            task.cancel()

    with pytest.raises(Unavailable):
        await waiting
    wire.cut()
    row = commit(fresh())
    assert await wired.append(row) == Appended(row.stream, 0)


async def test_a_commit_that_lost_its_race_behind_a_broken_wire_is_told_so(
    opened: Database, wire: Wire, wired: CommitLog, fresh: Callable[[], UUID]
) -> None:
    stream = fresh()
    wire.mute = True
    waiting = asyncio.ensure_future(wired.append(commit(stream)))
    await until(wire.lost.is_set)
    async with opened.transaction() as tx:
        await append_alone(tx, commit(stream, command_id="theirs"))
    wire.cut()

    assert await waiting == Conflict(stream, 0)


async def test_while_the_database_is_away_commits_are_unavailable_in_time(
    wire: Wire, wired: CommitLog, fresh: Callable[[], UUID]
) -> None:
    wire.down = True
    wire.cut()
    outcomes = await asyncio.gather(
        *(wired.append(commit(fresh())) for _ in range(20)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [Unavailable] * 20

    wire.down = False
    row = commit(fresh())
    assert await wired.append(row) == Appended(row.stream, 0)
