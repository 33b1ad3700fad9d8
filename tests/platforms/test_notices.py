"""Requests and answers of the platforms' notices, as their documents describe them."""

from urllib.parse import parse_qs

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from platforms.facebook.notices import FacebookNotices
from platforms.identity import Identity, Kind, Platform
from platforms.notices import Fate, Notices, cut
from platforms.ok.notices import OkNotices
from platforms.ok.rest import application_signature
from platforms.secret import Secrets
from platforms.telegram.notices import TelegramNotices
from platforms.vk.notices import VkNotices

VK = VkNotices("https://vk.test", Secrets.of("service"))
GAME = VkNotices("https://vk.test", Secrets.of("service"), secure=True)
OK = OkNotices("https://ok.test", "CKEY", Secrets.of("ok secret"))
FACEBOOK = FacebookNotices("https://fb.test", "12", Secrets.of("fb secret"), "Nardy")
TELEGRAM = TelegramNotices("https://tg.test", Secrets.of("7:token"))
ALL: tuple[Notices, ...] = (VK, GAME, OK, FACEBOOK, TELEGRAM)

WORDS = "Ваш ход!"


def fields_of(notices: Notices, to: Identity, text: str = WORDS) -> tuple[str, dict[str, str]]:
    request = notices.request(to, text, 7)
    assert request is not None
    fields = {name: values[0] for name, values in parse_qs(request.body.decode()).items()}
    return request.url, fields


def test_vk_is_asked_to_notify_a_user_of_the_mini_app() -> None:
    assert fields_of(VK, Identity(Platform.VK, Kind.USER, "42")) == (
        "https://vk.test/method/notifications.sendMessage",
        {
            "access_token": "service",
            "message": WORDS,
            "user_ids": "42",
            "random_id": "7",
            "v": "5.199",
        },
    )


def test_a_game_inside_vk_has_a_method_of_its_own() -> None:
    url, fields = fields_of(GAME, Identity(Platform.VK, Kind.USER, "42"))

    assert url == "https://vk.test/method/secure.sendNotification"
    assert "random_id" not in fields


def test_ok_gets_a_short_text_under_the_application_secret() -> None:
    url, fields = fields_of(OK, Identity(Platform.OK, Kind.USER, "42"), "x" * 200)

    assert url == "https://ok.test/fb.do"
    assert (fields["method"], fields["uid"]) == ("notifications.sendSimple", "42")
    assert len(fields["text"]) == 100
    signature = fields.pop("sig")
    assert signature == application_signature(fields, "ok secret")


def test_facebook_notifies_players_alone() -> None:
    request = FACEBOOK.request(Identity(Platform.FACEBOOK, Kind.PLAYER, "42"), WORDS, 7)

    assert request is not None
    assert request.url == "https://fb.test/12/notifications?access_token=12|fb secret"
    assert msgspec.json.decode(request.body) == {
        "player_id": "42",
        "message": {"title": "Nardy", "body": WORDS},
    }
    assert FACEBOOK.request(Identity(Platform.FACEBOOK, Kind.ASID, "42"), WORDS, 7) is None


def test_telegram_writes_to_the_chat_of_the_same_id() -> None:
    request = TELEGRAM.request(Identity(Platform.TELEGRAM, Kind.USER, "42"), WORDS, 7)

    assert request is not None
    assert request.url == "https://tg.test/bot7:token/sendMessage"
    assert msgspec.json.decode(request.body) == {"chat_id": 42, "text": WORDS}


def test_nobody_of_another_platform_is_written_to() -> None:
    guest = Identity(Platform.EMAIL, Kind.USER, "42")

    assert all(notices.request(guest, WORDS, 7) is None for notices in ALL)


def test_a_request_shows_no_key_in_a_log() -> None:
    request = VK.request(Identity(Platform.VK, Kind.USER, "42"), WORDS, 7)

    assert "service" not in repr(request)


