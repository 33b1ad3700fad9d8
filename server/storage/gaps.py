"""Gaps: stretches of time in which players were not served, kept so that no clock counts them."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import Row, func, insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.schema import gaps

REMEMBERED: Final = 24 * 60 * 60 * 1000
"""How far back, in milliseconds, a process remembers gaps; older ones are asked for."""

_EVERYBODY: Final = 16
"""More streams than this that wait at the same time are taken for all."""

_OVERLAP: Final = 60_000
"""Gaps recorded so recently are read again: a slow transaction may show them late."""


class Cause(StrEnum):
    """Why players could not be served."""

    SERVICE_DOWN = "service_down"
    PROCESS_LOST = "process_lost"
    SLOW_COMMIT = "slow_commit"
    BOT_AWAY = "bot_away"


_OUTAGES: Final = frozenset({Cause.SERVICE_DOWN, Cause.PROCESS_LOST})
"""After these all alarms hold their fire; a bot that was away concerns its own people alone."""


class Gap(msgspec.Struct, frozen=True):
    """From `began` to `ended` this stream, or this account, or everyone was not served."""

    id: int
    began: Millis
    ended: Millis
    cause: Cause
    stream: UUID | None = None
    account: UUID | None = None


class Gaps:
    """The gaps of the last day, remembered; `refresh` learns what other processes recorded."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._known: set[int] = set()
        self._by_subject: defaultdict[UUID | None, list[Gap]] = defaultdict(list)
        self._since: Millis | None = None
        self._refreshed: Millis = 0
        self.last_outage: Millis = 0
        """When everyone, or the players of a lost process, last came to be served again."""

    async def since(self, stream: UUID, accounts: Collection[UUID], after: Millis) -> list[Gap]:
        """Gaps that ended after a moment and concern a match; they may overlap: count their union.

        This asks the database only about what was before its memory. Before a flag falls,
        `refresh` first.
        """
        if self._since is None:
            await self.refresh()
        if self._since is None or after < self._since:
            return await self._stored(stream, accounts, after)
        if not self._known:
            return []
        subjects = (None, stream, *accounts)
        return sorted(
            (
                gap
                for subject in subjects
                for gap in self._by_subject.get(subject, ())
                if gap.ended > after
            ),
            key=lambda gap: (gap.began, gap.id),
        )

    async def refresh(self) -> None:
        """Learn the gaps recorded since the last time, by any process."""
        now = self._clock.now()
        first = self._since is None
        recorded = now - REMEMBERED if first else self._refreshed - _OVERLAP
        async with self._database.reading() as connection:
            found = await connection.execute(select(gaps).where(gaps.c.recorded > recorded))
            self._learn(_gap(row) for row in found)
        self._refreshed = now
        if self._since is None:
            self._since = recorded

    async def record_slow_commit(
        self, streams: Collection[UUID], began: Millis, ended: Millis
    ) -> None:
        """Keep that these streams waited long for a commit; so many, that everybody did.

        Under such a load a row for each would only add to it.
        """
        slow: Collection[UUID | None] = streams if len(streams) <= _EVERYBODY else (None,)
        rows = [
            {
                "stream": stream,
                "began": began,
                "ended": ended,
                "recorded": self._clock.now(),
                "cause": Cause.SLOW_COMMIT,
            }
            for stream in slow
        ]
        async with self._database.transaction() as tx:
            kept = (await tx.execute(insert(gaps).returning(gaps), rows)).all()
        self._learn(_gap(row) for row in kept)

    async def _stored(self, stream: UUID, accounts: Collection[UUID], after: Millis) -> list[Gap]:
        everyone = gaps.c.stream.is_(None) & gaps.c.account.is_(None)
        concerned = or_(gaps.c.stream == stream, gaps.c.account.in_(accounts), everyone)
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(gaps)
                .where(gaps.c.ended > after, concerned)
                .order_by(gaps.c.began, gaps.c.id)
            )
            return [_gap(row) for row in found]

    def _learn(self, found: Iterable[Gap]) -> None:
        for gap in found:
            if gap.id in self._known:
                continue
            self._known.add(gap.id)
            self._by_subject[gap.stream or gap.account].append(gap)
            if gap.cause in _OUTAGES:
                self.last_outage = max(self.last_outage, gap.ended)

    def forget(self, before: Millis) -> None:
        """Drop from memory what ended before a moment; the database keeps it."""
        kept = [gap for some in self._by_subject.values() for gap in some if gap.ended >= before]
        self._known.clear()
        self._by_subject.clear()
        self._learn(kept)
        if self._since is not None:
            self._since = max(self._since, before)


async def record_service_down(tx: AsyncConnection, began: Millis, ended: Millis) -> None:
    """Keep that nobody was served."""
    await tx.execute(
        insert(gaps).values(began=began, ended=ended, recorded=ended, cause=Cause.SERVICE_DOWN)
    )


async def last_served_again(tx: AsyncConnection) -> Millis:
    """When the service was last back after it had been away from everybody; 0 if it never was."""
    found = await tx.execute(
        select(func.max(gaps.c.ended)).where(gaps.c.cause == Cause.SERVICE_DOWN)
    )
    return found.scalar() or 0


def _gap(row: Row[Any]) -> Gap:
    return Gap(
        id=row.id,
        began=row.began,
        ended=row.ended,
        cause=Cause(row.cause),
        stream=row.stream,
        account=row.account,
    )
