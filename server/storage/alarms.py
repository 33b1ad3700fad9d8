"""Alarms: one row a stream, the earliest moment at which anything may fall due.

Whoever fires one claims it first, in a statement of its own; no lock is held while it decides.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy import text

from server.storage.database import Database
from server.storage.ids import Millis

CLAIMED_FOR: Final = 5_000
"""So long, in milliseconds, nobody else fires a claimed alarm."""

_TRIES_BEFORE_BACKING_OFF = 2
_DOUBLINGS_AT_MOST = 6


class Claimed(msgspec.Struct, frozen=True):
    """An alarm that is ours to fire.

    It was `due`; it will ring again at `until`, the token that shows it is still our claim.
    `attempts` counts this one; above two, something keeps going wrong.
    """

    stream: UUID
    due: Millis
    until: Millis
    attempts: int


class Settled(msgspec.Struct, frozen=True):
    """The answer to a claim that led to no commit.

    On the fold up to `seq`, the next thing falls due at `due`, or nothing does.
    """

    stream: UUID
    until: Millis
    seq: int
    due: Millis | None


# A subquery with a limit may be run again and again by a plan, and claim more; this one is not.
_CLAIM = text("""
WITH ringing AS MATERIALIZED (
    SELECT stream, due FROM alarms WHERE due <= :now
    ORDER BY due LIMIT :limit FOR UPDATE SKIP LOCKED
)
UPDATE alarms SET
    due = :now + CAST(:claimed_for AS bigint)
        * (1 << LEAST(GREATEST(alarms.attempts + 1 - :tries, 0), :doublings)),
    attempts = alarms.attempts + 1
FROM ringing
WHERE alarms.stream = ringing.stream
RETURNING alarms.stream, ringing.due AS due, alarms.due AS until, alarms.attempts
""")

_LOCK = text("""
SELECT alarms.stream FROM alarms
JOIN unnest(CAST(:streams AS uuid[]), CAST(:untils AS bigint[])) AS answer (stream, until)
    ON alarms.stream = answer.stream AND alarms.due = answer.until
ORDER BY alarms.stream FOR UPDATE OF alarms SKIP LOCKED
""")

_MOVE = text("""
WITH current AS (
    SELECT answer.stream, answer.due
    FROM unnest(CAST(:streams AS uuid[]), CAST(:seqs AS bigint[]), CAST(:dues AS bigint[]))
        AS answer (stream, seq, due)
    WHERE answer.stream = ANY(CAST(:locked AS uuid[])) AND NOT EXISTS (
        SELECT FROM commits
        WHERE commits.stream = answer.stream AND commits.seq > answer.seq)
), moved AS (
    UPDATE alarms SET due = current.due, attempts = 0
    FROM current WHERE alarms.stream = current.stream AND current.due IS NOT NULL
), gone AS (
    DELETE FROM alarms USING current
    WHERE alarms.stream = current.stream AND current.due IS NULL
)
SELECT stream FROM current
""")

_NEXT = text("SELECT min(due) FROM alarms")


class Alarms:
    """Claims what is due, and puts down what turned out not to be."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, now: Millis, limit: int = 100) -> list[Claimed]:
        """Take up to `limit` alarms that are due.

        Each rings again in five seconds unless it is answered; from the third attempt on later
        and later, to more than five minutes. Two processes never claim the same one.
        """
        async with self._database.reading() as connection:
            taken = await connection.execute(
                _CLAIM,
                {
                    "now": now,
                    "claimed_for": CLAIMED_FOR,
                    "tries": _TRIES_BEFORE_BACKING_OFF,
                    "doublings": _DOUBLINGS_AT_MOST,
                    "limit": limit,
                },
            )
            claimed = [Claimed(row.stream, row.due, row.until, row.attempts) for row in taken]
            return sorted(claimed, key=lambda alarm: alarm.due)

    async def settle(self, answers: Sequence[Settled]) -> set[UUID]:
        """Move or delete claimed alarms whose streams had nothing to do; returns which.

        An alarm stays, to ring again, if another claimed it or its stream went on meanwhile. The
        lock comes first and the look at the log after it, in two statements: a commit that was
        under way holds the lock, and only a new statement sees what it wrote.
        """
        async with self._database.transaction() as tx:
            found = await tx.execute(
                _LOCK,
                {
                    "streams": [answer.stream for answer in answers],
                    "untils": [answer.until for answer in answers],
                },
            )
            settled = await tx.execute(
                _MOVE,
                {
                    "streams": [answer.stream for answer in answers],
                    "seqs": [answer.seq for answer in answers],
                    "dues": [answer.due for answer in answers],
                    "locked": list(found.scalars()),
                },
            )
            return set(settled.scalars())

    async def next_due(self) -> Millis | None:
        """When the next alarm rings, for whoever would sleep until then."""
        async with self._database.reading() as connection:
            due: Millis | None = (await connection.execute(_NEXT)).scalar()
            return due
