"""Group commit: many streams' commits share one statement and one flush of the database's log.

One writer takes what waits. At rest a commit goes at once and costs one flush; under load, what
came meanwhile makes the next batch. A batch that fails is written again row by row, so that one
bad row fails alone, and a row whose fate a broken connection hid is looked up: the caller hears
the truth or `Unavailable`.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TypeAlias
from uuid import UUID

import msgspec
import structlog

from server.storage import commits
from server.storage.clock import Clock
from server.storage.commit_session import Broken, CommitSession
from server.storage.commits import AlarmWrite, Appended, CommitRow, Conflict, Hint, Outcome
from server.storage.database import Database, Unavailable
from server.storage.ids import Millis

Slow: TypeAlias = Callable[[list[UUID], Millis, Millis], Awaitable[None]]
"""Told of streams whose commit took long: from when to when their players waited."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much waits for the writer, and how long. Seconds."""

    queue: int = 4096
    batch: int = 256
    pace: float = 0.001
    """Batches start at least so far apart, for each costs as much as a few commits."""
    pace_per_commit: float = 0.000_15
    """And by so much more for every commit of the last one: a busy log has larger batches."""
    pace_at_most: float = 0.008
    patience: float = 5.0
    """So long a commit waits for a database that is away."""
    slow: float = 1.0

    def pause_after(self, commits: int) -> float:
        """How long after the start of a batch of so many commits the next one starts."""
        return min(self.pace + commits * self.pace_per_commit, self.pace_at_most)


class Waiting(msgspec.Struct, eq=False):
    """A commit on its way, and the caller who waits for it."""

    row: CommitRow
    alarm: AlarmWrite | None
    began: float
    answer: asyncio.Future[Outcome]

    def settle(self, outcome: Outcome) -> None:
        """Tell the caller, who may have gone away."""
        if not self.answer.done():
            self.answer.set_result(outcome)

    def fail(self, reason: Unavailable) -> None:
        """Tell the caller that it could not be written, or that nobody knows."""
        if not self.answer.done():
            self.answer.set_exception(reason)


