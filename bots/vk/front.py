"""The VK community's way to hear and to show; what VK's numbers of refusals mean for a chat.

Source: dev.vk.com, method/messages. A message is known by its number within its chat
(`conversation_message_id`), which VK tells only where several receivers could be named.
"""

import json
import secrets
from collections.abc import Awaitable
from typing import Any, Final

import msgspec

from bots.drawing import NotDrawn, Studio, listed_board
from bots.fronts import MessageGone, PutOff, Trouble, Unreachable
from bots.incoming import AnyIncoming, Chat, MessageId, Said
from bots.screens import File, Note, Screen
from bots.vk.calls import CallFailed, NoAnswer, Refused, Stopped, VkCalls
from bots.vk.events import Press, incoming
from bots.vk.keyboards import keyboard
from bots.vk.labels import Labels
from bots.vk.pictures import Uploads
from bots.vk.wording import in_words
from server.dialogue.community import FIRST_GROUP_CHAT

LONGEST_TEXT: Final = 4096
_LONGEST_NOTE: Final = 90
_FLOOD_SECONDS: Final = 5.0
_DAY_LIMIT_SECONDS: Final = 600.0

_SHUT: Final = frozenset({7, 15, 18, 901, 902, 917, 925, 932, 945, 946, 950})
"""Not allowed, deleted, put out of the chat, or the chat is closed."""
_GONE: Final = frozenset({909, 910, 920, 924, 940})
"""Too old to change, or not there."""
_PERHAPS_GONE: Final = frozenset({15, 100})
"""So VK may call a message that somebody has deleted; where it means the chat, sending says so."""
_WAITS: Final = {6: 1.0, 9: _FLOOD_SECONDS, 29: _DAY_LIMIT_SECONDS}


class _Sent(msgspec.Struct, frozen=True):
    conversation_message_id: int | None = None
    error: "_Fault | None" = None


class _Fault(msgspec.Struct, frozen=True):
    code: int
    description: str = ""


