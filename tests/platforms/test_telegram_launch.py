"""initData of our Telegram mini app."""

import json
from urllib.parse import quote

import pytest

from platforms.freshness import Freshness
from platforms.identity import Visitor
from platforms.refusals import Forged, Reason, Refused
from platforms.secret import Secrets
from platforms.telegram.init_data import (
    PRODUCTION_KEY,
    TEST_KEY,
    MiniApp,
    WebAppUser,
    check_string,
    signed_by_token,
    signed_for_bot,
    token_hash,
    visitor,
)
from platforms.telegram.signing import app_launch
from tests.platforms.vectors import ALL, Vector, reason, vectors

NOW = 1_790_000_000
TOKENS = Secrets.of("42:NEW", "42:OLD")
APP = MiniApp(TOKENS)
ANNA = WebAppUser(5, first_name="Anna", language_code="ru")


def signed(vector: Vector) -> dict[str, str]:
    launch = vector["input"]["init_data"]
    if vector["kind"] == "webapp_hash":
        return signed_by_token(launch, Secrets.of(vector["secrets"]["bot_token"]))
    key = bytes.fromhex(vector["secrets"]["public_key_hex"])
    return signed_for_bot(launch, vector["input"]["bot_id"], key)


def judged(vector: Vector) -> Visitor | None:
    fields = signed(vector)
    params = vector["input"].get("params")
    if params is None:
        return None
    return visitor(fields, Freshness(params["max_age"], params["skew"]), params["now"])


@pytest.mark.parametrize("vector", vectors("webapp_hash", "webapp_ed25519"))
def test_a_launch_is_judged_as_its_vector_says(vector: Vector) -> None:
    if not vector["valid"]:
        with pytest.raises(Refused) as refused:
            judged(vector)
        assert refused.value.reason == reason(vector), vector["why"]
        return
    person, expected = judged(vector), vector["expected"]
    assert (person is None) == (vector["scope"] == "crypto")
    if person is not None:
        assert person.identity.id == str(expected["user_id"])
    if "data_check_string" in expected:
        assert expected["data_check_string"].endswith(check_string(signed(vector)))


@pytest.mark.parametrize("signature", ["", "A", "AAAA", "-" * 86, "я"])
def test_a_signature_of_another_size_is_none(signature: str) -> None:
    launch = f"auth_date={NOW}&user=%7B%7D&signature={quote(signature)}"

    with pytest.raises(Forged) as refused:
        signed_for_bot(launch, 42, PRODUCTION_KEY)

    assert refused.value.reason in (Reason.NO_SIGN, Reason.MALFORMED)


def test_real_data_is_signed_by_the_production_key() -> None:
    (vector,) = (v for v in ALL if v["id"] == "tg-ed-tma-prod")

    assert vector["secrets"]["public_key_hex"] == PRODUCTION_KEY.hex()
    assert TEST_KEY != PRODUCTION_KEY


@pytest.mark.parametrize("token", TOKENS.values)
def test_while_tokens_rotate_both_open_the_door(token: str) -> None:
    person = APP.verify(app_launch(token, ANNA, NOW), NOW)

    assert (str(person.identity), person.name, person.language) == (
        "telegram:user:5",
        "Anna",
        "ru",
    )


def launch_of(user: str) -> str:
    fields = {"auth_date": str(NOW), "user": user}
    return f"auth_date={NOW}&user={quote(user)}&hash={token_hash(fields, '42:NEW')}"


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [("a\x00b", "a b"), ("\ud800x", "x"), ("\n\t ", None), ("я" * 200, "я" * 64), ("", None)],
)
def test_a_name_reaches_us_without_what_a_database_refuses(name: str, cleaned: str) -> None:
    user = json.dumps({"id": 5, "first_name": name})

    assert APP.verify(launch_of(user), NOW).name == cleaned


@pytest.mark.parametrize(
    "user",
    [
        '{"id": NaN}',
        '{"id": 0}',
        '{"id": -5}',
        '{"id": 5.0}',
        '{"id": "5"}',
        '{"id": 4503599627370496}',
        '{"first_name": "nobody"}',
        '{"id": 5, "is_bot": "false"}',
        '{"id": 5, "first_name": 7}',
        "[" * 2000,
        "1" * 5000,
        "null",
    ],
)
def test_a_signed_user_that_cannot_be_one_is_refused(user: str) -> None:
    with pytest.raises(Forged) as refused:
        APP.verify(launch_of(user), NOW)

    assert refused.value.reason is Reason.BAD_FIELD


def test_the_largest_id_is_still_somebody() -> None:
    assert APP.verify(launch_of('{"id": 4503599627370495}'), NOW).identity.id == str(2**52 - 1)


@pytest.mark.parametrize(("carried", "start"), [("table-7", "table-7"), ("a b", None), ("", None)])
def test_the_link_that_opened_the_app_comes_along(carried: str, start: str | None) -> None:
    fields = {"auth_date": str(NOW), "user": '{"id":5}', "start_param": carried}
    query = "&".join(f"{key}={quote(value)}" for key, value in fields.items())

    person = APP.verify(f"{query}&hash={token_hash(fields, '42:NEW')}", NOW)

    assert person.start == start
