"""Telegram's updates, as far as they are about payments; all others are somebody else's.

The webhook calls it, and so may a bot that asks for updates by itself: each effect happens once.
"""

from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
import structlog

from platforms.telegram.numbers import Number, Ordinal
from platforms.telegram.stars import (
    Checkout,
    Payer,
    PreCheckoutQuery,
    RefundedPayment,
    SubscriptionUpdate,
    SuccessfulPayment,
)
from server.purchases.stars import StarsPayments
from server.storage.database import Unavailable

__all__ = ["Number", "Ordinal", "TelegramUpdates"]

_log = structlog.get_logger(__name__)

REFUSALS: Final = {
    Checkout.UNKNOWN_ORDER: "Такого заказа нет. Откройте покупку заново. / No such order.",
    Checkout.OTHER_USER: "Этот счёт выставлен не вам. / This invoice is for somebody else.",
    Checkout.CURRENCY: "Цена изменилась. Откройте покупку заново. / The price has changed.",
    Checkout.AMOUNT: "Цена изменилась. Откройте покупку заново. / The price has changed.",
    Checkout.ALREADY_PAID: "Этот счёт уже оплачен. / This invoice is paid already.",
    Checkout.EXPIRED: "Счёт устарел. Откройте покупку заново. / The invoice has expired.",
}
LATER: Final = "Сервис занят, попробуйте через минуту. / We are busy: try again in a minute."


class PaymentMessage(msgspec.Struct, frozen=True, rename={"sender": "from"}):
    """A message, as far as it may be about a payment."""

    sender: Payer | None = None
    successful_payment: SuccessfulPayment | None = None
    refunded_payment: RefundedPayment | None = None


class PaymentUpdate(msgspec.Struct, frozen=True):
    """An update, as far as it may be about a payment."""

    update_id: Ordinal
    message: PaymentMessage | None = None
    pre_checkout_query: PreCheckoutQuery | None = None
    subscription: SubscriptionUpdate | None = None


Others = Callable[[bytes], Awaitable[None]]


async def nobody(_body: bytes) -> None:
    """What is about no payment is for the bot; where none runs, for nobody."""


class TelegramUpdates:
    """The use case. `others` gets every update that is about no payment, as its bytes came."""

    def __init__(self, stars: StarsPayments) -> None:
        self._stars = stars
        self._decoder = msgspec.json.Decoder(PaymentUpdate)
        self.others: Others = nobody

    async def come(self, body: bytes) -> bool:
        """Handle one update; whether it was about a payment.

        What it raises means that Telegram is to send it again: `Unavailable`, `CallFailed`.
        """
        try:
            update = self._decoder.decode(body)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            await self.others(body)
            return False
        if not await self._handled(update, body):
            await self.others(body)
            return False
        return True

    async def checkout(self, query: PreCheckoutQuery) -> None:
        """Judge a checkout and answer it; what cannot be judged now is refused."""
        try:
            judged = await self._stars.checkout(query)
            refusal = REFUSALS.get(judged)
        except Unavailable:
            _log.warning("checkout_refused", why="unavailable")
            refusal = LATER
        if self._stars.api is not None:
            await self._stars.api.answer_pre_checkout(query.id, refusal)

    async def _handled(self, update: PaymentUpdate, body: bytes) -> bool:
        if update.pre_checkout_query is not None:
            await self.checkout(update.pre_checkout_query)
        elif update.subscription is not None:
            await self._stars.subscription_told(update.subscription, body)
        elif update.message is not None and update.message.sender is not None:
            return await self._message(update.message, update.message.sender.id, body)
        else:
            return False
        return True

    async def _message(self, message: PaymentMessage, sender: int, body: bytes) -> bool:
        if message.successful_payment is not None:
            await self._stars.paid(sender, message.successful_payment, body)
        elif message.refunded_payment is not None:
            await self._stars.refunded(sender, message.refunded_payment, body)
        else:
            return False
        return True
