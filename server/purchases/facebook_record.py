"""What Graph says of payments that wait or are doubted; of others it is not asked.

Whether Graph knows payments of Instant Games is promised nowhere, so that nothing rests on it:
what it does not know waits for its receipt, and for a human after ten minutes. It may be behind
its own webhooks too: a doubt outlives what it says for some hours, and is then settled by that, or
by a human where it knows nothing.
"""

from typing import Final

import structlog
from msgspec.structs import replace

from platforms.facebook.graph import Decision, standing
from platforms.identity import Platform
from server.outbound.calls import CallRefused
from server.outbound.facebook import FacebookApi
from server.purchases.catalogue import Catalogue
from server.purchases.findings import Compared
from server.purchases.till import Books, Till
from server.storage.ids import Millis
from server.storage.purchases import Purchase, Purchases, State

PLATFORM: Final = Platform.FACEBOOK
BEHIND: Final[Millis] = 6 * 60 * 60 * 1000
"""So long after a vague webhook Graph may not know yet what that was about."""

_AT_ONCE: Final = 200
_log = structlog.get_logger(__name__)


class FacebookRecord:
    """A `PlatformRecord`."""

    def __init__(self, books: Books, catalogue: Catalogue, api: FacebookApi) -> None:
        self._books = books
        self._catalogue = catalogue
        self._api = api

    async def compare(self) -> Compared:
        """Ask about all that waits or is doubted."""
        found = Compared(platform=PLATFORM)
        async with self._books.database.reading() as connection:
            open_ = await Purchases(connection).open_at(PLATFORM, _AT_ONCE)
        for purchase in open_:
            await self._ask(purchase, found)
        return found

    async def look_for(self, payer: str, charge: str | None) -> None:  # noqa: ARG002
        """Mend whatever waits: who paid is known by the receipt alone."""
        await self.compare()

    async def _ask(self, purchase: Purchase, found: Compared) -> None:
        charge = purchase.charge or ""
        decision = await self._decision(charge)
        found.seen += decision is not None
        async with self._books.till() as till:
            await till.purchases.lock(PLATFORM, [charge, purchase.token or charge])
            now = await till.purchases.get(purchase.id)
            if decision is not None:
                await self._follow(till, now, decision, found)
            elif self._is_settled(now):
                found.cases += 1
                await till.ask_a_human(now, "Facebook told of it, and Graph does not know it")
                await till.keep(replace(now, doubted=False))

    async def _decision(self, charge: str) -> Decision | None:
        """What a payment comes to; none where Graph does not know it."""
        try:
            return standing((await self._api.payment(charge)).actions)
        except CallRefused as refused:
            _log.info("payment_unknown_to_graph", error=repr(refused))
            return None

    def _is_settled(self, purchase: Purchase) -> bool:
        """Whether it was doubted so long ago that Graph would know the reason by now."""
        return purchase.doubted and purchase.changed_at <= self._books.now() - BEHIND

    async def _follow(
        self, till: Till, purchase: Purchase, decision: Decision, found: Compared
    ) -> None:
        product = self._catalogue.find(purchase.product)
        match decision, purchase.state:
            case Decision.REVOKE | Decision.NO_GRANT, State.CREDITED | State.CHARGED:
                found.taken_back += purchase.state is State.CREDITED
                await till.take_back(purchase)
            case Decision.GRANT, State.REFUNDED if purchase.by_hand:
                await till.keep(replace(purchase, doubted=False))
            case Decision.GRANT, State.REFUNDED if purchase.account and product:
                found.credited += 1
                await till.give(purchase, product)
            case _ if self._is_settled(purchase):
                await till.keep(replace(purchase, doubted=False))
            case _:
                pass
