"""Notices on Facebook: the game's own to a player (A2U), filtered by Meta, never certain.

Source: developers.facebook.com, games/retain/notifications/a2u-api.
"""

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from platforms.identity import Identity, Kind, Platform
from platforms.jsontext import read_object
from platforms.notices import JSON, Fate, Request, Verdict, cut
from platforms.secret import Secrets

HOST: Final = "https://graph.fb.gg"
LONGEST: Final = 140

_LATER: Final = frozenset({1, 2, 4, 17, 32, 341, 613})
_STOP: Final = frozenset({100, 101, 104, 190})
_HOUR: Final = 3600


@dataclass(frozen=True, slots=True)
class FacebookNotices:
    """By the app's own token."""

    api_url: str
    app_id: str
    secret: Secrets
    title: str

    def request(self, to: Identity, text: str, _number: int) -> Request | None:
        """The call for one player; who is known by an app-scoped id alone is not reached."""
        if to.platform is not Platform.FACEBOOK or to.kind is not Kind.PLAYER:
            return None
        token = f"{self.app_id}|{self.secret.current}"
        message = {"title": self.title, "body": cut(text, LONGEST)}
        body = msgspec.json.encode({"player_id": to.id, "message": message})
        url = f"{self.api_url}/{self.app_id}/notifications?access_token={token}"
        return Request(url, body, JSON)

    def verdict(self, status: int, body: bytes) -> Verdict:
        """What Graph's answer means."""
        try:
            content = read_object(body)
        except ValueError:
            return Verdict(Fate.LATER, f"http_{status}", 60)
        error: Any = content.get("error")
        if error is None:
            return Verdict(Fate.SENT) if status < 300 else Verdict(Fate.LATER, str(status), 60)
        code = error.get("code") if isinstance(error, dict) else None
        if code in _LATER:
            return Verdict(Fate.LATER, str(code), _HOUR)
        return Verdict(Fate.STOP if code in _STOP else Fate.NEVER, str(code))
