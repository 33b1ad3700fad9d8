"""What people write and press in our community's chats, out of its events.

Source: dev.vk.com, api/community-events/json-schema (API 5.199). Nothing here trusts a shape: an
event that is not as it should be says nothing.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, TypeAlias

import msgspec

from platforms.vk.community import CommunityEvent

FIRST_GROUP_CHAT: Final = 2_000_000_000
"""Peers from here on are chats of several people; below are persons."""
_NAME: Final = re.compile(r"[\x21-\x7e]{1,64}")
_LANGUAGES: Final = {0: "ru", 1: "uk", 2: "be", 3: "en", 97: "kk", 100: "ru", 777: "ru"}
"""The last two are Russian as it was written before and after 1917."""


@dataclass(frozen=True, slots=True)
class Wrote:
    """Somebody wrote. `payload` is what a text button carried, `ref` what a link to us did."""

    peer: int
    person: int
    text: str
    payload: str | None = None
    ref: str | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Clicked:
    """Somebody pressed a button that sends no message; `event` names the press for the answer."""

    peer: int
    person: int
    payload: str
    event: str
    message: int | None


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody forbade us to write, or a chat put us out."""

    peer: int
    person: int


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody lets us write, or a chat took us in."""

    peer: int
    person: int


Happening: TypeAlias = Wrote | Clicked | Left | Joined


def read_event(body: bytes) -> CommunityEvent | None:
    """The event of a body that was verified or fetched by us; none if it is none."""
    try:
        return msgspec.json.decode(body, type=CommunityEvent)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def name_of(event: CommunityEvent) -> str:
    """The event's own name, the same however often it is told."""
    if _NAME.fullmatch(event.event_id):
        return event.event_id
    content = json.dumps([event.type, event.object], sort_keys=True)
    return sha256(content.encode(errors="replace")).hexdigest()[:32]


def without_ref(body: bytes) -> bytes:
    """The same event of a message, without what the link to us carried; for what can be read."""
    event = json.loads(body)
    message = event["object"].get("message", event["object"])
    for key in ("ref", "ref_source"):
        message.pop(key, None)
    return json.dumps(event).encode()


def happening(event: CommunityEvent, group: int) -> Happening | None:
    """What happened, if it concerns a chat; `group` is our community."""
    match event.type:
        case "message_new":
            return _wrote(event.object, group)
        case "message_event":
            return _clicked(event.object)
        case "message_allow" | "message_deny":
            person = _somebody(event.object, "user_id")
            kind = Joined if event.type == "message_allow" else Left
            return None if person is None else kind(person, person)
        case _:
            return None


def _wrote(content: Mapping[str, Any], group: int) -> Happening | None:
    # Before API 5.103 the message was the object itself.
    message = content.get("message", content)
    if not isinstance(message, dict):
        return None
    peer, person = _somebody(message, "peer_id"), _somebody(message, "from_id")
    if peer is None or person is None or message.get("out") == 1:
        return None
    action = message.get("action")
    if isinstance(action, dict):
        return _acted(action, peer, person, group)
    text = message.get("text")
    client = content.get("client_info")
    tongue = _number(client, "lang_id") if isinstance(client, dict) else None
    return Wrote(
        peer=peer,
        person=person,
        text=text if isinstance(text, str) else "",
        payload=_payload(message.get("payload")),
        ref=_word(message.get("ref")),
        language=None if tongue is None else _LANGUAGES.get(tongue, "en"),
    )


def _acted(action: Mapping[str, Any], peer: int, person: int, group: int) -> Happening | None:
    """What a chat did to us; what it did to others is nothing to us."""
    if _number(action, "member_id") != -group:
        return None
    match action.get("type"):
        case "chat_kick_user":
            return Left(peer, person)
        case "chat_invite_user" | "chat_invite_user_by_link":
            return Joined(peer, person)
        case _:
            return None


def _clicked(content: Mapping[str, Any]) -> Clicked | None:
    peer, person = _somebody(content, "peer_id"), _somebody(content, "user_id")
    event, payload = _word(content.get("event_id")), _payload(content.get("payload"))
    if peer is None or person is None or event is None or payload is None:
        return None
    # 0 is what VK says of buttons that belong to no message.
    return Clicked(
        peer, person, payload, event, _number(content, "conversation_message_id") or None
    )


def _payload(sent: object) -> str | None:
    """A payload as JSON text: some clients send the text, some the value."""
    if sent is None:
        return None
    return sent if isinstance(sent, str) else json.dumps(sent)


def _word(sent: object) -> str | None:
    return sent if isinstance(sent, str) and sent else None


def _somebody(content: Mapping[str, Any], key: str) -> int | None:
    """A person, or a chat of several; communities have numbers below 0, and nobody has 0."""
    number = _number(content, key)
    return None if number is None or number <= 0 else number


def _number(content: Mapping[str, Any], key: str) -> int | None:
    value = content.get(key)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if abs(value) < 1 << 62 else None
