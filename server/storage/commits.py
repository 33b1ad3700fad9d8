"""The log: one row a commit, its events whole or not at all, its alarm in the same statement.

The key `(stream, seq)` decides every race. A row that the insert does not give back lost it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias
from uuid import UUID

import msgspec
from sqlalchemy import Row, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import StorageError
from server.storage.ids import Millis
from server.storage.schema import commits
from server.storage.upcast import upcast

Hint: TypeAlias = tuple[UUID, int]
"""A stream, and the seq of a commit that it has."""


class CommitRow(msgspec.Struct, frozen=True):
    """What one command did.

    `seq` counts from 0 without holes. `command_id` has 1 to 200 characters, made by the client or
    fixed by the alarm. `events` is JSON text, relayed as it stands.
    """

    stream: UUID
    seq: int
    schema: int
    command_id: str
    actor: UUID | None
    received_at: Millis
    at: Millis
    events: bytes
    state_hash: bytes


class AlarmWrite(msgspec.Struct, frozen=True):
    """The earliest moment at which anything may fall due once this commit stands, or nothing.

    It is written only when earlier than the stored one: an alarm that rings too early is cheap.
    A commit that answers a claimed alarm (`fired`) knows the truth and sets or deletes the row.
    """

    due: Millis | None
    fired: bool = False


class Appended(msgspec.Struct, frozen=True):
    """The commit stands."""

    stream: UUID
    seq: int


class Conflict(msgspec.Struct, frozen=True):
    """Another commit has that key: fold the tail, decide again."""

    stream: UUID
    seq: int


Outcome: TypeAlias = Appended | Conflict


class Conflicted(StorageError):
    """The same, inside a transaction: leave it, so that nothing of it stays."""


Write: TypeAlias = tuple[CommitRow, AlarmWrite | None]

_APPEND = """
WITH given AS MATERIALIZED (
    SELECT * FROM unnest($1::commit_write[]) WITH ORDINALITY
        AS row (stream, seq, schema, command_id, actor, received_at,
                at, events, state_hash, due, fired, place)
    ORDER BY stream, seq
), kept AS (
    INSERT INTO commits
        (stream, seq, schema, command_id, actor, received_at, at, events, state_hash)
    SELECT stream, seq, schema, command_id, actor, received_at, at, events, state_hash FROM given
    ON CONFLICT DO NOTHING
    RETURNING stream, seq
), sooner AS (
    INSERT INTO alarms AS stored (stream, due)
    SELECT stream, due FROM given JOIN kept USING (stream, seq)
    WHERE due IS NOT NULL AND NOT fired ORDER BY stream
    ON CONFLICT (stream) DO UPDATE SET due = excluded.due, attempts = 0
    WHERE excluded.due < stored.due
)"""
_ANSWER_ALARMS = """
, moved AS (
    INSERT INTO alarms (stream, due)
    SELECT stream, due FROM given JOIN kept USING (stream, seq)
    WHERE due IS NOT NULL AND fired ORDER BY stream
    ON CONFLICT (stream) DO UPDATE SET due = excluded.due, attempts = 0
), gone AS (
    DELETE FROM alarms WHERE stream IN (
        SELECT stream FROM given JOIN kept USING (stream, seq) WHERE due IS NULL AND fired)
)"""
_LOST = """
SELECT place FROM given LEFT JOIN kept USING (stream, seq) WHERE kept.stream IS NULL
"""
_PLAIN: Final = f"{_APPEND}{_LOST}"
_ANSWERING: Final = f"{_APPEND}{_ANSWER_ALARMS}{_LOST}"

SELECT_ONE: Final = """
SELECT stream, seq, schema, command_id, actor, received_at, at, events, state_hash
FROM commits WHERE stream = $1 AND seq = $2
"""


def statement(writes: Sequence[Write]) -> str:
    """Writes commits and alarms; gives the places, from 1, of those that lost their race.

    A stream may stand in it once. `ON CONFLICT DO UPDATE` locks the stored alarm even where it
    leaves it as it is, and that lock is what `Alarms.settle` looks for: without it a commit could
    trust an alarm that is being moved away at the same instant.
    """
    answering = any(alarm is not None and alarm.fired for _, alarm in writes)
    return _ANSWERING if answering else _PLAIN


def records(writes: Iterable[Write]) -> list[tuple[Any, ...]]:
    """The argument of `statement`: a `commit_write` each.

    Not an array for each column, though that reads the same: the driver asks of every element of
    an array whether it is an array itself, and a record is one element.
    """
    return [
        (
            row.stream,
            row.seq,
            row.schema,
            row.command_id,
            row.actor,
            row.received_at,
            row.at,
            row.events,
            row.state_hash,
            alarm.due if alarm else None,
            alarm.fired if alarm else False,
        )
        for row, alarm in writes
    ]


async def append_alone(
    tx: AsyncConnection, row: CommitRow, alarm: AlarmWrite | None = None
) -> None:
    """Append within a transaction that writes other things too; call it last.

    Raises `Conflicted` when another commit has the key.
    """
    writes = [(row, alarm)]
    lost = await tx.exec_driver_sql(statement(writes), (records(writes),))
    if lost.all():
        raise Conflicted(f"{row.stream} already has a commit {row.seq}")


async def read(
    connection: AsyncConnection, stream: UUID, after: int = -1, limit: int = 1000
) -> list[CommitRow]:
    """The commits of a stream with a greater seq than `after`, in order, in today's schema."""
    found = await connection.execute(
        select(commits)
        .where(commits.c.stream == stream, commits.c.seq > after)
        .order_by(commits.c.seq)
        .limit(limit)
    )
    return [_commit(row) for row in found]


_TAILS = text("""
SELECT tail.*
FROM unnest(CAST(:streams AS uuid[]), CAST(:seqs AS bigint[])) AS given (stream, seq)
CROSS JOIN LATERAL (
    SELECT stream, seq, schema, command_id, actor, received_at, at, events, state_hash
    FROM commits WHERE commits.stream = given.stream AND commits.seq > given.seq
    ORDER BY seq LIMIT :limit) AS tail
ORDER BY tail.stream, tail.seq
""")


async def tails(
    connection: AsyncConnection, seen: Mapping[UUID, int], limit: int
) -> dict[UUID, list[CommitRow]]:
    """What `read` gives for each of these streams after its seq, in one statement."""
    given = {"streams": list(seen), "seqs": list(seen.values()), "limit": limit}
    found: dict[UUID, list[CommitRow]] = {}
    for row in await connection.execute(_TAILS, given):
        found.setdefault(row.stream, []).append(_commit(row))
    return found


def _commit(row: Row[Any]) -> CommitRow:
    return CommitRow(
        stream=row.stream,
        seq=row.seq,
        schema=row.schema,
        command_id=row.command_id,
        actor=row.actor,
        received_at=row.received_at,
        at=row.at,
        events=upcast(row.schema, row.events),
        state_hash=row.state_hash,
    )


_BEHIND = """
SELECT given.stream, last.seq
FROM unnest(CAST(:streams AS uuid[]), CAST(:seqs AS bigint[])) AS given (stream, seq)
CROSS JOIN LATERAL (
    SELECT seq FROM commits WHERE commits.stream = given.stream AND commits.seq > given.seq
    ORDER BY seq DESC LIMIT 1) AS last
"""


async def behind(connection: AsyncConnection, seen: Mapping[UUID, int]) -> list[Hint]:
    """Of streams and the last seq one has seen of each: those that go on, and how far."""
    given = {"streams": list(seen), "seqs": list(seen.values())}
    return [(row.stream, row.seq) for row in await connection.execute(text(_BEHIND), given)]
