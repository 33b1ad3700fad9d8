"""Notices on Telegram: `sendMessage` of our bot, to who has begun to talk with it.

Source: core.telegram.org/bots/api, sendMessage, ResponseParameters.
"""

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from platforms.identity import Identity, Platform
from platforms.jsontext import read_object
from platforms.notices import JSON, Fate, Request, Verdict, cut
from platforms.secret import Secrets

LONGEST: Final = 4096


@dataclass(frozen=True, slots=True)
class TelegramNotices:
    """By the bot's token, which is part of the URL."""

    api_url: str
    token: Secrets

    def request(self, to: Identity, text: str, _number: int) -> Request | None:
        """The call for one person, whose chat with the bot has his own id."""
        if to.platform is not Platform.TELEGRAM:
            return None
        body = msgspec.json.encode({"chat_id": int(to.id), "text": cut(text, LONGEST)})
        return Request(f"{self.api_url}/bot{self.token.current}/sendMessage", body, JSON)

    def verdict(self, status: int, body: bytes) -> Verdict:
        """What the Bot API's answer means."""
        try:
            content = read_object(body)
        except ValueError:
            return Verdict(Fate.LATER, f"http_{status}", 60)
        if content.get("ok") is True:
            return Verdict(Fate.SENT)
        code = content.get("error_code")
        match code:
            case 400 | 403:
                return Verdict(Fate.NEVER, str(code))
            case 401 | 404:
                return Verdict(Fate.STOP, str(code))
            case 429:
                return Verdict(Fate.LATER, "429", _pause(content.get("parameters")))
            case _:
                return Verdict(Fate.LATER, str(code), 60)


def _pause(parameters: Any) -> int:
    wait = parameters.get("retry_after") if isinstance(parameters, dict) else None
    return wait if isinstance(wait, int) and 0 < wait <= 86_400 else 60