class CommitLog:
    """Appends commits to streams and reads them back; `async with` runs its writer."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        on_slow: Slow | None = None,
        limits: Limits | None = None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._on_slow = on_slow
        self._limits = limits or Limits()
        self._queue: deque[Waiting] = deque()
        self._wake = asyncio.Event()
        self._session = CommitSession(database)
        self._writer: asyncio.Task[None] | None = None
        self._open = False

    def append(self, row: CommitRow, alarm: AlarmWrite | None = None) -> Awaitable[Outcome]:
        """Write one commit and wait for its outcome: once it is `Appended` the commit is durable.

        Raises `Unavailable` at once when too much waits, after five seconds when the database is
        away, and when this row alone cannot be written. Nobody then knows whether it stands:
        read the tail before deciding anything else.
        """
        loop = asyncio.get_running_loop()
        waiting = Waiting(row, alarm, loop.time(), loop.create_future())
        if not self._open or len(self._queue) >= self._limits.queue:
            waiting.fail(
                Unavailable("too many commits wait" if self._open else "the log is closed")
            )
            return waiting.answer
        if not self._queue:
            self._wake.set()
        self._queue.append(waiting)
        return waiting.answer

    async def read(self, stream: UUID, after: int = -1, limit: int = 1000) -> list[CommitRow]:
        """The commits of a stream after a seq, in order."""
        async with self._database.reading() as connection:
            return await commits.read(connection, stream, after, limit)

    async def tails(self, seen: Mapping[UUID, int], limit: int) -> dict[UUID, list[CommitRow]]:
        """The same for many streams after a seq each, in one statement."""
        async with self._database.reading() as connection:
            return await commits.tails(connection, seen, limit)

    async def behind(self, seen: Mapping[UUID, int]) -> list[Hint]:
        """Which of these streams have gone on since, and how far: one statement for all."""
        async with self._database.reading() as connection:
            return await commits.behind(connection, seen)

    async def __aenter__(self) -> Self:
        self._open = True
        self._start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Write what waits, then stop."""
        self._open = False
        self._wake.set()
        if self._writer is not None:
            await self._writer
        await self._session.close()

    def _start(self) -> None:
        self._writer = asyncio.create_task(self._write_for_ever(), name="commit writer")
        self._writer.add_done_callback(self._revive)

    def _revive(self, ended: asyncio.Task[None]) -> None:
        if self._open:
            log.error(
                "commit_writer_ended", error=None if ended.cancelled() else ended.exception()
            )
            self._start()

    async def _write_for_ever(self) -> None:
        loop = asyncio.get_running_loop()
        may_start = 0.0
        while self._open or self._queue:
            if not self._queue:
                self._wake.clear()
                await self._wake.wait()
                continue
            pause = may_start - loop.time()
            if pause > 0 and len(self._queue) < self._limits.batch:
                await asyncio.sleep(pause)
            batch = self._take()
            may_start = loop.time() + self._limits.pause_after(len(batch))
            try:
                await self._write(batch)
            except BaseException:
                for waiting in batch:
                    waiting.fail(Unavailable("the writer was stopped"))
                raise

    def _take(self) -> list[Waiting]:
        """The next batch: a stream stands in it once, so its second commit waits for the next."""
        taken: dict[UUID, Waiting] = {}
        kept_back: list[Waiting] = []
        while self._queue and len(taken) < self._limits.batch:
            waiting = self._queue.popleft()
            if taken.setdefault(waiting.row.stream, waiting) is not waiting:
                kept_back.append(waiting)
        self._queue.extendleft(reversed(kept_back))
        return list(taken.values())

    async def _write(self, batch: list[Waiting]) -> None:
        try:
            writes = [(waiting.row, waiting.alarm) for waiting in batch]
            outcomes = await self._session.insert(writes, self._deadline(batch[0]))
        except Exception as error:  # noqa: BLE001 - the writer outlives all
            log.warning("commit_batch_failed", commits=len(batch), error=repr(error))
            for waiting in batch:
                await self._write_alone(waiting)
        else:
            await self._answer(batch, outcomes)

    async def _write_alone(self, waiting: Waiting) -> None:
        """Write one row of a failed batch; what a broken connection left unknown is looked up."""
        row, deadline = waiting.row, self._deadline(waiting)
        reason: Exception = TimeoutError("the database stayed away")
        while asyncio.get_running_loop().time() < deadline:
            try:
                (outcome,) = await self._session.insert([(row, waiting.alarm)], deadline)
                if isinstance(outcome, Conflict) and await self._session.stands(row, deadline):
                    outcome = Appended(row.stream, row.seq)
                await self._answer([waiting], [outcome])
                return
            except Broken as error:
                reason = error
            except Exception as error:  # noqa: BLE001 - its neighbours go on
                reason = error
                break
        log.error("commit_failed", stream=str(row.stream), seq=row.seq, error=repr(reason))
        waiting.fail(Unavailable(f"commit {row.seq} of {row.stream}: {reason!r}"))

    async def _answer(self, batch: list[Waiting], outcomes: list[Outcome]) -> None:
        now = asyncio.get_running_loop().time()
        if now - batch[0].began > self._limits.slow:
            await self._report_slow(
                [waiting for waiting in batch if now - waiting.began > self._limits.slow]
            )
        for waiting, outcome in zip(batch, outcomes, strict=True):
            waiting.settle(outcome)

    async def _report_slow(self, batch: list[Waiting]) -> None:
        """Record the gap before the commit is acknowledged, so that no clock runs through it."""
        if self._on_slow is None:
            return
        ended = self._clock.now()
        waited = asyncio.get_running_loop().time() - batch[0].began
        try:
            streams = [waiting.row.stream for waiting in batch]
            await self._on_slow(streams, ended - int(waited * 1000), ended)
        except Exception:
            log.exception("slow_commit_not_recorded")

    def _deadline(self, waiting: Waiting) -> float:
        return waiting.began + self._limits.patience
