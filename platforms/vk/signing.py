"""The other side of VK's doors: launches as VK would make them, for the demo and the tests."""

from urllib.parse import urlencode

from platforms.vk.mini_app import InsideOk
from platforms.vk.signature import percent_form, signature


def mini_app_launch(app_id: str, secret: str, user_id: str, now: int) -> str:
    """`location.search`, without its `?`, of a mini app opened in VK."""
    return _signed(_mini_app(app_id, user_id, now), secret)


def inside_ok_launch(app_id: str, ok_app: InsideOk, user_id: str, now: int) -> str:
    """The same opened inside OK by a user of OK; its time is in milliseconds there."""
    inside_ok = {
        "vk_client": "ok",
        "vk_ok_app_id": ok_app.ok_app_id,
        "vk_ok_user_id": user_id,
        "vk_ts": str(now * 1000),
    }
    return _signed(_mini_app(app_id, user_id, now) | inside_ok, ok_app.secrets.current)


def game_launch(app_id: str, secret: str, user_id: str, now: int) -> str:
    """`location.search`, without its `?`, of a game in a frame."""
    fields = {"api_id": app_id, "viewer_id": user_id, "timestamp": str(now), "platform": "web"}
    sign = signature(fields, percent_form, secret)
    return urlencode(fields | {"sign": sign, "sign_keys": ",".join(sorted(fields)), "hash": ""})


def _mini_app(app_id: str, user_id: str, now: int) -> dict[str, str]:
    return {
        "vk_access_token_settings": "",
        "vk_app_id": app_id,
        "vk_are_notifications_enabled": "0",
        "vk_is_app_user": "1",
        "vk_is_favorite": "0",
        "vk_language": "ru",
        "vk_platform": "desktop_web",
        "vk_ref": "other",
        "vk_ts": str(now),
        "vk_user_id": user_id,
    }


def _signed(fields: dict[str, str], secret: str) -> str:
    return urlencode(fields | {"sign": signature(fields, percent_form, secret)})
