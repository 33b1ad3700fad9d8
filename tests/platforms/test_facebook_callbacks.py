"""Facebook's callbacks: about users, webhooks, receipts and what Graph tells of a payment."""

import base64
from contextlib import suppress
from decimal import Decimal
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from platforms.facebook.graph import (
    Decision,
    DialogOrder,
    appsecret_proof,
    decide,
    read_payment,
)
from platforms.facebook.receipts import (
    Claim,
    ClaimOutcome,
    Purchase,
    Receipts,
    decide_claim,
    dialog_payment,
)
from platforms.facebook.signed_request import sign
from platforms.facebook.user_requests import DeletionAnswer, about_user, canvas_user
from platforms.facebook.webhooks import (
    SIGNATURE_HEADER,
    require_signature,
    signature,
    verification,
)
from platforms.freshness import Freshness
from platforms.identity import Identity, Kind, Platform
from platforms.refusals import Forged, Reason, Refused, Stale
from platforms.secret import Secrets, same
from tests.platforms.vectors import Vector, reason, vectors

NOW = 1_790_000_000
KEY = Secrets.of("key")


def secrets(vector: Vector) -> Secrets:
    return Secrets.of(vector["secrets"]["app_secret"])


def payer(vector: Vector) -> str:
    """Read a signed request of the vector's kind, and say whom or what it names."""
    text, params = vector["input"]["signed_request"], vector["input"]["params"]
    now = params["now"]
    match vector["kind"]:
        case "canvas_signed_request":
            freshness = Freshness(params["max_age"], params["skew"])
            return canvas_user(text, secrets(vector), freshness, now).id
        case "data_deletion_signed_request":
            return about_user(text, secrets(vector), now).identity.id
        case "instant_purchase":
            freshness = Freshness(params["max_age"], params["skew"])
            receipts = Receipts(params["app_id"], secrets(vector), freshness)
            return receipts.purchase(text, params["product_id"], now).purchase_token
        case "pay_dialog_signed_request":
            return dialog_payment(text, secrets(vector), params["request_id"], now)
        case kind:
            pytest.fail(f"a kind we do not know: {kind}")


@pytest.mark.parametrize(
    "vector",
    vectors(
        "canvas_signed_request",
        "data_deletion_signed_request",
        "instant_purchase",
        "pay_dialog_signed_request",
    ),
)
def test_a_signed_request_is_judged_as_its_vector_says(vector: Vector) -> None:
    if vector["valid"]:
        assert payer(vector) == vector["expected"]["result"]["id"]
        return
    with pytest.raises(Refused) as refused:
        payer(vector)
    assert refused.value.reason == reason(vector), vector["why"]


@pytest.mark.parametrize("vector", vectors("data_deletion_response"))
def test_a_deletion_is_answered_in_the_shape_that_facebook_asks_for(vector: Vector) -> None:
    answer = vector["input"]["json"]
    url, code = answer["url"], answer.get("confirmation_code", "")

    if vector["valid"]:
        assert msgspec.to_builtins(DeletionAnswer(url, code)) == answer
        return
    with pytest.raises(ValueError, match="alphanumeric"):
        DeletionAnswer(url, code)


def test_a_deletion_says_whom_it_is_about_and_when_it_was_asked_for() -> None:
    about = about_user(sign({"issued_at": NOW - 10**7, "user_id": 5}, "key"), KEY, NOW)

    assert about.identity == Identity(Platform.FACEBOOK, Kind.ASID, "5")
    assert about.issued_at == NOW - 10**7
    with pytest.raises(Stale):
        about_user(sign({"issued_at": NOW + 61, "user_id": "5"}, "key"), KEY, NOW)


@pytest.mark.parametrize("vector", vectors("webhook_signature"))
def test_a_webhook_is_judged_as_its_vector_says(vector: Vector) -> None:
    given = vector["input"]
    body, header = base64.b64decode(given["body_base64"]), given["headers"].get(SIGNATURE_HEADER)

    if vector["valid"]:
        require_signature(header, body, secrets(vector))
        return
    with pytest.raises(Forged) as refused:
        require_signature(header, body, secrets(vector))
    assert refused.value.reason == reason(vector), vector["why"]


@pytest.mark.parametrize("vector", vectors("webhook_signature_sha1"))
def test_the_older_header_is_made_as_its_vector_says(vector: Vector) -> None:
    body, secret = (
        base64.b64decode(vector["input"]["body_base64"]),
        vector["secrets"]["app_secret"],
    )

    assert signature(body, secret, "sha1") == vector["expected"]["X-Hub-Signature"]


@pytest.mark.parametrize("vector", vectors("webhook_get_verification"))
def test_a_verification_is_answered_as_its_vector_says(vector: Vector) -> None:
    def answer() -> str:
        return verification(
            vector["input"]["query"], Secrets.of(vector["secrets"]["verify_token"])
        )

    if vector["valid"]:
        assert answer() == vector["expected"]["body"]
        return
    with pytest.raises(Refused) as refused:
        answer()
    assert refused.value.reason == reason(vector), vector["why"]


@pytest.mark.parametrize("token", ["", "meatyhamhoc", "\ud800", "ключ"])
def test_a_verification_with_another_token_is_refused(token: str) -> None:
    query = {"hub.mode": "subscribe", "hub.challenge": "1", "hub.verify_token": token}

    with pytest.raises(Forged) as refused:
        verification(query, Secrets.of("meatyhamhock"))

    assert refused.value.reason is Reason.BAD_SECRET