class VkFront:
    """Shows screens in the chats of one community."""

    name = "vk"

    def __init__(self, calls: VkCalls, studio: Studio, group: int, labels: Labels) -> None:
        self._calls = calls
        self._studio = studio
        self._group = group
        self._uploads = Uploads(calls)
        self._labels = labels

    async def read(self, body: bytes) -> AnyIncoming | None:
        """What an event says; none where it is none of ours. Raises ``Unavailable``."""
        came = incoming(body, self._group)
        if not isinstance(came, Said) or came.chat.is_group:
            return came
        data = await self._labels.of(came.chat.id, came.text)
        return msgspec.structs.replace(came, data=data)

    def link(self, start: str) -> str:
        """A link that opens a talk with the community and carries a word."""
        return f"https://vk.me/club{self._group}?ref={start}"

    async def send(self, chat: Chat, screen: Screen) -> MessageId:
        """Show a screen as a new message, once: VK knows a repeat by its `random_id`."""
        message = await self._send(chat, await self._shape(chat, screen))
        await self._offered(chat, message, screen)
        return message

    async def change(self, chat: Chat, message: MessageId, screen: Screen) -> None:
        """Show a screen in place of another.

        More buttons than a message takes come with a new message alone: the old one is taken
        away, and is gone.
        """
        if not keyboard(screen.rows).inline:
            await self._take_away(chat, message)
            raise MessageGone("so many buttons need a message of their own")
        values = {
            **await self._shape(chat, screen),
            "peer_id": chat.id,
            "conversation_message_id": message,
        }
        await _asked(self._calls.call("messages.edit", values), _GONE | _PERHAPS_GONE)
        await self._offered(chat, message, screen)

    async def note(self, press: str, note: Note | None) -> None:
        """Answer a press; a press that came as a message wants none.

        What VK would cut off is said whole where nobody else reads it.
        """
        named = Press.parse(press)
        if named is None:
            return
        values: dict[str, Any] = {
            "event_id": named.event,
            "user_id": named.person,
            "peer_id": named.peer,
        }
        text = "" if note is None else in_words(note.text, group=self._named(named.peer))
        if len(text) > _LONGEST_NOTE and named.peer < FIRST_GROUP_CHAT:
            await self.send(Chat(named.peer), Screen(text=text))
        elif text:
            shown = cut(text, _LONGEST_NOTE)
            values["event_data"] = _json({"type": "show_snackbar", "text": shown})
        try:
            await self._calls.call("messages.sendMessageEventAnswer", values)
        except Refused:
            return  # too old, or answered before
        except CallFailed as failed:
            raise Trouble(str(failed)) from None

    async def attach(self, chat: Chat, file: File) -> None:
        """Send a document."""
        try:
            named = await _asked(self._uploads.document(chat.id, file))
        except Unreachable as refused:
            # Nobody is away because the token does not allow files.
            raise Trouble(str(refused)) from None
        await self._send(chat, {"message": file.caption, "attachment": named})

    async def reach(self) -> None:
        """Ask VK whether it is there."""
        await _asked(self._calls.call("utils.getServerTime", {}))

    async def _offered(self, chat: Chat, message: MessageId, screen: Screen) -> None:
        """Remember its buttons; in a chat of several people nobody types them."""
        if not chat.is_group:
            await self._labels.shown(chat.id, message, screen.rows)

    async def _send(self, chat: Chat, values: dict[str, Any]) -> MessageId:
        once = secrets.randbelow((1 << 31) - 1) + 1
        values = {**values, "peer_ids": str(chat.id), "random_id": once}
        answer = await _asked(self._calls.call("messages.send", values))
        try:
            sent = msgspec.convert(answer, list[_Sent])[0]
        except (msgspec.ValidationError, IndexError):
            raise Trouble("nonsense") from None
        if sent.error is not None:
            raise _meant(Refused(sent.error.code, sent.error.description))
        if sent.conversation_message_id is None:
            raise Trouble("the message has no number")
        return sent.conversation_message_id

    async def _take_away(self, chat: Chat, message: MessageId) -> None:
        values = {"peer_id": chat.id, "cmids": message, "delete_for_all": 1}
        try:
            await self._calls.call("messages.delete", values)
        except CallFailed:
            return  # it only stands there, out of date

    def _named(self, chat: int) -> int | None:
        """By what number we are to be named in a chat; none where nobody else is spoken to."""
        return self._group if chat >= FIRST_GROUP_CHAT else None

    async def _shape(self, chat: Chat, screen: Screen) -> dict[str, Any]:
        """A screen as the parameters of a message; without its picture where none can be had."""
        text, attachment = in_words(screen.text, screen.language, self._named(chat.id)), ""
        if screen.board is not None:
            try:
                if not screen.plain:
                    picture = await self._studio.picture(screen.board)
                    attachment = await _asked(self._uploads.photo(picture))
            except (NotDrawn, Unreachable, Trouble):
                # Nor because it does not allow pictures.
                attachment = ""
            if not attachment:
                text = f"{listed_board(screen.board, screen.language)}\n\n{text}"
        return {
            "message": cut(text, LONGEST_TEXT),
            "attachment": attachment,
            "keyboard": keyboard(screen.rows).text,
            "dont_parse_links": 1,
            "disable_mentions": 1,
        }


async def _asked(answer: Awaitable[Any], gone: frozenset[int] = _GONE) -> Any:
    """The answer of a call, or what its failure means to a chat."""
    try:
        return await answer
    except Refused as refused:
        raise _meant(refused, gone) from None
    except Stopped as stopped:
        raise PutOff(stopped.seconds) from None
    except NoAnswer as failed:
        raise Trouble(str(failed)) from None


def _meant(refused: Refused, gone: frozenset[int] = _GONE) -> Exception:
    if refused.code in gone:
        return MessageGone(str(refused))
    if refused.code in _SHUT:
        return Unreachable(str(refused))
    if refused.code in _WAITS:
        return PutOff(_WAITS[refused.code])
    return Trouble(str(refused))


def cut(text: str, longest: int) -> str:
    """A text, or as much of it as VK takes."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _json(content: dict[str, str]) -> str:
    return json.dumps(content, ensure_ascii=False)
