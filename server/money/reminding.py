"""Reminders: whoever is VIP is told in the inbox some days before it lapses, once for each.

A subscription that goes on lets nothing lapse.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from server.inbox import VipEnds, to
from server.money.vip import DAY, Vip
from server.storage.clock import Clock
from server.storage.commits import Hint
from server.storage.database import Database
from server.storage.feeds import post
from server.storage.purchases import Purchases
from server.storage.vip_reminders import Lapsing, VipReminders

EVERY: Final = 600.0
"""Seconds between two looks."""

_PAGE: Final = 100


class Reminding:
    """The body of a loop; any number of processes may run it."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        vip: Vip,
        posted: Callable[[Sequence[Hint]], None],
    ) -> None:
        self._database = database
        self._clock = clock
        self._vip = vip
        self._posted = posted

    async def round(self) -> None:
        """Remind whoever is due, then wait."""
        await self.remind()
        await asyncio.sleep(EVERY)

    async def remind(self) -> None:
        """Remind whoever is due. The nearest reminder stands for those that it overtakes."""
        for days in sorted(self._vip.terms.remind_days):
            while due := await self._due(days):
                for lapsing in due:
                    await self._tell(lapsing, days)

    async def _due(self, days: int) -> list[Lapsing]:
        now = self._clock.now()
        async with self._database.reading() as connection:
            return await VipReminders(connection).due(now, now + days * DAY, days, _PAGE)

    async def _tell(self, lapsing: Lapsing, days: int) -> None:
        hints: Sequence[Hint] = ()
        async with self._database.transaction() as tx:
            is_new = await VipReminders(tx).note(lapsing, days)
            if is_new and not await self._is_paid_on(tx, lapsing):
                told = to(lapsing.account, VipEnds(lapsing.until))
                hints = await post(tx, [told], self._clock.now())
        self._posted(hints)

    async def _is_paid_on(self, tx: AsyncConnection, lapsing: Lapsing) -> bool:
        """Whether a subscription of his is to be paid again in time."""
        now, latest = self._clock.now(), lapsing.until + DAY
        going_on = await Purchases(tx).going_on(lapsing.account)
        return any(now < (each.paid_until or now) <= latest for each in going_on)
