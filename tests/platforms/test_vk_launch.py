"""Launches of VK mini apps and of VK games."""

from urllib.parse import parse_qsl, urlencode

import pytest

from platforms.freshness import Freshness
from platforms.identity import Visitor
from platforms.refusals import Forged, Reason, Refused
from platforms.secret import Secrets
from platforms.vk.game import Game
from platforms.vk.mini_app import InsideOk, MiniApps
from platforms.vk.signature import percent_form, signature
from platforms.vk.signing import game_launch, inside_ok_launch, mini_app_launch
from tests.platforms.vectors import Vector, reason, vectors

NOW = 1_767_225_660
SECRETS = Secrets.of("new secret", "old secret")


def mini_apps(vector: Vector) -> MiniApps:
    config = vector["config"]
    inside_vk = {app_id: Secrets.of(secret) for app_id, secret in vector["secret"].items()}
    ok_app_id = config.get("ok_app_id")
    return MiniApps(
        inside_vk=inside_vk,
        inside_ok={key: InsideOk(ok_app_id, value) for key, value in inside_vk.items()}
        if ok_app_id
        else {},
        freshness=Freshness(config["max_age"], config["skew"]),
        undated=not config["require_ts"],
    )


def game(vector: Vector) -> Game:
    config = vector["config"]
    return Game(
        app_id=config["app_id"],
        secrets=Secrets.of(vector["secret"]),
        freshness=Freshness(config.get("max_age"), config.get("skew", 0)),
        auth_key=vector["kind"] == "vk_iframe_auth_key",
    )


def judged(verifier: MiniApps | Game, vector: Vector) -> Visitor | Reason:
    try:
        return verifier.verify(vector["raw"], vector["config"].get("now", NOW))
    except Refused as refused:
        return refused.reason


def check(verifier: MiniApps | Game, vector: Vector) -> None:
    answer = judged(verifier, vector)
    if not vector["valid"]:
        assert answer == reason(vector), vector["why"]
        return
    assert isinstance(answer, Visitor), vector["why"]
    identity = {"platform": answer.identity.platform, "user_id": answer.identity.id}
    assert identity == vector["identity"]


@pytest.mark.parametrize("vector", vectors("vk_launch"))
def test_a_mini_app_launch_is_judged_as_its_vector_says(vector: Vector) -> None:
    check(mini_apps(vector), vector)


@pytest.mark.parametrize("vector", vectors("vk_iframe_sign", "vk_iframe_auth_key"))
def test_a_game_launch_is_judged_as_its_vector_says(vector: Vector) -> None:
    check(game(vector), vector)


OK_APP = InsideOk("512000000001", SECRETS)
APPS = MiniApps(inside_vk={"7000001": SECRETS}, inside_ok={"7000001": OK_APP})
GAME = Game(app_id="7000001", secrets=SECRETS)


@pytest.mark.parametrize("secret", SECRETS.values)
def test_while_keys_rotate_both_open_the_door(secret: str) -> None:
    launch = mini_app_launch("7000001", secret, "5", NOW)

    assert str(APPS.verify(launch, NOW).identity) == "vk:user:5"
    assert str(GAME.verify(game_launch("7000001", secret, "5", NOW), NOW).identity) == "vk:user:5"


def test_inside_ok_the_visitor_is_the_ok_user() -> None:
    launch = inside_ok_launch("7000001", OK_APP, "900", NOW)

    assert str(APPS.verify(launch, NOW).identity) == "ok:user:900"


def test_an_app_that_ok_does_not_open_refuses_launches_inside_ok() -> None:
    only_vk = MiniApps(inside_vk={"7000001": SECRETS})

    with pytest.raises(Forged) as refused:
        only_vk.verify(inside_ok_launch("7000001", OK_APP, "900", NOW), NOW)

    assert refused.value.reason is Reason.UNKNOWN_APP


def test_a_signature_of_one_scheme_never_passes_as_another() -> None:
    mini_app = mini_app_launch("7000001", "new secret", "5", NOW)
    in_frame = game_launch("7000001", "new secret", "5", NOW)

    with pytest.raises(Forged):
        GAME.verify(mini_app, NOW)
    with pytest.raises(Forged):
        APPS.verify(in_frame, NOW)


def test_auth_key_alone_opens_nothing_unless_it_is_switched_on() -> None:
    launch = "api_id=12345&viewer_id=424242&auth_key=d8ebd001fd5e5af3c7bdeafd5ca8dcfb"
    secrets = Secrets.of("a-secret-key")

    on = Game(app_id="12345", secrets=secrets, auth_key=True)
    assert on.verify(launch, NOW).identity.id == "424242"
    with pytest.raises(Forged) as refused:
        Game(app_id="12345", secrets=secrets).verify(launch, NOW)

    assert refused.value.reason is Reason.NO_SIGN


@pytest.mark.parametrize("sign_keys", ["api_id,api_id", "api_id,absent", ","])
def test_sign_keys_must_name_present_fields_once(sign_keys: str) -> None:
    launch = game_launch("7000001", "new secret", "5", NOW)
    start = launch.index("sign_keys=")

    with pytest.raises(Forged) as refused:
        GAME.verify(f"{launch[:start]}sign_keys={sign_keys}", NOW)

    assert refused.value.reason is Reason.BAD_SIGN_KEYS


def test_an_empty_auth_key_is_no_signature() -> None:
    on = Game(app_id="7", secrets=SECRETS, auth_key=True)

    with pytest.raises(Forged) as refused:
        on.verify("api_id=7&viewer_id=5&auth_key=", NOW)

    assert refused.value.reason is Reason.NO_SIGN


@pytest.mark.parametrize("timestamp", ["", "soon", "1.7e9", "-1"])
def test_a_game_without_a_readable_time_is_refused(timestamp: str) -> None:
    fields = {"api_id": "7000001", "viewer_id": "5", "timestamp": timestamp}
    sign = signature(fields, percent_form, "new secret")
    query = urlencode(fields | {"sign": sign, "sign_keys": ",".join(fields)})

    with pytest.raises(Forged) as refused:
        GAME.verify(query, NOW)

    assert refused.value.reason is Reason.BAD_TS


def test_a_launch_inside_ok_without_a_time_is_refused_unless_that_is_allowed() -> None:
    launch = inside_ok_launch("7000001", OK_APP, "900", NOW)
    fields = {
        key: value
        for key, value in dict(parse_qsl(launch, keep_blank_values=True)).items()
        if key not in ("sign", "vk_ts")
    }
    undated = urlencode(fields | {"sign": signature(fields, percent_form, "new secret")})

    with pytest.raises(Forged) as refused:
        APPS.verify(undated, NOW)
    assert refused.value.reason is Reason.NO_TS
    allowed = MiniApps(inside_vk={}, inside_ok={"7000001": OK_APP}, undated=True)
    assert allowed.verify(undated, NOW).identity.id == "900"


def test_a_launch_that_signs_nothing_is_refused() -> None:
    with pytest.raises(Forged) as refused:
        APPS.verify(f"sign={signature({}, percent_form, 'new secret')}", NOW)

    assert refused.value.reason is Reason.NO_VK_KEYS


def test_the_language_of_the_launch_is_kept_when_it_is_one() -> None:
    launch = mini_app_launch("7000001", "new secret", "5", NOW)

    assert APPS.verify(launch, NOW).language == "ru"
