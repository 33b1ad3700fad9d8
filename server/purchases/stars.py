"""Payments in Stars: invoices for one person, checkouts, and what Telegram's messages mean.

An invoice's payload is a name of ours for one order of one person, since anybody may be forwarded
its link. Only `successful_payment` gives, each charge once: whoever pays one invoice twice gets
twice what he paid for. A charge that fits no order of ours waits as charged, for a human.
"""

import asyncio
import secrets
from typing import Final
from uuid import UUID

import msgspec
import structlog
from msgspec.structs import replace

from platforms.identity import Platform
from platforms.telegram.stars import (
    CURRENCY,
    Charge,
    Checkout,
    PaymentAction,
    PreCheckoutQuery,
    RefundAction,
    RefundedPayment,
    StarsOrder,
    SubscriptionAction,
    SubscriptionUpdate,
    SuccessfulPayment,
    judge_checkout,
    judge_payment,
    judge_refund,
    judge_subscription,
)
from server.limits import Meters
from server.outbound.telegram import InvoiceForStars, TelegramApi
from server.purchases.catalogue import Catalogue
from server.purchases.figures import PaymentFigures
from server.purchases.refusals import NotOnPlatform
from server.purchases.till import Books, Till
from server.storage.database import Unavailable
from server.storage.ids import Millis
from server.storage.payers import named_payer
from server.storage.purchases import Kind, Name, Purchase, Purchases, State

PLATFORM: Final = Platform.TELEGRAM
OFFER_LASTS: Final[Millis] = 60 * 60 * 1000
"""So long an invoice may be begun to be paid."""
_PER_SECOND: Final = 1 / 10
_BURST: Final = 30
"""Invoices of one person: each is a row, and a call of Telegram."""
CHECKOUT_SECONDS: Final = 3.0
"""Telegram waits ten; a busy database must not use them up."""

_log = structlog.get_logger(__name__)


class Invoice(msgspec.Struct, frozen=True):
    """What a client opens to pay."""

    link: str
    expires: Millis


