"""Notices on OK: `notifications.sendSimple`, one live notice a person, five calls a day.

Source: apiok.ru, dev/methods/rest/notifications/notifications.sendSimple; dev/errors.
"""

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from platforms.identity import Identity, Platform
from platforms.notices import FORM, Fate, Request, Verdict, cut, form
from platforms.ok.rest import application_signature
from platforms.secret import Secrets

LONGEST: Final = 100

_DAY: Final = 86_400
_LATER: Final = {1: 60, 2: 60, 8: 3600, 11: _DAY, 26: _DAY, 9999: 60}
_NEVER: Final = frozenset({7, 10, 25, 110, 200, 300})


@dataclass(frozen=True, slots=True)
class OkNotices:
    """By the application's keys."""

    api_url: str
    application_key: str
    secret: Secrets

    def request(self, to: Identity, text: str, _number: int) -> Request | None:
        """The call for one person; a new notice takes the place of the last one."""
        if to.platform is not Platform.OK:
            return None
        fields = {
            "application_key": self.application_key,
            "format": "json",
            "method": "notifications.sendSimple",
            "text": cut(text, LONGEST),
            "uid": to.id,
        }
        fields["sig"] = application_signature(fields, self.secret.current)
        return Request(f"{self.api_url}/fb.do", form(fields), FORM)

    def verdict(self, status: int, body: bytes) -> Verdict:
        """What OK's answer means."""
        try:
            content: Any = msgspec.json.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return Verdict(Fate.LATER, f"http_{status}", 60)
        if isinstance(content, dict) and "error_code" in content:
            return _refused(content["error_code"])
        return Verdict(Fate.SENT) if content is True else Verdict(Fate.NEVER, "not_sent")


def _refused(code: Any) -> Verdict:
    if not isinstance(code, int):
        return Verdict(Fate.STOP, "unreadable")
    if code in _NEVER:
        return Verdict(Fate.NEVER, str(code))
    if code in _LATER:
        return Verdict(Fate.LATER, str(code), _LATER[code])
    return Verdict(Fate.STOP, str(code))
