"""Judging a level match shortly before its time is over, so that its end comes at its moment.

Rollouts take the better part of a second, more where others want the processor. They are a matter
of the position alone and are kept (``game.adjudication``), so whoever counts them beforehand need
not when it is time. Which process rings the alarm is not known: this one does it too, under the
same id, and one of both is heard.
"""

import asyncio
from typing import Final, Protocol
from uuid import UUID

import structlog

from game.commands import RingAlarm
from game.match.timing import adjudicated, time_ends
from game.refusals import Refused
from game.vocabulary import Millis
from server.play.deciding import FLAG_GRACE
from server.play.live import LiveMatch
from server.play.orders import Order, Recorded
from server.storage.clock import Clock
from server.storage.database import Unavailable

LEAD: Final = Millis(5_000)
"""So long before the end one begins to look."""
EVERY: Final = 0.25
"""Seconds between two looks from then on; what is played meanwhile is judged anew."""

_log = structlog.get_logger(__name__)


class Table(Protocol):
    """Where matches are looked at and ended (``play.Desk``)."""

    async def look(self, stream: UUID) -> LiveMatch:
        """The match as it stands."""

    async def submit(self, order: Order) -> Recorded:
        """Carry out one order."""


class Foresight:
    """Stays with a match whose time is limited; if this process goes, its end comes later."""

    def __init__(self, desk: Table, clock: Clock) -> None:
        self._desk = desk
        self._clock = clock

    async def stay_with(self, stream: UUID) -> None:
        """Wait for the end of its time, judge before it, and say that it has come."""
        try:
            while True:
                left = await self._left(stream)
                if left is None:
                    return
                await asyncio.sleep(left)
        except Unavailable:
            _log.warning("foresight_lost", match=str(stream))

    async def _left(self, stream: UUID) -> float | None:
        """Seconds until the next look; none when there is no more to see."""
        live = await self._desk.look(stream)
        if live.state.over or live.state.control is None or not live.state.control.match_limit:
            return None
        ends = time_ends(live.state)
        if ends is None:  # between two games
            return EVERY
        now = self._clock.now()
        if now < ends - LEAD:
            return (ends - LEAD - now) / 1000
        if live.state.adjudicates(ends):
            await asyncio.to_thread(adjudicated, live.state)
        late = self._clock.now() - ends - FLAG_GRACE
        if late >= 0:
            await self._ring(stream, ends)
        return min(EVERY, -late / 1000) if late < 0 else EVERY

    async def _ring(self, stream: UUID, ends: Millis) -> None:
        order = Order(
            stream=stream,
            actor=None,
            command_id=f"flag:{stream}:{ends}",
            make=lambda _seat: RingAlarm(),
            received_at=Millis(self._clock.now()),
            rung=True,
        )
        try:
            await self._desk.submit(order)
        except Refused:
            _log.debug("nothing_was_due", match=str(stream))