class StarsPayments:
    """The use cases; without the Bot API, Stars are not taken here."""

    def __init__(
        self,
        books: Books,
        catalogue: Catalogue,
        figures: PaymentFigures,
        api: TelegramApi | None,
    ) -> None:
        self._books = books
        self._catalogue = catalogue
        self._figures = figures
        self._meters = Meters(_PER_SECOND, _BURST)
        self.api = api

    async def invoice(self, account: UUID, product: str, language: str) -> Invoice:
        """A link by which this person, and nobody else, may pay for a product.

        Raises `NoSuchProduct`, `NotOnPlatform`, `NoAnswer`, `CallRefused`, `TooFast`.
        """
        if self.api is None:
            raise NotOnPlatform
        self._meters.take(str(account), asyncio.get_running_loop().time())
        sold, price = self._catalogue.sold(product, PLATFORM)
        payload = secrets.token_hex(16)
        async with self._books.till() as till:
            if (payer := await till.payer(account, PLATFORM)) is None:
                raise NotOnPlatform
            kind = Kind.SUBSCRIPTION if sold.is_subscription else Kind.ORDER
            begun = await till.begun(
                Name(PLATFORM, "", kind=kind), sold.id, price.amount, price.currency
            )
            await till.keep(
                replace(
                    begun,
                    charge=None,
                    token=payload,
                    payer=payer,
                    account=await till.standing(account),
                    state=State.OFFERED,
                )
            )
        link = await self.api.invoice_link(
            InvoiceForStars(
                title=sold.ru if language == "ru" else sold.en,
                payload=payload,
                amount=price.amount,
                is_subscription=sold.is_subscription,
            )
        )
        return Invoice(link, begun.created_at + OFFER_LASTS)

    async def checkout(self, query: PreCheckoutQuery) -> Checkout:
        """Whether a checkout may go through: one look into an index, and never a long wait.

        Raises `Unavailable` where that is not known in time: it is to be refused then, not left.
        """
        try:
            async with asyncio.timeout(CHECKOUT_SECONDS):
                async with self._books.database.reading() as connection:
                    found = await Purchases(connection).find_by_token(
                        PLATFORM, query.invoice_payload
                    )
        except TimeoutError as late:
            raise Unavailable("the checkout was not judged in time") from late
        order = None if found is None else _order(found)
        judged = judge_checkout(query, order, self._books.now() // 1000)
        self._figures.callbacks.count(PLATFORM, f"checkout_{judged}")
        return judged

    async def paid(self, payer: int, payment: SuccessfulPayment, raw: bytes) -> Purchase:
        """Give what a charge paid for, once; the purchase as it stands then."""
        name = Name(PLATFORM, payment.telegram_payment_charge_id)
        async with self._books.till() as till:
            await till.purchases.lock(PLATFORM, [name.charge, payment.invoice_payload])
            past = await _by_charge(till, name.charge)
            action = judge_payment(payment, None if past is None else _charge(past))
            if action is PaymentAction.IGNORE and past is not None:
                purchase = past
            else:
                purchase = await self._book(till, payer, payment)
            await till.heard(PLATFORM, raw, str(action), str(payer), past)
        self._figures.callbacks.count(PLATFORM, str(action))
        return purchase

    async def refunded(self, payer: int, refund: RefundedPayment, raw: bytes) -> Purchase:
        """Take back what a charge gave, once; before it was heard of, it will give nothing."""
        charge = refund.telegram_payment_charge_id
        async with self._books.till() as till:
            await till.purchases.lock(PLATFORM, [charge, refund.invoice_payload])
            past = await _by_charge(till, charge)
            action = judge_refund(None if past is None else _charge(past))
            if past is None:
                name = Name(PLATFORM, charge)
                begun = await till.begun(name, "", 0, CURRENCY)
                purchase = await till.keep(replace(begun, payer=str(payer), state=State.REFUNDED))
            elif action is RefundAction.REVOKE_ONCE:
                purchase = await till.take_back(past)
            else:
                purchase = past
            await till.heard(PLATFORM, raw, str(action), str(payer), past)
        self._figures.callbacks.count(PLATFORM, str(action))
        return purchase

    async def subscription_told(self, update: SubscriptionUpdate, raw: bytes) -> None:
        """Note whether a subscription will be paid again; what is paid stays."""
        action = judge_subscription(update)
        async with self._books.till() as till:
            await till.purchases.lock(PLATFORM, [update.invoice_payload])
            found = await till.purchases.find_by_token(PLATFORM, update.invoice_payload)
            if found is not None:
                renews = action is SubscriptionAction.MARK_RENEWING
                await till.follow(replace(found, renews=renews))
            await till.heard(PLATFORM, raw, str(action), str(update.user.id), found)
        self._figures.callbacks.count(PLATFORM, str(action))

    async def give_back(self, purchase: Purchase) -> None:
        """Have Telegram give the Stars of a purchase back; what it gave is taken by `refunded`.

        Raises `NotOnPlatform`, `NoAnswer`, `CallRefused`.
        """
        payer = named_payer(purchase)
        if self.api is None or purchase.charge is None or payer is None:
            raise NotOnPlatform
        await self.api.refund(int(payer), purchase.charge)

    async def _book(self, till: Till, payer: int, payment: SuccessfulPayment) -> Purchase:
        """Bind a new charge to the order that its payload names."""
        order = await till.purchases.find_by_token(PLATFORM, payment.invoice_payload)
        product = None if order is None else self._catalogue.find(order.product)
        is_right = order is not None and (payment.currency, payment.total_amount) == (
            order.currency,
            order.price,
        )
        if order is None or product is None or not is_right:
            return await self._set_aside(till, payer, payment)
        until = payment.subscription_expiration_date
        paid_until = None if until is None else until * 1000
        bound = replace(order, renews=payment.is_recurring, paid_until=paid_until)
        if order.state is not State.OFFERED:
            if payment.is_recurring and order.state is not State.REFUNDED:
                await till.keep(bound)  # which goes on, and is asked whether it does
            kind = Kind.SUBSCRIPTION if payment.is_recurring else Kind.ORDER
            name = Name(PLATFORM, payment.telegram_payment_charge_id, kind=kind)
            begun = await till.begun(name, order.product, order.price, order.currency)
            bound = replace(begun, account=order.account, first=order.id)
        charged = replace(bound, charge=payment.telegram_payment_charge_id, payer=str(payer))
        return await till.give(charged, product)

    async def _set_aside(self, till: Till, payer: int, payment: SuccessfulPayment) -> Purchase:
        """Money was taken for no order that we know: keep it for a human, as charged."""
        _log.warning("charge_without_order", platform=PLATFORM)
        name = Name(PLATFORM, payment.telegram_payment_charge_id)
        begun = await till.begun(name, "", payment.total_amount, payment.currency)
        account = await till.buyer(PLATFORM, str(payer))
        return await till.keep(replace(begun, payer=str(payer), account=account))


async def _by_charge(till: Till, charge: str) -> Purchase | None:
    """The purchase of a charge, paid once or again and again: their names are of one space."""
    for kind in Kind:
        if (found := await till.purchases.find(Name(PLATFORM, charge, kind=kind))) is not None:
            return found
    return None


def _charge(past: Purchase) -> Charge:
    return Charge.REVOKED if past.state is State.REFUNDED else Charge.CREDITED


def _order(found: Purchase) -> StarsOrder:
    """An order as the checkout's rules read it."""
    return StarsOrder(
        payload=found.token or "",
        user_id=int(named_payer(found) or 0),
        total_amount=found.price,
        expires_at=(found.created_at + OFFER_LASTS) // 1000,
        currency=found.currency,
        paid=found.state is not State.OFFERED,
        subscription=found.kind is Kind.SUBSCRIPTION,
    )
