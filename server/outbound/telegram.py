"""The Bot API, as far as payments need it. Source: core.telegram.org/bots/api, Payments."""

from typing import Any, Final, TypeVar

import msgspec

from platforms.secret import Secrets
from server.outbound.calls import CallRefused, NoAnswer, PlatformApi

SUBSCRIPTION_SECONDS: Final = 30 * 24 * 60 * 60
PAGE: Final = 100

_ALREADY_REFUNDED: Final = "CHARGE_ALREADY_REFUNDED"
Shape = TypeVar("Shape")


class InvoiceForStars(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be paid: `amount` in Stars, `payload` is our own name for it."""

    title: str
    payload: str
    amount: int
    is_subscription: bool


class StarUser(msgspec.Struct, frozen=True):
    """A user at the other end of a transaction."""

    id: int


class StarPartner(msgspec.Struct, frozen=True):
    """The other end: a user, or something else that concerns no purchase."""

    type: str
    user: StarUser | None = None
    invoice_payload: str | None = None


class StarTransaction(msgspec.Struct, frozen=True):
    """One line of the bot's account; a refund has the id of its charge, and a receiver."""

    id: str
    amount: int
    date: int
    source: StarPartner | None = None
    receiver: StarPartner | None = None


class _Link(msgspec.Struct, frozen=True):
    result: str


class _Done(msgspec.Struct, frozen=True):
    result: bool


class _Transactions(msgspec.Struct, frozen=True):
    transactions: list[StarTransaction]


class _Listed(msgspec.Struct, frozen=True):
    result: _Transactions


class _Refusal(msgspec.Struct, frozen=True):
    error_code: int
    description: str = ""


class TelegramApi:
    """Asks as the bot whose token it has."""

    def __init__(self, api: PlatformApi, token: Secrets) -> None:
        self._api = api
        self._token = token

    async def invoice_link(self, invoice: InvoiceForStars) -> str:
        """The link by which it is paid."""
        form = {
            "title": invoice.title,
            "description": invoice.title,
            "payload": invoice.payload,
            "currency": "XTR",
            "prices": msgspec.json.encode(
                [{"label": invoice.title, "amount": invoice.amount}]
            ).decode(),
        }
        if invoice.is_subscription:
            form["subscription_period"] = str(SUBSCRIPTION_SECONDS)
        return self._as(_Link, await self._call("createInvoiceLink", form)).result

    async def answer_pre_checkout(self, query: str, refusal: str | None = None) -> None:
        """Let a checkout through, or say to the payer why not."""
        form = {"pre_checkout_query_id": query, "ok": "true" if refusal is None else "false"}
        if refusal is not None:
            form["error_message"] = refusal
        self._as(_Done, await self._call("answerPreCheckoutQuery", form))

    async def refund(self, user: int, charge: str) -> None:
        """Give the Stars of a charge back; one that was given back before is as good."""
        form = {"user_id": str(user), "telegram_payment_charge_id": charge}
        try:
            done = self._as(_Done, await self._call("refundStarPayment", form))
            if not done.result:
                raise CallRefused("telegram", 200, "the Stars were not given back")
        except CallRefused as refused:
            if _ALREADY_REFUNDED not in refused.why:
                raise

    async def transactions(self, offset: int) -> list[StarTransaction]:
        """At most `PAGE` lines of the bot's account in its own order, after so many."""
        form = {"offset": str(offset), "limit": str(PAGE)}
        answer = await self._call("getStarTransactions", form)
        return self._as(_Listed, answer).result.transactions

    async def _call(self, method: str, form: dict[str, str]) -> Any:
        answer = await self._api.post(f"/bot{self._token.current}/{method}", form)
        if isinstance(answer, dict) and answer.get("ok") is not True:
            refusal = self._as(_Refusal, answer)
            raise CallRefused("telegram", refusal.error_code, refusal.description)
        return answer

    def _as(self, shape: type[Shape], answer: Any) -> Shape:
        try:
            return msgspec.convert(answer, shape)
        except msgspec.ValidationError as error:
            raise NoAnswer("telegram", f"nonsense: {error}") from error
