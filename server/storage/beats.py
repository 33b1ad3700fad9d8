"""Beats: each process says every two seconds that it lives; silence becomes a gap.

Three silences are told apart. Nobody could beat for a while: nobody was served. A process starts
and none that was there before it beats any more: nobody was served until it started. One process
is silent for ten seconds while others live: the accounts whose sockets it held were not served.
"""

import asyncio
from collections.abc import Callable, Collection
from types import TracebackType
from typing import Final, Self
from uuid import UUID

import structlog
from sqlalchemy import func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage import locks
from server.storage.clock import DatabaseClock
from server.storage.database import Database, Unavailable
from server.storage.gaps import REMEMBERED, Cause, Gaps, record_service_down
from server.storage.ids import Millis
from server.storage.loops import Loop
from server.storage.presence import SILENT_AFTER, Presence
from server.storage.schema import presence as held
from server.storage.schema import processes

EVERY: Final = 2.0
"""Seconds between beats."""

DOWN_AFTER: Final = 3_500
"""No beat of any process for so many milliseconds: the service was down."""

HOLD_FIRE: Final = 10_000
"""For so many milliseconds after a gap alarms do not fire: people are coming back."""

_BREATH = 0.2  # seconds: whoever asks so soon after a failure hears of that one
_SECOND_BEAT_AFTER = 1.25 * EVERY  # a living neighbour has surely beaten meanwhile

_NOW = text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")

_LOST = text("""
INSERT INTO gaps (account, began, ended, recorded, cause)
SELECT account, began, ended, :now, :cause FROM (
    SELECT held.account,
        -- what the service's own gap covers already is not counted twice
        max(GREATEST(lost.beat, (
            SELECT max(ended) FROM gaps
            WHERE stream IS NULL AND account IS NULL
                AND began <= lost.beat AND ended > lost.beat))) AS began,
        COALESCE(min(back.since), :now) AS ended
    FROM presence AS held
    JOIN processes AS lost ON lost.id = held.process
    LEFT JOIN presence AS back
        ON back.account = held.account AND back.process <> ALL(CAST(:silent AS uuid[]))
    WHERE lost.id = ANY(CAST(:silent AS uuid[]))
    GROUP BY held.account
) AS away
WHERE began < ended
""")

_VOID = text("DELETE FROM presence WHERE process = ANY(CAST(:silent AS uuid[])) RETURNING account")

log = structlog.get_logger(__name__)


