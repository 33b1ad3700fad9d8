"""VK's record of orders against ours: what was paid is given, what was paid back is taken."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

import msgspec
import structlog
from msgspec.structs import replace

from platforms.identity import Platform
from platforms.vk import notifications as vk
from platforms.vk.notifications import OrderChanged, OrderStatus, PaymentRefused
from server.outbound.calls import CallRefused
from server.outbound.vk import PAGE, VkApi, VkOrder, VkSubscription
from server.purchases.findings import Compared
from server.purchases.names import names_of, vk_order
from server.purchases.paging import pages
from server.purchases.till import Books, Till
from server.purchases.vk import CURRENCY, VkPayments
from server.storage.ids import Millis
from server.storage.payers import named_payer
from server.storage.purchases import Name, Purchase, Purchases, State

PLATFORM: Final = Platform.VK
BACK: Final[Millis] = 3 * 24 * 60 * 60 * 1000
"""How far back a comparison reads: a few missed days lose nothing."""

_PAGES_FOR_ONE: Final = 5
_RENEWALS: Final = 50
_NEVER_PAID: Final = frozenset({"cancelled", "declined"})
_log = structlog.get_logger(__name__)


class VkRecord:
    """A `PlatformRecord`. Test orders are nobody's money and are not compared."""

    def __init__(self, books: Books, payments: VkPayments, api: VkApi) -> None:
        self._books = books
        self._payments = payments
        self._api = api

    async def compare(self) -> Compared:
        """Compare the orders of the last days; raises `NoAnswer` for a record without an end."""
        found = Compared(platform=PLATFORM)
        since = self._books.now() - BACK
        async for page in pages(PLATFORM, self._api.orders, _name, step=PAGE):
            for order in page:
                if int(order.date) * 1000 < since:
                    return found
                await self._compare(order, found)
        return found

    async def look_for(self, payer: str, charge: str | None) -> None:
        """Mend one order, or what one payer lacks of the newest orders, and his subscriptions."""
        found = Compared(platform=PLATFORM)
        async with self._books.database.reading() as connection:
            subscribed = await Purchases(connection).subscribed(PLATFORM, payer)
        for purchase in subscribed:
            await self._renew(replace(purchase, payer=payer))
        if charge is not None:
            order = await self._api.order(charge)
            if order is not None and str(order.user_id) == payer:
                await self._compare(order, found)
            return
        for page in range(_PAGES_FOR_ONE):
            orders = await self._api.orders(page * PAGE)
            for order in orders:
                if str(order.user_id) == payer:
                    await self._compare(order, found)
            if len(orders) < PAGE:
                return

    async def renew(self) -> None:
        """Ask about subscriptions that should have been paid again; VK does not tell."""
        async with self._books.database.reading() as connection:
            due = await Purchases(connection).renewing(PLATFORM, self._books.now(), _RENEWALS)
        for purchase in due:
            payer = named_payer(purchase)
            if payer is not None:  # of whoever is forgotten nothing more is asked
                await self._renew(replace(purchase, payer=payer))

    async def _renew(self, purchase: Purchase) -> None:
        """Ask how a subscription stands, whose payer is named, and follow."""
        try:
            said = await self._api.subscription(purchase.payer or "", purchase.charge or "")
        except CallRefused as refused:
            _log.warning("subscription_unknown", platform=PLATFORM, error=repr(refused))
            await self._put_off(purchase.id)
            return
        notice = _notice(purchase, said)
        await self._payments.subscriptions.changed(notice, msgspec.json.encode(said))

    async def _put_off(self, purchase: UUID) -> None:
        """Let others be asked about before this one again."""
        async with self._books.till() as till:
            asked = await till.purchases.get(purchase)
            await till.purchases.lock(PLATFORM, names_of(asked))
            now = await till.purchases.get(purchase)
            await till.keep(replace(now, changed_at=self._books.now()))

    async def _compare(self, order: VkOrder, found: Compared) -> None:
        found.seen += 1
        name = Name(PLATFORM, str(order.id))
        async with self._books.database.reading() as connection:
            ours = await Purchases(connection).find(name)
            subscribed = await Purchases(connection).subscribed(PLATFORM, str(order.user_id))
        periods_of = [each for each in subscribed if each.product == order.item]
        if ours is None and periods_of:
            # A period of a subscription, which has a number of its own here.
            await self._see_whether_paid_on(periods_of, str(order.user_id), found)
            return
        state = None if ours is None else ours.state
        match order.status, state:
            case "charged", None | State.CHARGED:
                found.credited += await self._mended(order, OrderStatus.CHARGEABLE, found)
            case "refunded", State.CREDITED | State.CHARGED:
                found.taken_back += await self._mended(order, OrderStatus.REFUNDED, found)
            case "charged", State.REFUNDED if ours is not None and not ours.by_hand:
                await self._ask(order, ours, "VK says charged; here it was paid back", found)
            case status, State.CREDITED if status in _NEVER_PAID:
                await self._ask(order, ours, f"given here; VK says {status}", found)
            case _:
                pass

    async def _see_whether_paid_on(
        self, subscribed: Sequence[Purchase], payer: str, found: Compared
    ) -> None:
        """Follow what somebody pays who was forgotten: the record alone still names him."""
        for before in subscribed:
            if named_payer(before) is None:
                await self._renew(replace(before, payer=payer))
                async with self._books.database.reading() as connection:
                    now = await Purchases(connection).get(before.id)
                found.credited += now.turn > before.turn
                found.cases += now.state is State.CHARGED

    async def _mended(self, order: VkOrder, status: OrderStatus, found: Compared) -> bool:
        notice = OrderChanged(
            mode=vk.Mode.LIVE,
            user_id=str(order.user_id),
            order_id=str(order.id),
            item=order.item,
            price=int(order.amount),
            discount=0,
            status=status,
        )
        try:
            await self._payments.order_changed(notice, msgspec.json.encode(order))
        except PaymentRefused as refused:
            await self._ask(order, None, f"VK says {order.status}; here: {refused.why}", found)
            return False
        return True

    async def _ask(
        self, order: VkOrder, ours: Purchase | None, words: str, found: Compared
    ) -> None:
        found.cases += 1
        async with self._books.till() as till:
            await till.purchases.lock(PLATFORM, [vk_order(vk.Mode.LIVE, str(order.id))])
            purchase = ours or await self._kept(till, order)
            await till.ask_a_human(purchase, words)

    async def _kept(self, till: Till, order: VkOrder) -> Purchase:
        """What VK says was paid and we cannot give: kept as charged."""
        name = Name(PLATFORM, str(order.id))
        if (known := await till.purchases.find(name)) is not None:
            return known
        begun = await till.begun(name, order.item, int(order.amount), CURRENCY)
        account = await till.buyer(PLATFORM, str(order.user_id))
        return await till.keep(replace(begun, payer=str(order.user_id), account=account))


def _name(order: VkOrder) -> str:
    return str(order.id)


def _notice(purchase: Purchase, said: VkSubscription) -> vk.SubscriptionChanged:
    """What VK would have told us of a subscription as it stands."""
    cancelled = said.status == "cancelled"
    return vk.SubscriptionChanged(
        mode=vk.Mode(purchase.mode),
        user_id=purchase.payer or "",
        subscription_id=purchase.charge or "",
        item=purchase.product,
        price=purchase.price,
        status=vk.SubscriptionStatus.CANCELLED if cancelled else vk.SubscriptionStatus.ACTIVE,
        pending_cancel=bool(said.pending_cancel),
        next_bill_time=said.next_bill_time,
    )
