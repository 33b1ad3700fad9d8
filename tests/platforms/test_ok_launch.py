"""Launches of our OK app."""

from urllib.parse import parse_qsl, urlencode

import pytest

from platforms.ok.launch import OkApp
from platforms.ok.signature import signature
from platforms.ok.signing import app_launch
from platforms.refusals import Refused
from platforms.secret import Secrets
from tests.platforms.vectors import Vector, reason, vectors


@pytest.mark.parametrize("vector", vectors("ok_launch"))
def test_a_launch_is_judged_as_its_vector_says(vector: Vector) -> None:
    app = OkApp(vector["config"]["application_key"], Secrets.of(vector["secret"]))

    if vector["valid"]:
        identity = app.verify(vector["raw"]).identity
        assert {"platform": identity.platform, "user_id": identity.id} == vector["identity"]
        return
    with pytest.raises(Refused) as refused:
        app.verify(vector["raw"])
    assert refused.value.reason == reason(vector), vector["why"]


@pytest.mark.parametrize("secret", ["new", "old"])
def test_while_keys_rotate_both_open_the_door(secret: str) -> None:
    app = OkApp("CBA", Secrets.of("new", "old"))

    assert app.verify(app_launch("CBA", secret, "7", "abc")).identity.id == "7"


def test_a_session_has_one_replay_key_and_another_session_another() -> None:
    app = OkApp("CBA", Secrets.of("key"))
    first, again, other = (
        app.verify(app_launch("CBA", "key", "7", session)).replay_key
        for session in ("abc", "abc", "abd")
    )

    assert first == again
    assert first != other
    assert "abc" not in str(first)


@pytest.mark.parametrize(
    ("carried", "start"), [("table-7", "table-7"), ("a=1&b=я", None), ("\x00", None), ("", None)]
)
def test_the_link_that_opened_the_app_comes_along(carried: str, start: str | None) -> None:
    fields = dict(parse_qsl(app_launch("CBA", "key", "7", "abc"))) | {"custom_args": carried}
    query = urlencode(fields | {"sig": signature(fields, "key")})

    assert OkApp("CBA", Secrets.of("key")).verify(query).start == start
