"""The doors as the server sees them: one entry, three refusals, whatever the text."""

import json
import string
from contextlib import suppress
from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from platforms.doors import Door, Doors
from platforms.facebook.instant_game import InstantGame
from platforms.facebook.signed_request import sign
from platforms.ok.launch import OkApp
from platforms.refusals import DoorClosed, ForgedLaunch, Reason, StaleLaunch
from platforms.secret import Secrets
from platforms.signing import Pretended, sign_launch, sign_launch_inside_ok
from platforms.telegram.init_data import MiniApp, token_hash
from platforms.vk.game import Game
from platforms.vk.mini_app import InsideOk, MiniApps
from platforms.vk.signature import percent_form, signature

NOW = 1_790_000_000
DAY = 24 * 60 * 60
SECRETS = Secrets.of("new", "old")
DOORS = Doors(
    vk=MiniApps(inside_vk={"7": SECRETS}, inside_ok={"7": InsideOk("51", SECRETS)}),
    vk_game=Game(app_id="7", secrets=SECRETS, auth_key=True),
    ok=OkApp("CBA", SECRETS),
    facebook=InstantGame(SECRETS),
    telegram=MiniApp(SECRETS),
)
WHO = Pretended("123", nonce="n0nce")
every_door = pytest.mark.parametrize("door", list(Door))


@every_door
def test_a_launch_that_we_sign_opens_its_own_door_and_no_other(door: Door) -> None:
    launch = sign_launch(DOORS, door, WHO, NOW)

    assert DOORS.verify(door, launch, NOW, "n0nce").identity.id == "123"
    for other in set(Door) - {door}:
        with pytest.raises(ForgedLaunch):
            DOORS.verify(other, launch, NOW, "n0nce")


def test_a_launch_inside_ok_comes_through_the_vk_door_as_the_ok_user() -> None:
    launch = sign_launch_inside_ok(DOORS, WHO, NOW)

    assert str(DOORS.verify(Door.VK, launch, NOW).identity) == "ok:user:123"


@every_door
def test_a_door_without_keys_is_closed_for_judging_and_for_signing(door: Door) -> None:
    with pytest.raises(DoorClosed):
        Doors().verify(door, sign_launch(DOORS, door, WHO, NOW), NOW, "n0nce")
    with pytest.raises(DoorClosed):
        sign_launch(Doors(), door, WHO, NOW)
    with pytest.raises(DoorClosed):
        sign_launch_inside_ok(Doors(), WHO, NOW)


@pytest.mark.parametrize("door", sorted(set(Door) - {Door.OK}))
def test_a_launch_of_another_time_is_stale(door: Door) -> None:
    launch = sign_launch(DOORS, door, WHO, NOW)

    with pytest.raises(StaleLaunch) as refused:
        DOORS.verify(door, launch, NOW + DAY + 1, "n0nce")
    assert refused.value.reason is Reason.STALE
    with pytest.raises(StaleLaunch) as refused:
        DOORS.verify(door, launch, NOW - 301, "n0nce")
    assert refused.value.reason is Reason.FUTURE


@every_door
def test_one_changed_character_anywhere_is_refused_or_changes_nothing(door: Door) -> None:
    launch = sign_launch(DOORS, door, WHO, NOW)
    visitor = DOORS.verify(door, launch, NOW, "n0nce")

    for place, letter in enumerate(launch):
        changed = launch[:place] + ("1" if letter != "1" else "2") + launch[place + 1 :]
        try:
            assert DOORS.verify(door, changed, NOW, "n0nce").identity == visitor.identity
        except (ForgedLaunch, StaleLaunch):
            continue


def answer(door: Door, launch: str, nonce: str | None) -> None:
    """Verify, and let nothing but a refusal of a launch pass."""
    with suppress(ForgedLaunch, StaleLaunch):
        DOORS.verify(door, launch, NOW, nonce)


ANY_TEXT = st.text(st.characters(codec=None), max_size=300)
KEY_NAMES = """
    sign sign_keys vk_user_id vk_app_id vk_ts vk_client vk_ok_user_id vk_ok_app_id
    api_id viewer_id timestamp auth_key logged_user_id session_key auth_sig sig application_key
    hash signature user auth_date start_param
"""
KEYS = st.sampled_from(KEY_NAMES.split())
VALUES = st.one_of(
    ANY_TEXT,
    st.sampled_from(["", "7", "51", "CBA", "ok", "0" * 32, "0" * 43, "0" * 64, str(NOW)]),
    st.sampled_from(["%", "%2", "%zz", "%FF", "%00", "%0A"]),
    st.text(string.hexdigits, max_size=70),
)
QUERIES = st.lists(st.builds("{}={}".format, st.one_of(KEYS, ANY_TEXT), VALUES)).map("&".join)
SIGNED_REQUESTS = st.builds("{}.{}".format, ANY_TEXT, ANY_TEXT)


@given(
    door=st.sampled_from(Door),
    launch=st.one_of(ANY_TEXT, QUERIES, SIGNED_REQUESTS),
    nonce=st.none() | ANY_TEXT,
)
@settings(max_examples=400, deadline=None)
def test_no_text_whatever_does_more_than_be_refused(
    door: Door, launch: str, nonce: str | None
) -> None:
    answer(door, launch, nonce)


@given(data=st.data(), door=st.sampled_from(Door))
@settings(max_examples=400, deadline=None)
def test_a_genuine_launch_cut_spliced_or_repeated_does_no_more(
    data: st.DataObject, door: Door
) -> None:
    launch = sign_launch(DOORS, door, WHO, NOW)
    start, end = (data.draw(st.integers(0, len(launch))) for _ in range(2))

    answer(door, launch[:start] + data.draw(VALUES) + launch[end:], "n0nce")


@pytest.mark.parametrize(
    "huge",
    ["a" * 10**6, "a=b&" * 10**5, "." * 10**6, "%" * 10**6, "я" * 10**5, "user=" + "[" * 8000],
)
@every_door
def test_a_huge_text_is_refused(door: Door, huge: str) -> None:
    with pytest.raises(ForgedLaunch):
        DOORS.verify(door, huge, NOW, "n0nce")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=9,
)


@given(content=st.dictionaries(st.sampled_from(["player_id", "asid", "issued_at"]), JSON))
@settings(deadline=None)
def test_facebook_may_sign_any_json_without_breaking_the_door(content: dict[str, object]) -> None:
    answer(Door.FACEBOOK, sign({"issued_at": NOW, **content}, "new"), "n0nce")


@given(user=JSON | st.dictionaries(st.sampled_from(["id", "is_bot", "first_name"]), JSON))
@settings(deadline=None)
def test_telegram_may_sign_any_user_without_breaking_the_door(user: object) -> None:
    fields = {"auth_date": str(NOW), "user": json.dumps(user)}
    query = urlencode(fields | {"hash": token_hash(fields, "new")})

    answer(Door.TELEGRAM, query, None)


@given(fields=st.dictionaries(KEYS.filter(lambda key: key.startswith("vk_")), VALUES))
@settings(deadline=None)
def test_vk_may_sign_any_fields_without_breaking_the_door(fields: dict[str, str]) -> None:
    signed = {key: value for key, value in fields.items() if value.isprintable()}
    sign_of_it = signature(signed, percent_form, "new")

    answer(Door.VK, urlencode(signed | {"sign": sign_of_it}), None)
