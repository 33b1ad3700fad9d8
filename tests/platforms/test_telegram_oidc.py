"""Login on a page by Telegram's id_token."""

import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from hypothesis import given
from hypothesis import strategies as st

from platforms import base64url
from platforms.identity import Visitor
from platforms.refusals import Forged, Reason, Refused
from platforms.telegram.oidc import ExpectedLogin, read_keys, verify_id_token
from tests.platforms.vectors import ALL, Vector, reason, vectors


@pytest.mark.parametrize("vector", vectors("oidc_id_token"))
def test_an_id_token_is_judged_as_its_vector_says(vector: Vector) -> None:
    params = vector["input"]["params"]
    keys = read_keys(vector["secrets"]["jwks"])
    login = ExpectedLogin(client_id=params["client_id"], nonce=params["nonce"])
    token = vector["input"]["id_token"]

    if vector["valid"]:
        person = verify_id_token(token, keys, login, params["now"])
        assert person.identity.id == str(vector["expected"]["user_id"])
        return
    with pytest.raises(Refused) as refused:
        verify_id_token(token, keys, login, params["now"])
    assert refused.value.reason == reason(vector), vector["why"]


NOW = 1_790_000_000
ANY_TEXT = st.text(st.characters(codec=None))
OIDC = next(vector for vector in ALL if vector["id"] == "tg-oidc-ok")
KEYS = read_keys(OIDC["secrets"]["jwks"])
LOGIN = ExpectedLogin(client_id="110201543", nonce="n-0S6_WzA2Mj")


@given(ANY_TEXT | st.tuples(ANY_TEXT, ANY_TEXT, ANY_TEXT).map(".".join))
def test_no_token_does_more_than_be_refused(token: str) -> None:
    with pytest.raises(Refused):
        verify_id_token(token, KEYS, LOGIN, NOW)


def test_a_token_of_another_client_is_refused() -> None:
    other = ExpectedLogin(client_id="1", nonce=LOGIN.nonce)

    with pytest.raises(Refused) as refused:
        verify_id_token(OIDC["input"]["id_token"], KEYS, other, NOW)

    assert refused.value.reason == "bad_audience"


@pytest.mark.parametrize(
    "jwks",
    [
        {},
        {"keys": 5},
        {"keys": [5, None, {}]},
        {"keys": [{"kid": "a", "kty": "RSA", "n": "!", "e": "AQAB"}]},
        {"keys": [{"kid": "a", "kty": "RSA", "n": "AQAB", "e": "AQAB"}]},
        {"keys": [{"kid": "a", "kty": "RSA", "n": "", "e": ""}]},
        {"keys": [{"kid": "a", "kty": "RSA", "alg": "RS512", "n": "AQAB", "e": "AQAB"}]},
    ],
)
def test_keys_that_we_cannot_use_are_skipped(jwks: dict[str, object]) -> None:
    assert read_keys(jwks) == {}


OURS = generate_private_key(public_exponent=65537, key_size=2048)
OUR_KEYS = {"ours": OURS.public_key()}
CLAIMS: dict[str, Any] = {
    "iss": "https://oauth.telegram.org",
    "aud": LOGIN.client_id,
    "sub": "123",
    "iat": NOW,
    "exp": NOW + 3600,
    "nonce": LOGIN.nonce,
    "id": 5,
    "name": "Anna",
}


def signed(claims: object, header: object) -> str:
    parts = [base64url.encode(json.dumps(part).encode()) for part in (header, claims)]
    text = ".".join(parts)
    return f"{text}.{base64url.encode(OURS.sign(text.encode(), PKCS1v15(), SHA256()))}"


def login_of(**changes: object) -> Visitor:
    token = signed(CLAIMS | changes, {"alg": "RS256", "kid": "ours"})
    return verify_id_token(token, OUR_KEYS, LOGIN, NOW)


def test_the_person_is_the_id_and_not_the_subject() -> None:
    person = login_of(aud=[LOGIN.client_id])

    assert (str(person.identity), person.name) == ("telegram:user:5", "Anna")


def test_the_last_second_and_the_largest_id_are_still_good() -> None:
    assert login_of(id=2**52 - 1, exp=NOW - 60).identity.id == str(2**52 - 1)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"aud": "1"}, Reason.BAD_AUDIENCE),
        ({"aud": [LOGIN.client_id, "1"]}, Reason.BAD_AUDIENCE),
        ({"aud": []}, Reason.BAD_AUDIENCE),
        ({"iat": NOW + 61}, Reason.FUTURE),
        ({"nbf": NOW + 61}, Reason.FUTURE),
        ({"exp": NOW - 61}, Reason.STALE),
        ({"nonce": None}, Reason.MISMATCH),
        ({"id": 0}, Reason.BAD_FIELD),
        ({"id": 2**52}, Reason.BAD_FIELD),
        ({"id": "5"}, Reason.BAD_FIELD),
        ({"id": True}, Reason.BAD_FIELD),
        ({"exp": None}, Reason.BAD_FIELD),
        ({"iss": "http://oauth.telegram.org"}, Reason.BAD_ISSUER),
    ],
)
def test_a_signed_token_that_is_not_of_this_login_is_refused(
    changes: dict[str, object], why: Reason
) -> None:
    with pytest.raises(Refused) as refused:
        login_of(**changes)

    assert refused.value.reason is why


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ("", Reason.MALFORMED),
        ("a.b", Reason.MALFORMED),
        (signed(CLAIMS, {"alg": "RS256", "kid": "ours"}).rpartition(".")[0], Reason.MALFORMED),
        (signed(CLAIMS, {"alg": "RS256", "kid": "ours"}) + ".c", Reason.MALFORMED),
        ("!.b.c", Reason.MALFORMED),
        (signed(CLAIMS, [1]), Reason.MALFORMED),
        (signed(CLAIMS, {"alg": 5}), Reason.BAD_FIELD),
        (signed(CLAIMS, {"alg": "none", "kid": "ours"}), Reason.BAD_ALGORITHM),
        (signed(CLAIMS, {"alg": "RS256", "kid": "ours", "crit": ["x"]}), Reason.BAD_ALGORITHM),
        (signed(CLAIMS, {"alg": "RS256"}), Reason.UNKNOWN_KEY),
        (signed(CLAIMS, {"alg": "RS256", "kid": "ours"}) + "!", Reason.MALFORMED),
        (signed("no object", {"alg": "RS256", "kid": "ours"}), Reason.MALFORMED),
        ("я.b.c", Reason.MALFORMED),
        ("a" * 8193, Reason.TOO_LONG),
    ],
)
def test_a_text_that_is_no_token_of_ours_is_refused(token: str, why: Reason) -> None:
    with pytest.raises(Forged) as refused:
        verify_id_token(token, OUR_KEYS, LOGIN, NOW)

    assert refused.value.reason is why


def test_our_own_key_set_is_read_back() -> None:
    numbers = OURS.public_key().public_numbers()
    n, e = (
        base64url.encode(number.to_bytes((number.bit_length() + 7) // 8))
        for number in (numbers.n, numbers.e)
    )

    keys = read_keys({"keys": [{"kid": "ours", "kty": "RSA", "n": n, "e": e}]})

    assert keys["ours"].public_numbers() == numbers
