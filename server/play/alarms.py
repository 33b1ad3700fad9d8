"""The alarm clock: claims what has fallen due and sends it down the ordinary command path.

Any process may ring any alarm. The claim is a short write of its own; the decision is made on the
fold like every other, so an alarm that rings twice, late, or beside a play does no harm.
"""

import asyncio

import structlog

from game.commands import RingAlarm
from game.refusals import Refused
from server.play.deciding import alarm_due
from server.play.desk import SERVICE_PHASES, Desk
from server.play.ground import Ground
from server.play.orders import Order
from server.storage.alarms import Alarms, Claimed, Settled
from server.storage.database import Unavailable

TICK = 0.1
"""Seconds between two looks; with the grace of a flag it falls within half a second."""

_log = structlog.get_logger(__name__)


class AlarmClock:
    """Rings due alarms until it is cancelled."""

    def __init__(self, ground: Ground, desk: Desk) -> None:
        self._ground = ground
        self._desk = desk
        self._alarms = Alarms(ground.database)

    async def run(self) -> None:
        """Look every tick; a database that is away is tried again, nothing else ends the loop."""
        while True:
            try:
                while await self.ring_due():
                    pass
            except Unavailable:
                _log.warning("alarms_unavailable")
            except Exception:  # noqa: BLE001 - the clock of all matches must not stop for one fault
                _log.exception("alarms_failed")
            await asyncio.sleep(TICK)

    async def ring_due(self) -> bool:
        """Ring what is due now; true when there may be more."""
        now = self._ground.clock.now()
        if not self._ground.beats.may_fire(now):
            return False
        claimed = await self._alarms.claim(now)
        answers = await asyncio.gather(*(self._ring(alarm) for alarm in claimed))
        settled = [answer for answer in answers if answer is not None]
        if settled:
            await self._alarms.settle(settled)
        return bool(claimed)

    async def _ring(self, alarm: Claimed) -> Settled | None:
        """Let the match decide; an answer only where nothing was due and the row must move."""
        try:
            live = await self._desk.look(alarm.stream)
            if live.state.phase in SERVICE_PHASES:
                await self._desk.go_on(alarm.stream)
                return None
            try:
                await self._desk.submit(self._order(alarm, live.state.due()))
            except Refused:
                due = alarm_due(live.state)
                return Settled(stream=alarm.stream, until=alarm.until, seq=live.seq, due=due)
        except Unavailable:
            _log.warning("alarm_postponed", match=str(alarm.stream))
        except Exception:  # noqa: BLE001 - the claim lapses and it rings again, later each time
            _log.exception("alarm_failed", match=str(alarm.stream), attempts=alarm.attempts)
        return None

    def _order(self, alarm: Claimed, due: int | None) -> Order:
        return Order(
            stream=alarm.stream,
            actor=None,
            command_id=f"flag:{alarm.stream}:{due}",
            make=lambda _seat: RingAlarm(),
            received_at=self._ground.clock.now(),
            rung=True,
        )
