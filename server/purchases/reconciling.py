"""Every platform's record is compared with ours daily, or hourly; what waits too long is noticed.

Any number of processes may run it: each time one gets a platform's turn. A turn that fails is
given back, so that it is tried again soon; until then all that was told by callbacks stands.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

import structlog

from platforms.identity import Platform
from server.purchases.figures import PaymentFigures
from server.purchases.findings import Compared, PlatformRecord
from server.purchases.till import Books
from server.storage.ids import Millis
from server.storage.purchases import Purchases
from server.storage.reconciliations import Reconciliations

EVERY: Final = 60.0
"""Seconds between two looks at what waits."""
DAILY: Final[Millis] = 24 * 60 * 60 * 1000
HOURLY: Final = {Platform.FACEBOOK: DAILY // 24}
"""Those that are asked about single payments, which should not stay doubtful for a day."""
OVERDUE: Final[Millis] = 10 * 60 * 1000
"""A payment that was not given for so long is a case for a human."""

_AT_ONCE: Final = 100
_log = structlog.get_logger(__name__)


async def _nothing() -> None:
    """No platform has subscriptions that must be asked about."""


class Reconciling:
    """The body of a loop, and what the command line calls."""

    def __init__(
        self,
        books: Books,
        records: Mapping[Platform, PlatformRecord],
        figures: PaymentFigures,
        renew: Callable[[], Awaitable[None]] = _nothing,
    ) -> None:
        self._books = books
        self._records = records
        self._figures = figures
        self._renew = renew

    @property
    def platforms(self) -> tuple[Platform, ...]:
        """Those whose record can be read."""
        return tuple(self._records)

    async def round(self) -> None:
        """Do what is due, then wait."""
        await self.look()
        await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Notice what waits, ask about renewals, compare whose day has come."""
        await self.notice_overdue()
        try:
            await self._renew()
        except Exception as failed:  # noqa: BLE001 - renewals do not keep what follows waiting
            _log.warning("renewals_not_asked", error=repr(failed))
        for platform in self._records:
            await self._in_turn(platform)

    async def compare(self, platform: Platform) -> Compared:
        """Compare now; raises `CallFailed`, `Unavailable`."""
        found = await self._records[platform].compare()
        for outcome in ("credited", "taken_back", "cases"):
            for _ in range(getattr(found, outcome)):
                self._figures.repairs.count(platform, outcome)
        self._figures.repairs.count(platform, "compared")
        _log.info(
            "reconciled",
            platform=platform,
            seen=found.seen,
            credited=found.credited,
            taken_back=found.taken_back,
            cases=found.cases,
        )
        return found

    async def notice_overdue(self) -> int:
        """Open a case for each payment that waits too long; how many there are."""
        moment = self._books.now() - OVERDUE
        async with self._books.database.reading() as connection:
            late = await Purchases(connection).unnoticed(moment, _AT_ONCE)
            self._figures.overdue = await Purchases(connection).count_charged_before(moment)
        for purchase in late:
            async with self._books.till() as till:
                await till.ask_a_human(purchase, "paid, and not given for ten minutes")
        if self._figures.overdue:
            _log.error("payments_overdue", count=self._figures.overdue)
        return self._figures.overdue

    async def _in_turn(self, platform: Platform) -> None:
        now = self._books.now()
        async with self._books.database.transaction() as tx:
            last = await Reconciliations(tx).claim(platform, now, HOURLY.get(platform, DAILY))
        if last is None:
            return
        try:
            await self.compare(platform)
        except Exception as failed:  # noqa: BLE001 - one platform does not keep others waiting
            self._figures.repairs.count(platform, "failed")
            _log.warning("reconciliation_failed", platform=platform, error=repr(failed))
            async with self._books.database.transaction() as tx:
                await Reconciliations(tx).give_back(platform, last)
