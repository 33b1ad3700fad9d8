"""OK's payment callback: what it says, what follows from it, and how to answer.

The browser chooses price and product, and the signature only proves that OK sent the call: a
payment counts when product and amount are in our catalogue. Source: apiok.ru, callbacks.payment.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from xml.sax.saxutils import escape

import msgspec

from platforms.identity import is_number
from platforms.ok.signature import signature
from platforms.query import BODY_LIMIT, read_pairs, unique
from platforms.refusals import Forged
from platforms.secret import Secrets

HTTP_METHOD = "GET"

_MD5 = re.compile(r"[0-9a-f]{32}")
_TRANSACTION = re.compile(r"[A-Za-z0-9_-]{1,64}")
# A buyer chooses extra_attributes and has them signed: cut anew, they would be other payments.
_EMBEDDED = re.compile(r"(?:amount|application_key|method|product_code|transaction_id|uid)=")
# Subscriptions are told of by the same call, with such a mark; none is offered here.
_SUBSCRIPTION_MARK = "subscription"
_NAMESPACE = "http://api.forticom.com/1.0/"


class ErrorCode(IntEnum):
    """What OK understands; it gives the money back for all but SERVICE, which it tries again."""

    UNKNOWN = 1
    SERVICE = 2
    PARAM_SIGNATURE = 104
    CALLBACK_INVALID_PAYMENT = 1001
    SYSTEM = 9999


class PaymentRefused(Exception):
    """A payment that we do not honour, and the code to answer with."""

    def __init__(self, code: ErrorCode, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


class Effect(StrEnum):
    """What the buyer's account gains by this call."""

    NOTHING = "nothing"
    GRANT = "grant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """A payment as OK tells it, and as we keep it; `amount` is in OKs."""

    transaction_id: str
    user_id: str
    product: str
    amount: int


@dataclass(frozen=True, slots=True)
class PaymentsAddress:
    """The app whose payment calls we take."""

    application_key: str
    secrets: Secrets

    def read(self, query: str) -> Payment:
        """The payment in a raw query string; raises `PaymentRefused`."""
        fields = self._authentic(query)
        expected = {"method": "callbacks.payment", "application_key": self.application_key}
        for key, value in expected.items():
            _require(fields.get(key) == value, key)
        _require(fields.get("currency", "").lower() in ("", "ok"), "currency")
        _require(not any(_EMBEDDED.search(value) for value in fields.values()), "embedded_pair")
        for key, sold_plainly in (("product_option", ("",)), ("trial_days", ("", "0"))):
            _require(fields.get(key, "") in sold_plainly, key)
        marks = fields.get("extra_attributes", "").lower()
        _require(_SUBSCRIPTION_MARK not in marks, "extra_attributes")
        for key in ("uid", "amount"):
            _require(is_number(fields.get(key, "")), key)
        _require(bool(_TRANSACTION.fullmatch(fields.get("transaction_id", ""))), "transaction_id")
        _require(bool(fields.get("transaction_time")), "transaction_time")
        return Payment(
            transaction_id=fields["transaction_id"],
            user_id=fields["uid"],
            product=fields.get("product_code", ""),
            amount=int(fields["amount"]),
        )

    def _authentic(self, query: str) -> Mapping[str, str]:
        try:
            fields = unique(read_pairs(query, BODY_LIMIT))
        except Forged as unreadable:
            raise _invalid(unreadable.reason) from unreadable
        claimed = fields.get("sig", "")
        if not _MD5.fullmatch(claimed) or not self.secrets.any_makes(
            claimed, lambda secret: signature(fields, secret)
        ):
            raise PaymentRefused(ErrorCode.PARAM_SIGNATURE, "sig")
        return fields


def decide(payment: Payment, prices: Mapping[str, int], past: Payment | None) -> Effect:
    """What a payment means, given our prices in OKs and what we kept of this transaction.

    Grant and keep it in one transaction, under `transaction_id`; a payment that is refused is
    not kept, so that a right one may follow under the same id. Raises `PaymentRefused`.
    """
    if past is not None:
        _require(past == payment, "another user, product or amount before")
        return Effect.NOTHING
    _require(prices.get(payment.product) == payment.amount, "product or amount")
    return Effect.GRANT


class Format(StrEnum):
    """How OK is answered; XML is what every version of its documentation names."""

    XML = "application/xml"
    JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Answer:
    """What to send, with HTTP status 200; OK reads the header before the body."""

    content_type: Format
    body: bytes
    headers: Mapping[str, str]


def success(answer_format: Format = Format.XML) -> Answer:
    """The answer that takes the money."""
    body = f'<callbacks_payment_response xmlns="{_NAMESPACE}">true</callbacks_payment_response>'
    return _answer(answer_format, body, json=b"true")


def failure(refused: PaymentRefused, answer_format: Format = Format.XML) -> Answer:
    """The answer that sends the money back."""
    message = f"{refused.code.name} : {refused.why}"
    body = (
        f'<ns2:error_response xmlns:ns2="{_NAMESPACE}">'
        f"<error_code>{refused.code.value}</error_code>"
        f"<error_msg>{escape(message)}</error_msg></ns2:error_response>"
    )
    error = {"error_code": refused.code.value, "error_msg": message, "error_data": None}
    answer = _answer(answer_format, body, json=msgspec.json.encode(error))
    header = {"Invocation-error": str(refused.code.value)}
    return Answer(answer.content_type, answer.body, header)


def _answer(answer_format: Format, xml: str, *, json: bytes) -> Answer:
    if answer_format is Format.JSON:
        return Answer(answer_format, json, {})
    declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return Answer(answer_format, (declaration + xml).encode(), {})


def _require(fact: bool, why: str) -> None:  # noqa: FBT001  the fact is the whole question
    if not fact:
        raise _invalid(why)


def _invalid(why: str) -> PaymentRefused:
    return PaymentRefused(ErrorCode.CALLBACK_INVALID_PAYMENT, why)
