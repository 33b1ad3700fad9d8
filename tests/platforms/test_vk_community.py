"""The callback address of our VK community, and the proof key of VK ID's login."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from platforms.pkce import challenge
from platforms.refusals import Forged, Reason
from platforms.secret import Secrets
from platforms.vk.community import Community
from tests.platforms.vectors import Vector, reason, vectors

COMMUNITY = Community(1, Secrets.of("new", "old"), "c0nfirm")


@pytest.mark.parametrize("vector", vectors("vk_community_callback"))
def test_an_event_is_answered_as_its_vector_says(vector: Vector) -> None:
    config = vector["config"]
    community = Community(config["group_id"], Secrets.of(vector["secret"]), config["confirmation"])
    body = vector["raw"].encode()

    if vector["valid"]:
        assert community.answer(community.read(body)) == vector["expected"]["body"]
        return
    with pytest.raises(Forged) as refused:
        community.read(body)
    assert refused.value.reason == reason(vector), vector["why"]


@pytest.mark.parametrize("group_id", [True, "1", 1.5, None, [1]])
def test_a_group_is_named_by_its_number(group_id: object) -> None:
    body = json.dumps({"type": "message_new", "group_id": group_id, "secret": "new"})

    with pytest.raises(Forged) as refused:
        COMMUNITY.read(body.encode())

    assert refused.value.reason is Reason.UNKNOWN_GROUP


@given(
    st.one_of(
        st.binary(),
        st.dictionaries(
            st.sampled_from(["type", "object", "event_id"]), st.none() | st.text() | st.integers()
        ).map(lambda fields: json.dumps({"secret": "new", "group_id": 1, **fields}).encode()),
    )
)
def test_no_body_does_more_than_be_refused(body: bytes) -> None:
    try:
        event = COMMUNITY.read(body)
    except Forged:
        return
    assert COMMUNITY.answer(event) in ("ok", "c0nfirm")


@pytest.mark.parametrize("vector", vectors("vkid_pkce_s256"))
def test_a_proof_key_is_as_its_vector_says(vector: Vector) -> None:
    params = dict(vector["params"])
    verifier, claimed = params["code_verifier"], params["code_challenge"]
    try:
        made = challenge(verifier)
    except ValueError:
        assert not vector["valid"], vector["why"]
        return
    assert made == vector["expected"]
    assert (made == claimed) is vector["valid"], vector["why"]
