"""The log in one transaction, and reading it back."""

from collections.abc import Callable
from uuid import UUID

import pytest
from sqlalchemy import text

from server.storage import commits
from server.storage.alarms import Alarms
from server.storage.commits import AlarmWrite, Conflicted, append_alone
from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.upcast import SCHEMA, UnreadableSchema, upcast
from tests.server.storage.rows import commit


async def test_what_was_appended_is_read_back_whole_and_in_order(
    opened: Database, fresh: Callable[[], UUID]
) -> None:
    stream, actor = fresh(), fresh()
    rows = [
        commit(stream, seq, actor=actor if seq else None, events=b'[{"n":%d}]' % seq)
        for seq in range(5)
    ]
    for row in rows:
        async with opened.transaction() as tx:
            await append_alone(tx, row)

    async with opened.reading() as connection:
        assert await commits.read(connection, stream) == rows
        assert await commits.read(connection, stream, after=2) == rows[3:]
        assert await commits.read(connection, stream, after=0, limit=2) == rows[1:3]
        assert await commits.read(connection, fresh()) == []


async def test_a_conflict_undoes_all_that_its_transaction_did(
    opened: Database, fresh: Callable[[], UUID]
) -> None:
    stream = fresh()
    async with opened.transaction() as tx:
        await append_alone(tx, commit(stream))

    async def lose() -> None:
        async with opened.transaction() as tx:
            await tx.execute(text("INSERT INTO marks VALUES ('undone', '')"))
            await append_alone(tx, commit(stream, command_id="late"), AlarmWrite(1))

    with pytest.raises(Conflicted):
        await lose()

    async with opened.reading() as connection:
        marks = await connection.execute(text("SELECT name FROM marks WHERE name = 'undone'"))
        assert marks.first() is None
    assert await Alarms(opened).next_due() is None


async def test_how_far_many_streams_have_got_is_asked_at_once(
    opened: Database, fresh: Callable[[], UUID]
) -> None:
    short, long, none = fresh(), fresh(), fresh()
    async with opened.transaction() as tx:
        for row in (commit(short), commit(long), commit(long, 1), commit(long, 2)):
            await append_alone(tx, row)

    async with opened.reading() as connection:
        everything = dict.fromkeys([short, long, none], -1)
        assert dict(await commits.behind(connection, everything)) == {short: 0, long: 2}
        assert await commits.behind(connection, {short: 0, long: 1, none: 0}) == [(long, 2)]
        assert await commits.behind(connection, {short: -1}) == [(short, 0)]
        assert await commits.behind(connection, {}) == []


@pytest.mark.parametrize(
    ("stored", "write", "then"),
    [
        (None, AlarmWrite(700), 700),
        (700, AlarmWrite(600), 600),
        (700, AlarmWrite(800), 700),
        (700, AlarmWrite(None), 700),
        (700, None, 700),
        (700, AlarmWrite(800, fired=True), 800),
        (700, AlarmWrite(600, fired=True), 600),
        (700, AlarmWrite(None, fired=True), None),
        (None, AlarmWrite(800, fired=True), 800),
        (None, AlarmWrite(None, fired=True), None),
    ],
)
async def test_an_alarm_comes_earlier_or_is_set_by_whoever_answers_it(
    opened: Database,
    fresh: Callable[[], UUID],
    stored: Millis | None,
    write: AlarmWrite | None,
    then: Millis | None,
) -> None:
    stream = fresh()
    async with opened.transaction() as tx:
        await append_alone(tx, commit(stream), AlarmWrite(stored))
        await append_alone(tx, commit(stream, 1), write)

    assert await Alarms(opened).next_due() == then


@pytest.mark.parametrize("schema", [0, SCHEMA + 1])
def test_a_schema_of_no_release_before_ours_cannot_be_read(schema: int) -> None:
    with pytest.raises(UnreadableSchema):
        upcast(schema, b"[]")


def test_what_this_release_wrote_stays_as_it_is() -> None:
    assert upcast(SCHEMA, b"[1]") == b"[1]"


@pytest.mark.parametrize(("schema", "read"), [(1, b"[1]23"), (2, b"[1]3"), (3, b"[1]")])
def test_what_an_older_release_wrote_goes_through_every_step_since(
    schema: int, read: bytes
) -> None:
    steps = (lambda events: events + b"2", lambda events: events + b"3")

    assert upcast(schema, b"[1]", steps) == read
