"""Months of the log."""

import re
from collections.abc import Callable
from uuid import UUID

import pytest
from sqlalchemy import text

from server.storage import commits, partitions
from server.storage.commits import append_alone
from server.storage.database import Database
from server.storage.ids import Ids, Millis
from server.storage.partitions import AHEAD, Month
from tests.server.storage.rows import commit

YEAR: Millis = 365 * 24 * 60 * 60 * 1000


@pytest.mark.parametrize(
    ("at", "month"),
    [
        (1_767_225_599_999, Month(2025, 12)),
        (1_767_225_600_000, Month(2026, 1)),
        (1_709_164_800_000, Month(2024, 2)),
    ],
)
def test_a_moment_belongs_to_a_month_in_utc(at: Millis, month: Month) -> None:
    assert Month.of(at) == month
    assert month.began <= at < month.following.began


def test_december_is_followed_by_january() -> None:
    assert Month(2026, 12).following == Month(2027, 1)


async def where(opened: Database, stream: UUID) -> str:
    async with opened.reading() as connection:
        found = await connection.execute(
            text("SELECT tableoid::regclass::text FROM commits WHERE stream = :stream LIMIT 1"),
            {"stream": stream},
        )
        return str(found.scalar_one())


async def test_a_migrated_database_has_partitions_for_this_month_and_the_coming_ones(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    stream = fresh()
    async with opened.transaction() as tx:
        assert await partitions.ensure(tx, now) == []
        await append_alone(tx, commit(stream))

    assert await where(opened, stream) == Month.of(now).partition


async def test_a_month_without_a_partition_loses_nothing(opened: Database, now: Millis) -> None:
    stream = Ids().new(now + YEAR)
    rows = [commit(stream, seq) for seq in range(3)]
    async with opened.transaction() as tx:
        for row in rows:
            await append_alone(tx, row)
    assert await where(opened, stream) == "commits_default"

    async with opened.transaction() as tx:
        made = await partitions.ensure(tx, now + YEAR)

    assert made[0] == Month.of(now + YEAR).partition
    assert len(made) == AHEAD + 1
    assert await where(opened, stream) == made[0]
    async with opened.reading() as connection:
        assert await commits.read(connection, stream) == rows


async def test_a_key_still_decides_in_a_new_partition(opened: Database, now: Millis) -> None:
    stream = Ids().new(now + YEAR)
    async with opened.transaction() as tx:
        await partitions.ensure(tx, now + YEAR)
        await append_alone(tx, commit(stream))

    with pytest.raises(commits.Conflicted):
        async with opened.transaction() as tx:
            await append_alone(tx, commit(stream, command_id="another"))


async def test_a_read_of_one_stream_looks_into_one_month(
    opened: Database, now: Millis, fresh: Callable[[], UUID]
) -> None:
    async with opened.reading() as connection:
        plan = await connection.execute(
            text("EXPLAIN SELECT * FROM commits WHERE stream = CAST(:stream AS uuid)"),
            {"stream": fresh()},
        )
        read = set(re.findall(r"\bcommits_(?:\d{4}_\d{2}|default)\b", "".join(plan.scalars())))

    assert read == {Month.of(now).partition}
