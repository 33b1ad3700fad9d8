"""OK's payment callback: read, decided, answered, each transaction once."""

from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from platforms.ok.payments import (
    HTTP_METHOD,
    Answer,
    Effect,
    ErrorCode,
    Format,
    Payment,
    PaymentRefused,
    PaymentsAddress,
    decide,
    failure,
    success,
)
from platforms.ok.signature import signature
from platforms.secret import Secrets
from tests.platforms.vectors import Vector, vectors

ADDRESS = PaymentsAddress("CBA", Secrets.of("new", "old"))
PRICES = {"coins": 20}


class Till:
    """What the server keeps: payments by transaction, and what they brought."""

    def __init__(self, address: PaymentsAddress, prices: dict[str, int]) -> None:
        self.address = address
        self.prices = prices
        self.payments: dict[str, Payment] = {}
        self.granted: list[str] = []

    def handle(self, query: str) -> Answer:
        try:
            payment = self.address.read(query)
            past = self.payments.get(payment.transaction_id)
            effect = decide(payment, self.prices, past)
        except PaymentRefused as refused:
            return failure(refused, Format.JSON)
        self.payments[payment.transaction_id] = payment
        if effect is Effect.GRANT:
            self.granted.append(payment.product)
        return success(Format.JSON)


def till(vector: Vector) -> Till:
    config = vector["config"]
    address = PaymentsAddress(config["application_key"], Secrets.of(vector["secret"]))
    return Till(address, config["catalog"])


def refusal(answer: Answer) -> str | None:
    content: Any = msgspec.json.decode(answer.body)
    if content is True:
        return None
    if content["error_msg"].endswith("duplicate_key"):
        return "duplicate_key"
    assert answer.headers == {"Invocation-error": str(content["error_code"])}
    return f"ok_error_{content['error_code']}"


@pytest.mark.parametrize("vector", vectors("ok_payment_sig"))
def test_a_call_is_answered_as_its_vector_says(vector: Vector) -> None:
    if vector.get("reject_reason") == "wrong_method":
        assert vector["config"]["http_method"] != HTTP_METHOD
        return
    assert vector["config"]["http_method"] == HTTP_METHOD

    answer = till(vector).handle(vector["raw"])

    assert refusal(answer) == vector.get("reject_reason"), vector["why"]
    if vector["valid"]:
        payment = till(vector).address.read(vector["raw"])
        assert payment.user_id == vector["identity"]["user_id"]


@pytest.mark.parametrize("vector", vectors("ok_payment_sequence"))
def test_a_sequence_of_calls_ends_as_its_vector_says(vector: Vector) -> None:
    shop, grants = till(vector), vector["config"]["grants"]

    for step in vector["params"]:
        answer, expected = shop.handle(step["raw"]), step["response"]
        content = msgspec.json.decode(answer.body)
        if isinstance(content, dict):
            content = {"error_code": content["error_code"]}
        assert content == expected["json"]
        assert answer.headers == expected.get("header", {})
        assert sum(grants[item] for item in shop.granted) == step["balance_after"]
    assert sum(grants[item] for item in shop.granted) == vector["expected"]["final_balance"]


def call(secret: str = "new", **fields: object) -> str:
    told: dict[str, object] = {
        "application_key": "CBA",
        "method": "callbacks.payment",
        "uid": 5,
        "transaction_id": 77,
        "transaction_time": "2026-01-01 03:00:00",
        "product_code": "coins",
        "amount": 20,
    }
    texts = {key: str(value) for key, value in (told | fields).items()}
    return urlencode(texts | {"sig": signature(texts, secret)})


def test_while_keys_rotate_both_are_believed() -> None:
    for secret in ("new", "old"):
        assert ADDRESS.read(call(secret)).amount == 20


@pytest.mark.parametrize("currency", ["", "ok", "OK"])
def test_ok_may_name_its_own_currency(currency: str) -> None:
    assert refusal(Till(ADDRESS, PRICES).handle(call(currency=currency))) is None


@pytest.mark.parametrize("key", ["uid", "transaction_id", "transaction_time", "product_code"])
def test_a_call_without_what_a_payment_needs_is_refused(key: str) -> None:
    assert refusal(Till(ADDRESS, PRICES).handle(call(**{key: ""}))) == "ok_error_1001"


def test_attributes_that_could_be_cut_into_another_payment_are_refused() -> None:
    crafted = "method=callbacks.paymentproduct_code=coinstransaction_id=78uid=5"

    shop = Till(ADDRESS, PRICES)

    assert refusal(shop.handle(call(extra_attributes=crafted))) == "ok_error_1001"
    assert shop.granted == []


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("trial_days", "7"),
        ("product_option", "large"),
        ("extra_attributes", '{"action":"reg_subscription"}'),
    ],
)
def test_what_we_never_offered_is_no_sale(key: str, told: str) -> None:
    shop = Till(ADDRESS, PRICES)

    assert refusal(shop.handle(call(**{key: told}))) == "ok_error_1001"
    assert shop.granted == []


def test_the_documented_answers_are_xml() -> None:
    taken, refused = success(), failure(PaymentRefused(ErrorCode.SERVICE, "<later> & again"))

    assert taken.content_type == "application/xml"
    assert taken.body.decode() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n<callbacks_payment_response '
        'xmlns="http://api.forticom.com/1.0/">true</callbacks_payment_response>'
    )
    assert refused.headers == {"Invocation-error": "2"}
    assert refused.body.decode() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n<ns2:error_response '
        'xmlns:ns2="http://api.forticom.com/1.0/"><error_code>2</error_code>'
        "<error_msg>SERVICE : &lt;later&gt; &amp; again</error_msg></ns2:error_response>"
    )


@given(raw=st.text(st.characters(codec=None), max_size=200))
@settings(deadline=None)
def test_no_query_does_more_than_be_refused(raw: str) -> None:
    assert refusal(Till(ADDRESS, PRICES).handle(raw)) in (
        "ok_error_104",
        "ok_error_1001",
        "duplicate_key",
    )