class Beats:
    """This process's pulse, and its eye on the others; `async with` keeps it going."""

    def __init__(
        self,
        database: Database,
        clock: DatabaseClock,
        gaps: Gaps,
        presence: Presence,
        process: UUID,
    ) -> None:
        self.process = process
        self._database = database
        self._clock = clock
        self._gaps = gaps
        self._presence = presence
        self._beaten = 0
        self._started: Millis = 0
        self._last: Millis = 0
        self._before: Millis | None = None
        self._failed = False
        self._failed_at = -_BREATH
        self._beating = asyncio.Lock()
        self._beating_anew = asyncio.Lock()
        self._voided: list[UUID] = []
        self.on_lost: Callable[[Collection[UUID]], None] = lambda _accounts: None
        """Told of accounts whose sockets went with a lost process; some may be back already."""
        self._settled = asyncio.Event()
        self._loop = Loop("beats", self._keep_beating)

    def may_fire(self, now: Millis) -> bool:
        """Whether alarms may fire: two beats are done, and the last gap is ten seconds old."""
        quiet = now - self._gaps.last_outage >= HOLD_FIRE
        return self._settled.is_set() and quiet and now - self._last <= DOWN_AFTER

    def healthy(self, now: Millis) -> bool:
        """Whether this process should serve: its last beat is fresh and its clock is true."""
        return self._beaten > 0 and now - self._last <= 2 * DOWN_AFTER and self._clock.is_true

    async def settled(self) -> None:
        """Wait for the second beat.

        Only then is it known for how long nobody was served before this process started, and no
        flag may be decided before.
        """
        await self._settled.wait()

    def has_accounted(self, since: Millis) -> bool:
        """Whether what silence there was after a moment is on record; it nearly always is.

        It is not before the second beat, for a moment before this process started, nor while the
        last beat failed or is overdue. Whoever charges somebody for time asks here first.
        """
        return not self._is_overdue and (since >= self._started or self._settled.is_set())

    async def account(self, since: Millis) -> None:
        """Wait until it is. Raises `Unavailable` as long as nobody can beat."""
        if since < self._started:
            await self._settled.wait()
        async with self._beating_anew:
            if not self._is_overdue:
                return
            if self._failed_at + _BREATH > asyncio.get_running_loop().time():
                raise Unavailable("the database has just not answered")
            await self.beat()

    @property
    def _is_overdue(self) -> bool:
        return self._failed or self._clock.now() - self._last > DOWN_AFTER

    async def beat(self) -> None:
        """Beat once, and record what silence there was. Raises `Unavailable`."""
        async with self._beating:
            await self._beat()

    async def _beat(self) -> None:
        try:
            async with self._database.transaction() as tx:
                await locks.take(tx, locks.BEATS)
                now = await self._measure(tx)
                last = await self._announce(tx, now)
                down = await self._record_silence_of_all(tx, last, now)
                if not down and now - self._gaps.last_outage >= SILENT_AFTER:
                    await self._bury_the_silent(tx, now)
            await self._presence.mend()
            await self._gaps.refresh()
        except Unavailable:
            self._failed, self._failed_at = True, asyncio.get_running_loop().time()
            raise
        self._gaps.forget(now - REMEMBERED)
        self._failed = False
        self._last = now
        self._beaten += 1
        lost, self._voided = self._voided, []
        if lost:
            self.on_lost(lost)
        if self._beaten > 1:
            self._settled.set()

    async def __aenter__(self) -> Self:
        """Beat for the first time; raises `Unavailable` when there is no database to beat to."""
        await self.beat()
        await self._loop.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Say goodbye, so that nobody waits ten seconds to see that this process is gone."""
        await self._loop.__aexit__(kind, error, trace)
        ours = processes.c.id == self.process
        try:
            async with self._database.transaction() as tx:
                beat = (await tx.execute(_NOW)).scalar_one()
                await tx.execute(update(processes).where(ours).values(gone=True, beat=beat))
        except Unavailable as reason:
            log.warning("goodbye_not_said", error=str(reason))

    async def _keep_beating(self) -> None:
        await asyncio.sleep(EVERY if self._settled.is_set() else _SECOND_BEAT_AFTER)
        await self.beat()

    async def _measure(self, tx: AsyncConnection) -> Millis:
        asked = self._clock.local()
        now: Millis = (await tx.execute(_NOW)).scalar_one()
        self._clock.measured(asked, now, self._clock.local())
        return now

    async def _announce(self, tx: AsyncConnection, now: Millis) -> Millis | None:
        """Write our beat; returns the last beat of anyone before it."""
        last: Millis | None = (await tx.execute(select(func.max(processes.c.beat)))).scalar()
        ours = select(processes.c.gone).where(processes.c.id == self.process)
        buried = (await tx.execute(ours)).scalar()
        await tx.execute(
            insert(processes)
            .values(id=self.process, started=now, beat=now)
            .on_conflict_do_update(
                index_elements=[processes.c.id], set_={"beat": now, "gone": False}
            )
        )
        if buried:
            self._presence.doubt()
        return last

    async def _record_silence_of_all(
        self, tx: AsyncConnection, last: Millis | None, now: Millis
    ) -> bool:
        began = None
        if last is not None and now - last > DOWN_AFTER:
            began = last
        elif self._failed and self._beaten:
            began = self._last
        if began is not None:
            await record_service_down(tx, began, now)
        if self._beaten == 0:
            self._started, self._before = now, last if began is None else None
        elif self._beaten == 1 and self._before is not None and not await self._elders_live(tx):
            await record_service_down(tx, self._before, self._started)
        return began is not None

    async def _elders_live(self, tx: AsyncConnection) -> bool:
        """Whether a process that was here before us has beaten since we came."""
        elder = (processes.c.started < self._started) & (processes.c.beat > self._started)
        found = await tx.execute(
            select(processes.c.id).where(elder, processes.c.id != self.process).limit(1)
        )
        return found.first() is not None

    async def _bury_the_silent(self, tx: AsyncConnection, now: Millis) -> None:
        silent = processes.c.beat < now - SILENT_AFTER
        holds = select(held.c.account).where(held.c.process == processes.c.id).exists()
        found = await tx.execute(
            select(processes.c.id).where(
                processes.c.id != self.process,
                (silent & ~processes.c.gone) | (processes.c.gone & holds),
            )
        )
        lost = list(found.scalars())
        if not lost:
            return
        log.warning("processes_lost", processes=[str(process) for process in lost])
        await tx.execute(_LOST, {"silent": lost, "now": now, "cause": Cause.PROCESS_LOST})
        self._voided = list((await tx.execute(_VOID, {"silent": lost})).scalars())
        await tx.execute(update(processes).where(processes.c.id.in_(lost)).values(gone=True))
