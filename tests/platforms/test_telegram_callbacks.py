"""Telegram beyond the mini app: the login button, the webhook, payloads and Stars."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from platforms.freshness import Freshness
from platforms.identity import Visitor
from platforms.refusals import Forged, Refused
from platforms.secret import Secrets
from platforms.telegram.init_data import check_string
from platforms.telegram.limits import is_callback_data, is_invoice_payload, is_start_payload
from platforms.telegram.login_widget import (
    WIDGET_FRESHNESS,
    signed_by_widget,
    widget_hash,
    widget_visitor,
)
from platforms.telegram.stars import (
    Charge,
    Checkout,
    PaymentAction,
    PreCheckoutQuery,
    RefundAction,
    RefundedPayment,
    StarsOrder,
    SubscriptionUpdate,
    SuccessfulPayment,
    judge_checkout,
    judge_payment,
    judge_refund,
    judge_subscription,
)
from platforms.telegram.webhook import (
    SECRET_HEADER,
    is_repeat,
    is_secret_token,
    require_secret_token,
)
from tests.platforms.vectors import Vector, reason, vectors

NOW = 1_790_000_000
TOKENS = Secrets.of("42:NEW", "42:OLD")


@pytest.mark.parametrize("vector", vectors("login_widget"))
def test_the_login_button_is_judged_as_its_vector_says(vector: Vector) -> None:
    def judged() -> Visitor | None:
        signed = signed_by_widget(
            vector["input"]["fields"], Secrets.of(vector["secrets"]["bot_token"])
        )
        expected = vector["expected"].get("data_check_string", check_string(signed))
        assert check_string(signed) == expected
        params = vector["input"].get("params")
        if params is None:
            return None
        freshness = Freshness(params["max_age"], params["skew"])
        return widget_visitor(signed, freshness, params["now"])

    if not vector["valid"]:
        with pytest.raises(Refused) as refused:
            judged()
        assert refused.value.reason == reason(vector), vector["why"]
        return
    person = judged()
    assert (person is None) == (vector["scope"] == "crypto")
    if person is not None:
        assert person.identity.id == str(vector["input"]["fields"]["id"])


@pytest.mark.parametrize("token", TOKENS.values)
def test_while_tokens_rotate_the_login_button_works_with_both(token: str) -> None:
    fields = {"id": "5", "first_name": "Anna", "last_name": "K", "auth_date": str(NOW)}

    signed = signed_by_widget(fields | {"hash": widget_hash(fields, token)}, TOKENS)

    assert widget_visitor(signed, WIDGET_FRESHNESS, NOW).name == "Anna K"


def test_fields_without_a_hash_are_not_signed() -> None:
    with pytest.raises(Forged, match="no_sign"):
        signed_by_widget({"id": 5}, TOKENS)
    with pytest.raises(Forged, match="malformed"):
        signed_by_widget({"id": 5, "hash": "0" * 63}, TOKENS)


@pytest.mark.parametrize("change", [{"id": "0"}, {"id": "x"}, {"auth_date": "soon"}])
def test_signed_fields_that_name_nobody_are_refused(change: dict[str, str]) -> None:
    fields = {"id": "5", "auth_date": str(NOW)} | change

    with pytest.raises(Forged, match="bad_field"):
        widget_visitor(fields, WIDGET_FRESHNESS, NOW)


SCALARS = st.none() | st.booleans() | st.integers() | st.floats()
ANY_TEXT = st.text(st.characters(codec=None))


@given(fields=st.dictionaries(st.text(max_size=5) | st.just("id"), SCALARS | ANY_TEXT))
@settings(deadline=None)
def test_no_fields_do_more_at_the_login_button_than_be_refused(fields: dict[str, object]) -> None:
    texts = {key: value for key, value in fields.items() if isinstance(value, str)}
    genuine: dict[str, object] = {**texts, "hash": widget_hash(texts, "42:NEW")}
    for told in (fields, genuine):
        with pytest.raises(Refused):
            widget_visitor(signed_by_widget(told, TOKENS), WIDGET_FRESHNESS, NOW)


@pytest.mark.parametrize("vector", vectors("webhook_secret_token"))
def test_a_webhooks_secret_is_judged_as_its_vector_says(vector: Vector) -> None:
    header, secret = vector["input"][SECRET_HEADER], vector["secrets"]["secret_token"]

    if vector["valid"]:
        require_secret_token(header, Secrets.of(secret))
        return
    with pytest.raises(Refused) as refused:
        require_secret_token(header, Secrets.of(secret))
    assert refused.value.reason == reason(vector), vector["why"]


@pytest.mark.parametrize("vector", vectors("webhook_secret_format"))
def test_a_webhooks_secret_has_the_form_that_its_vector_says(vector: Vector) -> None:
    assert is_secret_token(vector["input"]["secret_token"]) is vector["valid"], vector["why"]


@pytest.mark.parametrize("vector", vectors("webhook_dedup"))
def test_a_repeated_update_is_known_as_its_vector_says(vector: Vector) -> None:
    given = vector["input"]

    repeated = is_repeat(given["update_id"], set(given["seen"]))

    assert repeated is (vector["expected"]["action"] == "ignore"), vector["why"]


@pytest.mark.parametrize("vector", vectors("callback_data"))
def test_a_button_carries_what_its_vector_says(vector: Vector) -> None:
    assert is_callback_data(vector["input"]["callback_data"]) is vector["valid"], vector["why"]


@pytest.mark.parametrize("vector", vectors("invoice_payload"))
def test_an_invoice_carries_what_its_vector_says(vector: Vector) -> None:
    assert is_invoice_payload(vector["input"]["payload"]) is vector["valid"], vector["why"]


@pytest.mark.parametrize("vector", vectors("start_payload"))
def test_a_start_link_carries_what_its_vector_says(vector: Vector) -> None:
    assert is_start_payload(vector["input"]["payload"]) is vector["valid"], vector["why"]


def test_one_byte_is_enough() -> None:
    assert is_callback_data("a")
    assert is_invoice_payload("a")


def test_a_text_without_bytes_fits_nowhere() -> None:
    assert not is_callback_data("\ud800")
    assert not is_invoice_payload("\ud800")
    assert not is_start_payload("\ud800")


def stars_order(told: dict[str, Any] | None) -> StarsOrder | None:
    if told is None:
        return None
    known = {key: value for key, value in told.items() if key != "state"}
    return StarsOrder(**known, paid=told["state"] == "paid")


@pytest.mark.parametrize("vector", vectors("stars_pre_checkout"))
def test_a_checkout_is_answered_as_its_vector_says(vector: Vector) -> None:
    given = vector["input"]
    query = msgspec.convert(given["pre_checkout_query"], PreCheckoutQuery)

    verdict = judge_checkout(query, stars_order(given["order"]), given["now"])

    assert verdict == vector["expected"]["decision"].removeprefix("decline:"), vector["why"]
    assert (verdict is Checkout.APPROVE) is vector["valid"]


def test_a_forwarded_invoice_cannot_be_paid_by_somebody_else() -> None:
    order = StarsOrder(payload="o", user_id=5, total_amount=10, expires_at=NOW)
    query = {"id": "1", "from": {"id": 6}, "currency": "XTR", "total_amount": 10}

    stranger = msgspec.convert(query | {"invoice_payload": "o"}, PreCheckoutQuery)

    assert judge_checkout(stranger, order, NOW) is Checkout.OTHER_USER


def test_an_offer_may_be_paid_in_its_last_second() -> None:
    order = StarsOrder(payload="o", user_id=5, total_amount=10, expires_at=NOW)
    query = {"id": "1", "from": {"id": 5}, "currency": "XTR", "total_amount": 10}

    late = msgspec.convert(query | {"invoice_payload": "o"}, PreCheckoutQuery)

    assert judge_checkout(late, order, NOW) is Checkout.APPROVE
    assert judge_checkout(late, order, NOW + 1) is Checkout.EXPIRED


def test_a_subscription_may_be_paid_again_after_its_offer_has_expired() -> None:
    order = StarsOrder(
        payload="o", user_id=5, total_amount=10, expires_at=NOW - 1, paid=True, subscription=True
    )
    query = {"id": "1", "from": {"id": 5}, "currency": "XTR", "total_amount": 10}

    renewal = msgspec.convert(query | {"invoice_payload": "o"}, PreCheckoutQuery)

    assert judge_checkout(renewal, order, NOW) is Checkout.APPROVE


@pytest.mark.parametrize("vector", vectors("stars_successful_payment"))
def test_a_payment_leads_to_what_its_vector_says(vector: Vector) -> None:
    payment = msgspec.convert(vector["input"]["successful_payment"], SuccessfulPayment)
    known = payment.telegram_payment_charge_id in vector["input"]["known_charge_ids"]

    action = judge_payment(payment, Charge.CREDITED if known else None)

    assert action == vector["expected"]["action"], vector["why"]
    assert (action is not PaymentAction.IGNORE) is vector["valid"]
    assert payment.subscription_expiration_date == vector["expected"].get("expires")
    assert vector["expected"].get("key", payment.telegram_payment_charge_id) == (
        payment.telegram_payment_charge_id
    )


@pytest.mark.parametrize("vector", vectors("stars_refunded_payment"))
def test_a_refund_leads_to_what_its_vector_says(vector: Vector) -> None:
    refund = msgspec.convert(vector["input"]["refunded_payment"], RefundedPayment)
    known = refund.telegram_payment_charge_id in vector["input"]["known_charge_ids"]

    assert judge_refund(Charge.CREDITED if known else None) == vector["expected"]["action"]


def test_what_was_refunded_is_neither_granted_nor_taken_back_again() -> None:
    late = SuccessfulPayment(
        currency="XTR", total_amount=1, invoice_payload="o", telegram_payment_charge_id="c"
    )

    assert judge_payment(late, Charge.REVOKED) is PaymentAction.IGNORE
    assert judge_refund(Charge.REVOKED) is RefundAction.IGNORE


@pytest.mark.parametrize("vector", vectors("stars_subscription_update"))
def test_a_subscriptions_update_leads_to_what_its_vector_says(vector: Vector) -> None:
    update = msgspec.convert(vector["input"]["subscription"], SubscriptionUpdate)

    assert judge_subscription(update) == vector["expected"]["action"]
