"""Ending every running match without a result, as after a database was restored.

Players may already know the dice that a restored match would throw again, so none may go on:
stakes go back, secrets are published, and each log says why.
"""

from collections.abc import AsyncIterator
from typing import Final
from uuid import UUID

import msgspec
import structlog

from game.commands import VoidMatch
from game.refusals import MatchOver
from game.vocabulary import VoidCause
from server.play.desk import Desk
from server.play.ground import Ground
from server.play.orders import Order
from server.storage.matches import Matches

_PAGE: Final = 100

_log = structlog.get_logger(__name__)


class VoidedMatches(msgspec.Struct):
    """How many were ended, and which still run because something kept them from it."""

    ended: int = 0
    failed: tuple[UUID, ...] = ()


class Voiding:
    """Ends running matches by the ordinary command path; may be repeated."""

    def __init__(self, ground: Ground, desk: Desk) -> None:
        self._ground = ground
        self._desk = desk

    async def running(self) -> int:
        """How many matches run."""
        return len([match async for match in self._running()])

    async def void_running(self, cause: VoidCause) -> VoidedMatches:
        """End them all; one that fails keeps no other from its end."""
        done = VoidedMatches()
        async for match in self._running():
            try:
                await self._void(match, cause)
                done.ended += 1
            except MatchOver:
                continue
            except Exception:  # noqa: BLE001 - the others are ended all the same
                _log.exception("match_not_voided", match=str(match))
                done.failed = (*done.failed, match)
        return done

    async def _void(self, match: UUID, cause: VoidCause) -> None:
        order = Order(
            stream=match,
            actor=None,
            command_id=f"void:{match}",
            make=lambda _seat: VoidMatch(cause),
            received_at=self._ground.clock.now(),
        )
        await self._desk.submit(order)

    async def _running(self) -> AsyncIterator[UUID]:
        after: UUID | None = None
        while True:
            async with self._ground.database.reading() as connection:
                page = await Matches(connection).running(_PAGE, after)
            for match in page:
                yield match
            if not page:
                return
            after = page[-1]
