"""Events of the community as the dialogue hears them."""

import json
import re
from typing import Final

import msgspec

from bots.incoming import AnyIncoming, CameBack, Chat, Pressed, Said, Speaker, WentAway
from bots.reading.commands import START, read_command
from bots.vk.keyboards import data_of
from server.dialogue.community import (
    FIRST_GROUP_CHAT,
    Clicked,
    Happening,
    Joined,
    Left,
    Wrote,
    heard,
)

_MENTION: Final = re.compile(r"^\s*\[(?:club|public)(\d+)\|[^\]]*\][\s,:]*")
"""In a chat of several people a community is addressed by it, by its number."""
_HELP: Final = "/help"


class Press(msgspec.Struct, frozen=True, array_like=True):
    """What VK wants to be told again when a press is answered."""

    event: str
    person: int
    peer: int

    def __str__(self) -> str:
        return msgspec.json.encode(self).decode()

    @classmethod
    def parse(cls, text: str) -> "Press | None":
        """Read it; the inverse of `str`. None for anything else."""
        try:
            return msgspec.json.decode(text, type=cls)
        except (msgspec.MsgspecError, UnicodeError):
            return None


def incoming(body: bytes, group: int) -> AnyIncoming | None:
    """What an event says to us, if anything. Never raises."""
    found = heard(body, group)
    return None if found is None else _heard(found.what, f"vk:{found.name}", group)


def _heard(happened: Happening, once: str, group: int) -> AnyIncoming | None:
    chat = Chat(happened.peer, happened.peer >= FIRST_GROUP_CHAT)
    by = Speaker(happened.person, language=getattr(happened, "language", None))
    match happened:
        case Left():
            return WentAway(once=once, chat=chat, by=by)
        case Joined():
            return CameBack(once=once, chat=chat, by=by)
        case Clicked(payload=payload, event=event, message=message):
            data = data_of(payload)
            if data is None:
                return None
            press = str(Press(event, happened.person, happened.peer))
            return Pressed(once=once, chat=chat, by=by, data=data, message=message, press=press)
        case Wrote():
            return _said(happened, once, chat, by, _addressed(happened.text, group))


def _addressed(text: str, group: int) -> str | None:
    """What is said to us by name; none where somebody else is addressed, or nobody."""
    name = _MENTION.match(text)
    return text[name.end() :].strip() if name is not None and name[1] == str(group) else None


def _said(
    wrote: Wrote, once: str, chat: Chat, by: Speaker, addressed: str | None
) -> AnyIncoming | None:
    data = data_of(wrote.payload)
    if data is not None:
        # An old client sends a button's label as a message.
        return Pressed(once=once, chat=chat, by=by, data=data, message=None, press="")
    text = wrote.text.strip() if addressed is None else addressed
    if not chat.is_group and (wrote.ref is not None or _begins(wrote.payload)):
        text = f"/{START} {wrote.ref or ''}".strip()
    elif chat.is_group and addressed is not None:
        # Among many people a plain word is for us where we are addressed.
        named = read_command(text)
        text = text or _HELP if named is None else f"/{named.name} {named.rest}".strip()
    return Said(once=once, chat=chat, by=by, text=text) if text else None


def _begins(payload: str | None) -> bool:
    """Whether it is VK's own button with which a talk to a community begins."""
    try:
        carried = json.loads(payload or "null")
    except (ValueError, RecursionError):
        return False
    return isinstance(carried, dict) and carried.get("command") == START