@pytest.mark.parametrize(
    ("notices", "body", "fate"),
    [
        (VK, b'{"response":[{"user_id":42,"status":true}]}', Fate.SENT),
        (VK, b'{"response":[{"user_id":42,"status":false,"error":{"code":1}}]}', Fate.NEVER),
        (VK, b'{"response":[{"user_id":42,"status":false,"error":{"code":2}}]}', Fate.LATER),
        (VK, b'{"response":[{"user_id":42,"status":false,"error":{"code":3}}]}', Fate.LATER),
        (VK, b'{"response":[{"user_id":42,"status":false,"error":{"code":4}}]}', Fate.NEVER),
        (VK, b'{"response":[{"user_id":42,"status":false,"error":{"code":9}}]}', Fate.LATER),
        (VK, b'{"response":[]}', Fate.NEVER),
        (GAME, b'{"response":[42]}', Fate.SENT),
        (GAME, b'{"response":["42"]}', Fate.SENT),
        (VK, b'{"error":{"error_code":6,"error_msg":"Too many"}}', Fate.LATER),
        (VK, b'{"error":{"error_code":9}}', Fate.LATER),
        (VK, b'{"error":{"error_code":14}}', Fate.STOP),
        (VK, b'{"error":{"error_code":5}}', Fate.STOP),
        (VK, b'{"error":{"error_code":901}}', Fate.NEVER),
        (VK, b'{"error":{"error_code":[]}}', Fate.STOP),
        (OK, b"true", Fate.SENT),
        (OK, b"false", Fate.NEVER),
        (OK, b'{"error_code":25,"error_msg":"NOT_ACTIVE : user"}', Fate.NEVER),
        (OK, b'{"error_code":26,"error_msg":"TOTAL_LIMIT_REACHED"}', Fate.LATER),
        (OK, b'{"error_code":2,"error_msg":"SERVICE"}', Fate.LATER),
        (OK, b'{"error_code":104,"error_msg":"PARAM_SIGNATURE"}', Fate.STOP),
        (OK, b'{"error_code":"2"}', Fate.STOP),
        (FACEBOOK, b'{"success":true}', Fate.SENT),
        (FACEBOOK, b'{"error":{"code":613}}', Fate.LATER),
        (FACEBOOK, b'{"error":{"code":190}}', Fate.STOP),
        (FACEBOOK, b'{"error":{"code":10}}', Fate.NEVER),
        (TELEGRAM, b'{"ok":true,"result":{}}', Fate.SENT),
        (TELEGRAM, b'{"ok":false,"error_code":403,"description":"blocked"}', Fate.NEVER),
        (TELEGRAM, b'{"ok":false,"error_code":400,"description":"chat not found"}', Fate.NEVER),
        (TELEGRAM, b'{"ok":false,"error_code":401}', Fate.STOP),
        (TELEGRAM, b'{"ok":false,"error_code":500}', Fate.LATER),
    ],
)
def test_an_answer_has_its_meaning(notices: Notices, body: bytes, fate: Fate) -> None:
    assert notices.verdict(200, body).fate is fate


def test_telegram_says_how_long_to_wait() -> None:
    body = b'{"ok":false,"error_code":429,"parameters":{"retry_after":17}}'

    assert TELEGRAM.verdict(429, body).after == 17
    assert TELEGRAM.verdict(429, b'{"ok":false,"error_code":429}').after == 60


@pytest.mark.parametrize("body", [b"", b"<html>502</html>", b"\xff", b"[1", b"[" * 100_000])
@pytest.mark.parametrize("notices", ALL)
def test_nonsense_is_tried_again_later(notices: Notices, body: bytes) -> None:
    assert notices.verdict(502, body).fate is Fate.LATER


@given(st.binary(max_size=60), st.integers(0, 599))
def test_no_answer_breaks_anything(body: bytes, status: int) -> None:
    for notices in ALL:
        assert notices.verdict(status, body).fate in Fate


def test_a_long_text_is_cut() -> None:
    assert (cut("abc", 3), cut("abcd", 3)) == ("abc", "ab…")
