"""Payments for votes: what VK asks and tells, answered with the bytes that it reads.

Whatever goes wrong on our side is answered as passing, so that VK asks again and nothing is lost.
"""

from collections.abc import Mapping
from typing import Final

import structlog
from msgspec.structs import replace

from platforms.identity import Platform
from platforms.vk.answers import error_answer, item_answer, order_answer, subscription_answer
from platforms.vk.notifications import (
    ErrorCode,
    ItemAsked,
    OrderChanged,
    PaymentRefused,
    PaymentsAddress,
    Site,
    SubscriptionChanged,
)
from platforms.vk.orders import Effect, Offer, Order, OrderDecision, decide_order, quote
from server.purchases.catalogue import Catalogue
from server.purchases.figures import PaymentFigures
from server.purchases.names import vk_order
from server.purchases.refusals import NotOnPlatform
from server.purchases.till import Books, Till
from server.purchases.vk_subscriptions import VkSubscriptions, give_to_payer
from server.storage.database import Unavailable
from server.storage.payers import is_payer
from server.storage.purchases import Mode, Name, Purchase, State

PLATFORM: Final = Platform.VK
CURRENCY: Final = "VOTE"

_log = structlog.get_logger(__name__)


class VkPayments:
    """The use case; without an address, VK's payments are not taken here."""

    def __init__(
        self,
        books: Books,
        catalogue: Catalogue,
        figures: PaymentFigures,
        address: PaymentsAddress | None,
    ) -> None:
        self._books = books
        self._catalogue = catalogue
        self._figures = figures
        self._address = address
        self.subscriptions = VkSubscriptions(books, catalogue)

    async def notified(self, body: bytes) -> bytes:
        """Answer a notification, given as its bytes came; raises `NotOnPlatform` alone."""
        if self._address is None:
            raise NotOnPlatform
        outcome = "answered"
        try:
            return await self._answer(self._address.read(body), body)
        except PaymentRefused as refused:
            outcome = refused.code.name.lower()
            _log.warning("payment_refused", platform=PLATFORM, code=outcome, why=refused.why)
            return error_answer(refused)
        except Unavailable as passing:
            outcome = "unavailable"
            _log.warning("payment_put_off", platform=PLATFORM, error=repr(passing))
            return error_answer(PaymentRefused(ErrorCode.TEMPORARY, "later"))
        except Exception:  # noqa: BLE001 - whatever it is, the platform is to ask again
            outcome = "fault"
            _log.exception("payment_fault", platform=PLATFORM)
            return error_answer(PaymentRefused(ErrorCode.TEMPORARY, "later"))
        finally:
            self._figures.callbacks.count(PLATFORM, outcome)

    async def order_changed(self, notice: OrderChanged, raw: bytes) -> Order:
        """Carry out the change of an order, once; raises `PaymentRefused`."""
        async with self._books.till() as till:
            name = Name(PLATFORM, notice.order_id, Mode(notice.mode))
            await till.purchases.lock(PLATFORM, [vk_order(name.mode, name.charge)])
            past = await till.purchases.find(name)
            known = None if past is None else _order(past, notice)
            number = 0 if past else await till.purchases.next_number()
            decision = decide_order(notice, self._offers(), known, number)
            await self._carry_out(till, decision, past, name)
            outcome = f"{notice.status}: {decision.effect}"
            await till.heard(PLATFORM, raw, outcome, notice.user_id, past)
        return decision.order

    async def _answer(
        self, notice: ItemAsked | OrderChanged | SubscriptionChanged, body: bytes
    ) -> bytes:
        try:
            match notice:
                case ItemAsked():
                    return item_answer(quote(notice, self._offers(notice.site, notice.language)))
                case OrderChanged():
                    return order_answer(await self.order_changed(notice, body))
                case SubscriptionChanged():
                    return subscription_answer(await self.subscriptions.changed(notice, body))
        except PaymentRefused as refused:
            async with self._books.till() as till:
                outcome = f"refused, {refused.code.name}: {refused.why}"
                await till.heard(PLATFORM, body, outcome, notice.user_id)
            raise

    async def _carry_out(
        self, till: Till, decision: OrderDecision, past: Purchase | None, name: Name
    ) -> None:
        order = decision.order
        if past is None:
            begun = await till.begun(name, order.item, order.price, CURRENCY)
            past = replace(begun, number=order.app_order_id, payer=order.user_id)
            if order.refunded:  # paid back before we ever heard that it was paid
                await till.keep(replace(past, state=State.REFUNDED))
        elif decision.effect is Effect.TAKE_BACK:
            await till.take_back(past)
        if past.state is State.CHARGED and not order.refunded:
            await give_to_payer(till, past, self._catalogue)

    def _offers(self, site: Site = Site.VK, language: str = "") -> Mapping[str, Offer]:
        return self._catalogue.vk_offers(site, language)


def _order(past: Purchase, notice: OrderChanged) -> Order:
    """What we keep of an order, as the platform's own rules read it."""
    return Order(
        mode=notice.mode,
        order_id=notice.order_id,
        user_id=notice.user_id if is_payer(past, notice.user_id) else "",
        item=past.product,
        price=past.price,
        app_order_id=past.number,
        refunded=past.state is State.REFUNDED,
    )
