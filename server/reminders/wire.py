"""Sending requests to platforms over HTTP; and which platforms this installation may send by."""

from typing import Final

import aiohttp

from platforms.facebook.notices import HOST, FacebookNotices
from platforms.notices import Notices, Request
from platforms.ok.notices import OkNotices
from platforms.telegram.notices import TelegramNotices
from platforms.vk.notices import VkNotices
from server.config import Config

PATIENCE: Final = aiohttp.ClientTimeout(total=10)
LONGEST_ANSWER: Final = 64 * 1024

TITLE: Final = "Nardy"


class HttpWire:
    """One session for all platforms."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    async def send(self, request: Request) -> tuple[int, bytes]:
        """Status and body; 0 and nothing where no answer came."""
        headers = {"Content-Type": request.media_type}
        try:
            async with self._session.post(
                request.url, data=request.body, headers=headers, timeout=PATIENCE
            ) as answer:
                return answer.status, await answer.content.read(LONGEST_ANSWER)
        except (aiohttp.ClientError, TimeoutError, OSError):
            return 0, b""


def notices_of(config: Config) -> dict[str, Notices]:
    """What may be sent by, with the keys that are configured; in a demo nothing is."""
    known: dict[str, Notices] = {}
    if config.demo:
        return known
    if config.vk_service_token is not None:
        known["vk"] = VkNotices(config.vk_api_url, config.vk_service_token)
        known["vk_game"] = VkNotices(config.vk_api_url, config.vk_service_token, secure=True)
    if config.ok_app_key is not None and config.ok_secret is not None:
        known["ok"] = OkNotices(config.ok_api_url, config.ok_app_key, config.ok_secret)
    if config.fb_app_id is not None and config.fb_secret is not None:
        usual = config.fb_api_url == Config.model_fields["fb_api_url"].default
        host = HOST if usual else config.fb_api_url
        known["facebook"] = FacebookNotices(host, config.fb_app_id, config.fb_secret, TITLE)
    if config.telegram_token is not None:
        known["telegram"] = TelegramNotices(config.telegram_api_url, config.telegram_token)
    return known
