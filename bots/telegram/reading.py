"""What Telegram's updates say, as far as the dialogue wants to know (core.telegram.org/bots/api).

An update comes from Telegram alone (a webhook with our secret, or our own call); what it carries
was written by anybody. Whatever cannot be read is nothing.
"""

import re
from typing import Final

import msgspec

from bots.incoming import AnyIncoming, CameBack, Chat, Moved, Pressed, Said, Speaker, WentAway
from server.purchases.telegram_updates import Number, Ordinal

GROUPS: Final = frozenset({"group", "supergroup"})
ALLOWED: Final = (
    "message",
    "callback_query",
    "my_chat_member",
    "pre_checkout_query",
    "subscription",
)
"""The updates that we ask Telegram for; an omitted list would keep an old one."""

_ADDRESSED: Final = re.compile(r"\s*/[A-Za-z0-9_]{1,32}@([A-Za-z0-9_]+)")


class _Chat(msgspec.Struct, frozen=True):
    id: Number
    type: str = "private"


class _User(msgspec.Struct, frozen=True):
    id: Ordinal
    is_bot: bool = False
    first_name: str = ""
    last_name: str = ""
    language_code: str | None = None


class _Message(msgspec.Struct, frozen=True, rename={"sender": "from"}):
    message_id: Ordinal
    chat: _Chat
    sender: _User | None = None
    text: str | None = None
    migrate_to_chat_id: Number | None = None


class _Press(msgspec.Struct, frozen=True, rename={"sender": "from"}):
    id: str
    sender: _User
    message: _Message | None = None
    data: str | None = None


class _Member(msgspec.Struct, frozen=True):
    status: str


class _Membership(msgspec.Struct, frozen=True, rename={"sender": "from"}):
    chat: _Chat
    sender: _User
    new_chat_member: _Member


class Update(msgspec.Struct, frozen=True):
    """One update: at most one of these is there."""

    update_id: Ordinal
    message: _Message | None = None
    callback_query: _Press | None = None
    my_chat_member: _Membership | None = None

    @property
    def chat(self) -> int:
        """In whose order it is handled; 0 where it is about no chat."""
        if self.message is not None:
            return self.message.chat.id
        if self.callback_query is not None:
            press = self.callback_query
            return press.sender.id if press.message is None else press.message.chat.id
        return 0 if self.my_chat_member is None else self.my_chat_member.chat.id


class _Numbered(msgspec.Struct, frozen=True):
    update_id: Ordinal


_decode = msgspec.json.Decoder(Update).decode
_number = msgspec.json.Decoder(_Numbered).decode


def update_of(body: bytes) -> Update | None:
    """The update in these bytes; none for what is no update."""
    try:
        return _decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def number_of(body: bytes) -> int | None:
    """The number of an update, whatever else cannot be read of it; none where it has none."""
    try:
        return _number(body).update_id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def incoming_of(bot: str, body: bytes, username: str = "") -> AnyIncoming | None:
    """What somebody said or did; none for what the dialogue has nothing to do with.

    `username` is the bot's own: a command to another one in the same group is none of ours.
    """
    update = update_of(body)
    if update is None:
        return None
    once = f"{bot}:{update.update_id}"
    if update.message is not None:
        said = _said(once, update.message)
        return None if isinstance(said, Said) and _is_to_another(said.text, username) else said
    if update.callback_query is not None:
        return _pressed(once, update.callback_query)
    if update.my_chat_member is not None:
        return _member(once, update.my_chat_member)
    return None


def _said(once: str, message: _Message) -> Said | Moved | None:
    if message.sender is None:
        return None
    if message.migrate_to_chat_id is not None:
        chat, by = _chat(message.chat), _speaker(message.sender)
        return Moved(once=once, chat=chat, by=by, to=message.migrate_to_chat_id)
    if message.sender.is_bot or message.text is None:
        return None
    return Said(
        once=once, chat=_chat(message.chat), by=_speaker(message.sender), text=message.text
    )


def _is_to_another(text: str, username: str) -> bool:
    named = _ADDRESSED.match(text)
    return named is not None and named.group(1).lower() != username.lower()


def _pressed(once: str, press: _Press) -> Pressed:
    """A press under a message that is too old has no message: the chat is his own then."""
    message = press.message
    return Pressed(
        once=once,
        chat=Chat(press.sender.id) if message is None else _chat(message.chat),
        by=_speaker(press.sender),
        data=press.data or "",
        message=None if message is None else message.message_id,
        press=press.id,
    )


def _member(once: str, membership: _Membership) -> AnyIncoming:
    gone = membership.new_chat_member.status in {"kicked", "left"}
    kind = WentAway if gone else CameBack
    return kind(once=once, chat=_chat(membership.chat), by=_speaker(membership.sender))


def _chat(chat: _Chat) -> Chat:
    return Chat(chat.id, chat.type in GROUPS)


def _speaker(user: _User) -> Speaker:
    name = f"{user.first_name} {user.last_name}".strip()
    return Speaker(user.id, name or None, user.language_code)
