"""Notices on VK: `notifications.sendMessage` of a mini app, `secure.sendNotification` of a game.

Source: dev.vk.com, ru/method/notifications.sendMessage, secure.sendNotification; reference/errors.
"""

from dataclasses import dataclass
from typing import Any, Final

from platforms.identity import Identity, Platform
from platforms.jsontext import read_object
from platforms.notices import FORM, Fate, Request, Verdict, cut, form
from platforms.secret import Secrets

VERSION: Final = "5.199"
LONGEST: Final = 254

_LATER: Final = {1: 60, 6: 1, 9: 3600, 10: 30, 29: 3600}
"""Codes of the whole call that pass, with seconds to wait."""
_NEVER: Final = frozenset({7, 15, 18, 901, 902})
_OF_A_PERSON: Final = {
    1: Verdict(Fate.NEVER, "disabled"),
    2: Verdict(Fate.LATER, "hourly", 3600),
    3: Verdict(Fate.LATER, "daily", 86_400),
    4: Verdict(Fate.NEVER, "not_installed"),
}


@dataclass(frozen=True, slots=True)
class VkNotices:
    """By the service token. `secure`: of a game, which has no notifications of a mini app."""

    api_url: str
    service_token: Secrets
    secure: bool = False

    def request(self, to: Identity, text: str, number: int) -> Request | None:
        """The call for one person; VK refuses a `random_id` that it has seen within the hour."""
        if to.platform is not Platform.VK:
            return None
        fields = {
            "access_token": self.service_token.current,
            "message": cut(text, LONGEST),
            "user_ids": to.id,
            "v": VERSION,
        }
        method = "secure.sendNotification"
        if not self.secure:
            method = "notifications.sendMessage"
            fields["random_id"] = str(number % 2**31)
        return Request(f"{self.api_url}/method/{method}", form(fields), FORM)

    def verdict(self, status: int, body: bytes) -> Verdict:
        """What VK's answer means."""
        try:
            content = read_object(body)
        except ValueError:
            return Verdict(Fate.LATER, f"http_{status}", 60)
        error = content.get("error")
        if isinstance(error, dict):
            return _refused(error.get("error_code"))
        return _answered(content.get("response"))


def _refused(code: Any) -> Verdict:
    if not isinstance(code, int):
        return Verdict(Fate.STOP, "unreadable")
    if code in _NEVER:
        return Verdict(Fate.NEVER, str(code))
    if code in _LATER:
        return Verdict(Fate.LATER, str(code), _LATER[code])
    return Verdict(Fate.STOP, str(code))  # 5, 14, 27, 28, 100 and whatever we have not foreseen


def _answered(response: Any) -> Verdict:
    """A list with one entry for the person: his id from `secure`, else status and error."""
    first = response[0] if isinstance(response, list) and response else None
    if isinstance(first, int | str):
        return Verdict(Fate.SENT)
    if isinstance(first, dict):
        if first.get("status") in (True, 1):
            return Verdict(Fate.SENT)
        error = first.get("error")
        code = error.get("code") if isinstance(error, dict) else first.get("error_code")
        unforeseen = Verdict(Fate.LATER, str(code), 600)
        return _OF_A_PERSON.get(code, unforeseen) if isinstance(code, int) else unforeseen
    return Verdict(Fate.NEVER, "not_sent")
