"""How long people wait for a first answer, and how many wait now: read from the cases themselves,
so that every process shows the same and an answer by the command line counts too.
"""

import asyncio
from collections.abc import Iterable
from typing import Final

from server.metrics import Level
from server.operators.casework import KINDS
from server.storage.case_queue import CaseQueue, Waits
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Millis

EVERY: Final = 60.0
"""Seconds between two looks."""
WEEK: Final[Millis] = 7 * 24 * 60 * 60 * 1000


class Answering:
    """The body of a loop."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._waits = Waits()

    async def round(self) -> None:
        """Look, then wait."""
        await self.look()
        await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Read the figures."""
        now = self._clock.now()
        async with self._database.reading() as tx:
            self._waits = await CaseQueue(tx).waits(KINDS, now, now - WEEK)

    def collectors(self) -> Iterable[Level]:
        """What `/metrics` shows."""
        half = Level("nardy_first_answer_seconds", "To a first answer, of this week: the median.")
        half.read = lambda: self._waits.median / 1000
        most = Level("nardy_first_answer_seconds_p90", "The same, of nine in ten.")
        most.read = lambda: self._waits.most / 1000
        waiting = Level("nardy_cases_unanswered", "Open cases that nobody has answered.")
        waiting.read = lambda: float(self._waits.unanswered)
        oldest = Level("nardy_cases_oldest_seconds", "For how long the oldest of them waits.")
        oldest.read = lambda: self._waits.oldest / 1000
        return half, most, waiting, oldest
