"""Signatures of our calls to OK."""

import pytest

from platforms.ok.rest import application_signature, session_signature, token_signature
from platforms.ok.signature import md5
from tests.platforms.vectors import Vector, vectors


@pytest.mark.parametrize("vector", vectors("ok_rest_sig"))
def test_a_call_is_signed_as_its_vector_says(vector: Vector) -> None:
    fields, secret = dict(vector["params"]), vector["secret"]
    match vector["config"]["mode"]:
        case "no_session":
            made = application_signature(fields, secret["application_secret_key"])
        case "session_key":
            made = session_signature(fields, secret["session_secret_key"])
        case "access_token":
            made = token_signature(fields, secret["application_secret_key"])
        case mode:
            pytest.fail(f"a mode we do not know: {mode}")

    assert (made == vector["expected"]) is vector["valid"], vector["why"]


def test_the_secret_of_a_token_is_derived_as_documented() -> None:
    (vector,) = (
        param.values[0]
        for param in vectors("ok_rest_sig")
        if isinstance(param.values[0], dict) and "derived_secret" in param.values[0]["secret"]
    )
    assert isinstance(vector, dict)
    token = dict(vector["params"])["access_token"]

    derived = md5(token + vector["secret"]["application_secret_key"])
    assert derived == vector["secret"]["derived_secret"]
