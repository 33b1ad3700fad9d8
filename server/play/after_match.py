"""What follows a match: steps, each done once under `(match, step)`, in no order.

The end of a match queues one job, `after_match`, in its own transaction. Whoever claims it queues
every step as a job of its own, so that a step that fails neither undoes nor delays another. A step
does its work in the transaction that marks it done; what throws is tried again, later each time,
and result and payout stand whatever becomes of it.

The step that makes a match public waits where coins are at stake, until spectators know its end.
"""

import asyncio
from collections.abc import Sequence
from typing import Final, Protocol
from uuid import UUID

import msgspec
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from game.clock import NO_TIME
from game.events import AnyEvent, MatchOpened
from game.log import decode_events
from server.play.ground import Ground
from server.storage.database import Unavailable
from server.storage.ids import Millis
from server.storage.jobs import AFTER_MATCH, SHOWN, Job, Jobs
from server.storage.matches import Match, Matches

EVERY: Final = 1.0
"""Seconds between two looks."""

_PAGE: Final = 500

_log = structlog.get_logger(__name__)


class Ended(msgspec.Struct, frozen=True):
    """A match that has ended, with all its events."""

    match: Match
    events: tuple[AnyEvent, ...]

    @property
    def ended_at(self) -> int:
        """When it ended, in milliseconds."""
        if self.match.ended_at is None:
            raise LookupError(f"match {self.match.id} runs")
        return self.match.ended_at


class Step(Protocol):
    """One thing that follows a match; `name` is for ever, as jobs are kept under it."""

    @property
    def name(self) -> str:
        """Under what the step is queued."""

    async def follow(self, tx: AsyncConnection, ended: Ended) -> None:
        """Do it, in this transaction and nowhere else."""


class AfterMatch:
    """Works the steps off until it is cancelled. Any number of processes may."""

    def __init__(
        self, ground: Ground, steps: Sequence[Step], spectator_delay: Millis = NO_TIME
    ) -> None:
        self._ground = ground
        self._spectator_delay = spectator_delay
        self._steps = {step.name: step for step in steps}

    async def run(self) -> None:
        """Look every second; a database that is away is tried again, nothing else ends it."""
        while True:
            try:
                while await self.work_off():
                    pass
            except Unavailable:
                _log.warning("after_match_unavailable")
            except Exception:  # noqa: BLE001 - the worker outlives it
                _log.exception("after_match_failed")
            await asyncio.sleep(EVERY)

    async def work_off(self) -> bool:
        """Do what is due now; true when there may be more."""
        async with self._ground.database.transaction() as tx:
            jobs = await Jobs(tx).claim(self._ground.clock.now())
        for job in jobs:
            await self._attempt(job)
        return bool(jobs)

    async def _attempt(self, job: Job) -> None:
        try:
            if job.step == AFTER_MATCH:
                await self._queue_steps(job)
            elif (step := self._steps.get(job.step)) is not None:
                await self._follow(job, step)
            else:
                # Of a newer release: its own processes claim it again when the claim lapses.
                _log.warning("step_unknown", match=str(job.match), step=job.step)
        except Exception:  # noqa: BLE001 - the claim lapses and the step is tried again
            _log.exception(
                "step_failed", match=str(job.match), step=job.step, attempts=job.attempts
            )

    async def _queue_steps(self, job: Job) -> None:
        now = self._ground.clock.now()
        late = self._spectator_delay if await self._was_for_coins(job.match) else NO_TIME
        async with self._ground.database.transaction() as tx:
            if await Jobs(tx).done(job, now):
                for name in self._steps:
                    await Jobs(tx).add(job.match, name, now + late if name == SHOWN else now)

    async def _was_for_coins(self, match: UUID) -> bool:
        (first,) = await self._ground.log.read(match, -1, 1)
        opened = decode_events(first.events)[0]
        return isinstance(opened, MatchOpened) and opened.conventions.stake > 0

    async def _follow(self, job: Job, step: Step) -> None:
        ended = await self._read(job.match)
        async with self._ground.database.transaction() as tx:
            if await Jobs(tx).done(job, self._ground.clock.now()):
                await step.follow(tx, ended)

    async def _read(self, match: UUID) -> Ended:
        async with self._ground.database.reading() as connection:
            row = await Matches(connection).get(match)
        events: list[AnyEvent] = []
        after = -1
        while rows := await self._ground.log.read(match, after, _PAGE):
            for commit in rows:
                events += decode_events(commit.events)
            after = rows[-1].seq
        return Ended(row, tuple(events))