@pytest.mark.parametrize("vector", vectors("appsecret_proof"))
def test_a_proof_is_made_as_its_vector_says(vector: Vector) -> None:
    proof = appsecret_proof(vector["input"]["access_token"], vector["secrets"]["app_secret"])
    claimed = vector["input"].get("claimed") or vector["expected"]["appsecret_proof"]

    assert same(claimed, proof) is vector["valid"], vector["why"]


def ordered(vector: Vector) -> DialogOrder:
    order: dict[str, Any] = vector["input"]["order"]
    return DialogOrder(**(order | {"amount": Decimal(order["amount"])}))


@pytest.mark.parametrize("vector", vectors("graph_payment_decision"))
def test_a_payment_leads_to_what_its_vector_says(vector: Vector) -> None:
    decision = decide(read_payment(vector["input"]["graph_payment"]), ordered(vector))

    assert decision == vector["expected"]["decision"], vector["why"]
    assert (decision is Decision.GRANT) is vector["valid"]


def paid(*actions: tuple[str, str], **changes: object) -> Decision:
    told = [
        {"type": kind, "status": status, "currency": "USD", "amount": "0.99"}
        for kind, status in actions
    ]
    payment: dict[str, object] = {
        "id": "1",
        "user": {"id": "5"},
        "application": {"id": "7"},
        "actions": told,
        "items": [{"product": "https://ours.example/coins", "quantity": 1}],
        "request_id": "r",
    }
    order = DialogOrder(
        user_id="5",
        app_id="7",
        product="https://ours.example/coins",
        quantity=1,
        currency="USD",
        amount=Decimal("0.99"),
        request_id="r",
    )
    return decide(read_payment(payment | changes), order)


CHARGED = ("charge", "completed")


@pytest.mark.parametrize(
    ("actions", "decision"),
    [
        ([], Decision.WAIT),
        ([CHARGED, ("refund", "failed")], Decision.GRANT),
        ([CHARGED, ("refund", "initiated")], Decision.GRANT),
        ([("charge", "failed"), CHARGED], Decision.GRANT),
        ([CHARGED, ("something new", "completed")], Decision.GRANT),
    ],
)
def test_only_what_was_completed_changes_an_order(
    actions: list[tuple[str, str]], decision: Decision
) -> None:
    assert paid(*actions) is decision


def test_a_payment_must_be_of_our_order_and_in_earnest() -> None:
    assert paid(CHARGED, user=None) is Decision.GRANT
    assert paid(CHARGED, user={"id": "6"}) is Decision.REJECT
    assert paid(CHARGED, request_id="other") is Decision.REJECT
    assert paid(CHARGED, request_id=None) is Decision.REJECT
    assert paid(CHARGED, test=1) is Decision.REJECT
    assert paid(CHARGED, items=[]) is Decision.REJECT


@pytest.mark.parametrize("amount", ["NaN", "sNaN", "Infinity", "free", None])
def test_an_amount_that_is_none_is_refused(amount: str | None) -> None:
    action = {"type": "charge", "status": "completed", "currency": "USD", "amount": amount}

    with pytest.raises(Forged):
        read_payment({"id": "1", "application": {"id": "7"}, "items": [], "actions": [action]})


RECEIPT = {
    "issued_at": NOW,
    "app_id": "7",
    "payment_id": "1",
    "product_id": "coins",
    "purchase_token": "t",
    "payment_action_type": "charge",
}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"purchase_token": ""}, Reason.BAD_FIELD),
        ({"payment_id": "x"}, Reason.BAD_FIELD),
        ({"app_id": "8"}, Reason.MISMATCH),
        ({"product_id": "gold"}, Reason.MISMATCH),
        ({"payment_action_type": "refund"}, Reason.NOT_CHARGE),
        ({"issued_at": NOW - 8 * 86_400}, Reason.STALE),
    ],
)
def test_a_receipt_of_anything_else_is_refused(changes: dict[str, object], why: Reason) -> None:
    receipts = Receipts("7", KEY)
    assert receipts.purchase(sign({**RECEIPT}, "key"), "coins", NOW) == Purchase("1", "t", "coins")

    with pytest.raises(Refused) as refused:
        receipts.purchase(sign(RECEIPT | changes, "key"), "coins", NOW)

    assert refused.value.reason is why


PURCHASE = Purchase("1", "token", "coins")


@pytest.mark.parametrize(
    ("past", "outcome"),
    [
        (None, ClaimOutcome.GRANT),
        (Claim(PURCHASE, "anna"), ClaimOutcome.ALREADY_GRANTED),
        (Claim(PURCHASE, "boris"), ClaimOutcome.OTHER_OWNER),
        (Claim(Purchase("1", "another", "coins"), "anna"), ClaimOutcome.OTHER_OWNER),
        (Claim(PURCHASE, "anna", refunded=True), ClaimOutcome.REFUNDED),
    ],
)
def test_the_first_to_present_a_receipt_owns_it(past: Claim | None, outcome: ClaimOutcome) -> None:
    assert decide_claim(PURCHASE, "anna", past) is outcome


PURCHASE_KEYS = [
    "issued_at", "purchase_token", "payment_id", "app_id", "product_id", "payment_action_type",
    "user_id", "expires", "status", "request_id",
]  # fmt: skip
VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.none())


@given(content=st.dictionaries(st.sampled_from(PURCHASE_KEYS), VALUES))
@settings(deadline=None)
def test_facebook_may_sign_anything_and_is_only_refused(content: dict[str, object]) -> None:
    text = sign({"issued_at": NOW, **content}, "key")
    for read in (
        lambda: Receipts("7", KEY).purchase(text, "coins", NOW),
        lambda: dialog_payment(text, KEY, "r", NOW),
        lambda: about_user(text, KEY, NOW),
    ):
        with suppress(Refused):
            read()
