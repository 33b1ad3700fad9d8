"""What VK tells the callback address of our community.

Source: dev.vk.com, api/callback/getting-started.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from platforms.jsontext import read_object
from platforms.refusals import Forged, Reason
from platforms.secret import Secrets


class CommunityEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened in the community, once: a repeat has the same `event_id`.

    `object` is as the type defines it; types that we do not know are answered all the same,
    or VK stops sending.
    """

    type: str
    event_id: str = ""
    object: dict[str, Any] = msgspec.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Community:
    """Our community: its number, the secret it sends along and the text that confirms us."""

    group_id: int
    secrets: Secrets
    confirmation: str

    def read(self, body: bytes) -> CommunityEvent:
        """The event in a request; raises `Forged`: BAD_JSON, BAD_SECRET or UNKNOWN_GROUP."""
        try:
            content = read_object(body)
        except ValueError as unreadable:
            raise Forged(Reason.BAD_JSON) from unreadable
        secret, group_id = content.get("secret"), content.get("group_id")
        if not isinstance(secret, str) or not self.secrets.hold(secret):
            raise Forged(Reason.BAD_SECRET)
        if isinstance(group_id, bool) or group_id != self.group_id:
            raise Forged(Reason.UNKNOWN_GROUP)
        try:
            return msgspec.convert(content, CommunityEvent)
        except msgspec.ValidationError as wrong_type:
            raise Forged(Reason.BAD_JSON) from wrong_type

    def answer(self, event: CommunityEvent) -> str:
        """The whole body of the answer, plain text, status 200."""
        return self.confirmation if event.type == "confirmation" else "ok"
