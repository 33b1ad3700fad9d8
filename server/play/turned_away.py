"""Commands that were refused, kept for disputes: beside play, which never waits for it."""

import asyncio
from typing import Final

import structlog

from server.play.orders import Order
from server.storage.database import Database, Unavailable
from server.storage.disputes import RefusedCommand, keep_refused

ROOM: Final = 2_000
"""So many wait to be written; of a flood the rest is counted in the log and not kept."""
EVERY: Final = 1.0

_log = structlog.get_logger(__name__)


class TurnedAway:
    """Notes refusals, and writes them in the background."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[RefusedCommand] = []
        self._lost = 0

    def note(self, order: Order, code: str) -> None:
        """A player's command was refused with this code."""
        if order.actor is None:
            return
        if len(self._waiting) >= ROOM:
            self._lost += 1
            return
        self._waiting.append(
            RefusedCommand(
                order.stream, order.actor, order.command_id[:200], code, order.received_at
            )
        )

    async def round(self) -> None:
        """What a loop does again and again."""
        await asyncio.sleep(EVERY)
        await self.write()

    async def write(self) -> None:
        """Write what waits; kept back while the database is away."""
        batch, self._waiting = self._waiting, []
        if self._lost:
            _log.warning("refusals_not_kept", commands=self._lost)
            self._lost = 0
        if not batch:
            return
        try:
            async with self._database.transaction() as tx:
                await keep_refused(tx, batch)
        except Unavailable:
            self._waiting = (batch + self._waiting)[:ROOM]
            raise
