"""Subscriptions of VK, which tells nothing when a period was paid: their time only grows.

The account has VIP to the end of what is paid. The first period is the product's own; a later end
than the one that we knew gives the days between the two.
"""

from typing import Final

from msgspec.structs import replace

from platforms.identity import Platform
from platforms.vk import notifications as vk
from platforms.vk.notifications import ErrorCode, PaymentRefused, Site, SubscriptionChanged
from platforms.vk.orders import Subscription, decide_subscription
from server.purchases.catalogue import Catalogue
from server.purchases.names import vk_subscription
from server.purchases.till import Books, Till
from server.storage.ids import Millis
from server.storage.payers import is_payer
from server.storage.purchases import Kind, Mode, Name, Purchase, State

_DAY: Final[Millis] = 24 * 60 * 60 * 1000


class VkSubscriptions:
    """The use case."""

    def __init__(self, books: Books, catalogue: Catalogue) -> None:
        self._books = books
        self._catalogue = catalogue

    async def changed(self, notice: SubscriptionChanged, raw: bytes) -> Subscription:
        """Carry out the change of a subscription, once; raises `PaymentRefused`."""
        async with self._books.till() as till:
            name = Name(Platform.VK, notice.subscription_id, Mode(notice.mode), Kind.SUBSCRIPTION)
            await till.purchases.lock(Platform.VK, [vk_subscription(name.mode, name.charge)])
            past = await till.purchases.find(name)
            known = None if past is None else _subscription(past, notice)
            number = 0 if past else await till.purchases.next_number()
            offers = self._catalogue.vk_offers(Site.VK)
            decision = decide_subscription(notice, offers, known, number)
            if past is None:
                await self._begin(till, name, decision.subscription)
            else:
                await self._go_on(till, past, decision.subscription)
            outcome = f"subscription {notice.status}: {decision.effect}"
            await till.heard(Platform.VK, raw, outcome, notice.user_id, past)
        return decision.subscription

    async def _begin(self, till: Till, name: Name, said: Subscription) -> None:
        begun = await till.begun(name, said.item, said.price, "VOTE")
        purchase = replace(begun, number=said.app_order_id, payer=said.user_id, renews=said.renews)
        if said.status is vk.SubscriptionStatus.CANCELLED:
            await till.keep(replace(purchase, state=State.REFUNDED))
            return
        product, _ = self._catalogue.sold(said.item, Platform.VK)
        period = begun.created_at + product.amount * _DAY
        until = said.paid_until * 1000 if said.paid_until else period
        await give_to_payer(till, replace(purchase, paid_until=until), self._catalogue)

    async def _go_on(self, till: Till, past: Purchase, said: Subscription) -> None:
        """Follow what VK says now. Only what was given grows; a tombstone never does."""
        until = past.paid_until if said.paid_until is None else said.paid_until * 1000
        now = self._books.now()
        if until is not None and said.renews and not past.renews:
            until = max(until, now)  # what lapsed before it was resumed was never paid
        following = replace(past, renews=said.renews, paid_until=until, changed_at=now)
        days = 0
        is_left = past.account is not None and await till.is_of_nobody(past)
        is_paid = past.state is State.CREDITED or (is_left and past.state is State.CHARGED)
        if is_paid and until is not None and past.paid_until is not None:
            # A subscription that had ended begins anew now, and one that went on where it was.
            since = past.paid_until if past.renews else max(past.paid_until, now)
            days = round((until - since) / _DAY)
        if days > 0 and is_left:
            await self._hand_on(till, replace(following, payer=said.user_id), days)
        elif days > 0:
            await till.prolong(following, days)
        else:
            await till.follow(following)

    async def _hand_on(self, till: Till, left: Purchase, days: int) -> None:
        """Give the days that somebody has paid since he was forgotten, those that wait too."""
        waiting = left.vip_days if left.state is State.CHARGED else 0
        product, _ = self._catalogue.sold(left.product, Platform.VK)
        await till.give(replace(left, vip_days=waiting + days), product)


async def give_to_payer(till: Till, purchase: Purchase, catalogue: Catalogue) -> Purchase:
    """Give what was paid for to whoever has paid; raises `PaymentRefused` for a stranger."""
    account = await till.buyer(Platform.VK, purchase.payer or "")
    if account is None:
        raise PaymentRefused(ErrorCode.NO_SUCH_USER, "nobody has come in under this user_id")
    product, _ = catalogue.sold(purchase.product, Platform.VK)
    return await till.give(replace(purchase, account=account), product)


def _subscription(past: Purchase, notice: SubscriptionChanged) -> Subscription:
    """What we keep of a subscription, as the platform's own rules read it."""
    return Subscription(
        mode=notice.mode,
        subscription_id=notice.subscription_id,
        user_id=notice.user_id if is_payer(past, notice.user_id) else "",
        item=past.product,
        price=past.price,
        app_order_id=past.number,
        status=vk.SubscriptionStatus.ACTIVE,
        renews=past.renews,
        paid_until=None if past.paid_until is None else past.paid_until // 1000,
    )
