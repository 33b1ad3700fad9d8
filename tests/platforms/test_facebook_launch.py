"""Signed players and signed ASIDs of our Instant Game."""

import pytest

from platforms.facebook.instant_game import InstantGame
from platforms.facebook.signed_request import authentic, sign
from platforms.facebook.signing import asid_launch, player_launch
from platforms.freshness import Freshness
from platforms.identity import Identity, Kind, Platform
from platforms.refusals import Forged, Reason, Refused
from platforms.secret import Secrets
from tests.platforms.vectors import Vector, reason, vectors

NOW = 1_790_000_000
SECRETS = Secrets.of("new", "old")
GAME = InstantGame(SECRETS)


@pytest.mark.parametrize("vector", vectors("signed_request"))
def test_a_signed_request_is_authentic_as_its_vector_says(vector: Vector) -> None:
    text, secrets = vector["input"]["signed_request"], Secrets.of(vector["secrets"]["app_secret"])

    if vector["valid"]:
        payload = vector["expected"].get("payload", authentic(text, secrets))
        assert authentic(text, secrets) == payload
        return
    with pytest.raises(Refused) as refused:
        authentic(text, secrets)
    assert refused.value.reason == reason(vector), vector["why"]


@pytest.mark.parametrize("vector", vectors("instant_player", "instant_asid"))
def test_a_token_is_judged_as_its_vector_says(vector: Vector) -> None:
    params = vector["input"]["params"]
    secrets = Secrets.of(vector["secrets"]["app_secret"])
    game = InstantGame(secrets, Freshness(params["max_age"], params["skew"]))
    launch, now = vector["input"]["signed_request"], params["now"]

    def judged() -> Identity:
        if vector["kind"] == "instant_asid":
            return game.asid(launch, now).identity
        return game.player(launch, now, params["nonce"]).identity

    if vector["valid"]:
        assert judged().id == vector["expected"]["result"]["id"]
        assert game.verify(launch, now, params.get("nonce")).identity == judged()
        return
    with pytest.raises(Refused) as refused:
        judged()
    assert refused.value.reason == reason(vector), vector["why"]


def test_neither_token_passes_as_the_other_or_as_a_receipt() -> None:
    player, asid = player_launch("new", "77", "nonce", NOW), asid_launch("new", "77", NOW)
    receipt = sign({"issued_at": NOW, "purchase_token": "t", "payment_id": "1"}, "new")

    with pytest.raises(Forged, match="wrong_kind"):
        GAME.player(asid, NOW, "nonce")
    with pytest.raises(Forged, match="wrong_kind"):
        GAME.asid(player, NOW)
    with pytest.raises(Forged, match="wrong_kind"):
        GAME.verify(receipt, NOW, "nonce")


@pytest.mark.parametrize("secret", SECRETS.values)
def test_while_keys_rotate_both_open_the_door(secret: str) -> None:
    visitor = GAME.verify(player_launch(secret, "77", "nonce", NOW), NOW, "nonce")

    assert visitor.identity == Identity(Platform.FACEBOOK, Kind.PLAYER, "77")


@pytest.mark.parametrize("nonce", [None, "", "another", "\ud800"])
def test_a_player_without_the_nonce_of_the_server_is_refused(nonce: str | None) -> None:
    for signed in ("nonce", ""):
        with pytest.raises(Forged) as refused:
            GAME.verify(player_launch("new", "77", signed, NOW), NOW, nonce)
        assert refused.value.reason is Reason.MISMATCH


def test_a_token_that_names_a_player_is_the_players_whatever_else_it_names() -> None:
    both = sign({"issued_at": NOW, "player_id": "7", "request_payload": "n", "asid": "8"}, "new")

    assert GAME.verify(both, NOW, "n").identity == Identity(Platform.FACEBOOK, Kind.PLAYER, "7")
    with pytest.raises(Forged, match="mismatch"):
        GAME.verify(both, NOW, None)


def test_an_asid_is_another_number_space_and_its_token_works_once() -> None:
    visitor = GAME.verify(asid_launch("new", "77", NOW), NOW, None)
    later = GAME.verify(asid_launch("new", "77", NOW + 1), NOW, None)

    assert visitor.identity == Identity(Platform.FACEBOOK, Kind.ASID, "77")
    assert visitor.replay_key != later.replay_key


def test_padding_does_not_make_a_second_token_of_one() -> None:
    signature, _, payload = asid_launch("new", "77", NOW).partition(".")

    padded = GAME.verify(f"{signature}=.{payload}", NOW, None)

    assert padded.replay_key == GAME.verify(f"{signature}.{payload}", NOW, None).replay_key


@pytest.mark.parametrize("player", [0, -5, 10**19, 7.0, True, None, "", "٧", "7 ", [], {}])
def test_an_id_is_digits_or_a_whole_number(player: object) -> None:
    token = {"issued_at": NOW, "player_id": player, "request_payload": "nonce"}

    with pytest.raises(Forged) as refused:
        GAME.verify(sign(token, "new"), NOW, "nonce")

    assert refused.value.reason is Reason.BAD_FIELD


@pytest.mark.parametrize("issued_at", [10**300, -(10**300), 1e300])
def test_an_absurd_time_is_refused(issued_at: float) -> None:
    token = {"issued_at": issued_at, "player_id": "7", "request_payload": "nonce"}

    with pytest.raises(Refused):
        GAME.verify(sign(token, "new"), NOW, "nonce")
