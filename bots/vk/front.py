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
from bots.incoming import AnyIncoming, Chat, MessageId
from bots.screens import File, Note, Screen
from bots.vk.calls import CallFailed, NoAnswer, Refused, Stopped, VkCalls
from bots.vk.events import Press, incoming
from bots.vk.keyboards import keyboard
from bots.vk.pictures import Uploads

LONGEST_TEXT: Final = 4096
_LONGEST_NOTE: Final = 90
_FLOOD_SECONDS: Final = 5.0
_DAY_LIMIT_SECONDS: Final = 600.0

_SHUT: Final = frozenset({7, 15, 18, 901, 902, 917, 925, 932, 945, 946, 950})
"""Not allowed, deleted, put out of the chat, or the chat is closed."""
_GONE: Final = frozenset({909, 910, 920, 924, 940})
"""Too old to change, or not there."""
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

    def __init__(self, calls: VkCalls, studio: Studio, group: int) -> None:
        self._calls = calls
        self._studio = studio
        self._group = group
        self._uploads = Uploads(calls)

    def read(self, body: bytes) -> AnyIncoming | None:
        """What an event says; none where it is none of ours."""
        return incoming(body, self._group)

    def link(self, start: str) -> str:
        """A link that opens a talk with the community and carries a word."""
        return f"https://vk.me/club{self._group}?ref={start}"

    async def send(self, chat: Chat, screen: Screen) -> MessageId:
        """Show a screen as a new message, once: VK knows a repeat by its `random_id`."""
        return await self._send(chat, await self._shape(screen))

    async def change(self, chat: Chat, message: MessageId, screen: Screen) -> None:
        """Show a screen in place of another.

        More buttons than a message takes come with a new message alone: the old one is taken
        away, and is gone.
        """
        if not keyboard(screen.rows).inline:
            await self._take_away(chat, message)
            raise MessageGone("so many buttons need a message of their own")
        values = await self._shape(screen)
        await _asked(
            self._calls.call(
                "messages.edit",
                {**values, "peer_id": chat.id, "conversation_message_id": message},
            )
        )

    async def note(self, press: str, note: Note | None) -> None:
        """Answer a press; a press that came as a message wants none."""
        named = Press.parse(press)
        if named is None:
            return
        values: dict[str, Any] = {
            "event_id": named.event,
            "user_id": named.person,
            "peer_id": named.peer,
        }
        if note is not None:
            text = note.text[:_LONGEST_NOTE]
            values["event_data"] = _json({"type": "show_snackbar", "text": text})
        try:
            await self._calls.call("messages.sendMessageEventAnswer", values)
        except Refused:
            return  # too old, or answered before
        except CallFailed as failed:
            raise Trouble(str(failed)) from None

    async def attach(self, chat: Chat, file: File) -> None:
        """Send a document."""
        named = await _asked(self._uploads.document(chat.id, file))
        await self._send(chat, {"message": file.caption, "attachment": named})

    async def reach(self) -> None:
        """Ask VK whether it is there."""
        await _asked(self._calls.call("utils.getServerTime", {}))

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

    async def _shape(self, screen: Screen) -> dict[str, Any]:
        """A screen as the parameters of a message; without its picture where none can be had."""
        text, attachment = screen.text, ""
        if screen.board is not None:
            try:
                if not screen.plain:
                    picture = await self._studio.picture(screen.board)
                    attachment = await _asked(self._uploads.photo(picture))
            except (NotDrawn, Trouble):
                attachment = ""
            if not attachment:
                text = f"{listed_board(screen.board, screen.language)}\n\n{text}"
        return {
            "message": text[:LONGEST_TEXT],
            "attachment": attachment,
            "keyboard": keyboard(screen.rows).text,
            "dont_parse_links": 1,
            "disable_mentions": 1,
        }


async def _asked(answer: Awaitable[Any]) -> Any:
    """The answer of a call, or what its failure means to a chat."""
    try:
        return await answer
    except Refused as refused:
        raise _meant(refused) from None
    except Stopped as stopped:
        raise PutOff(stopped.seconds) from None
    except NoAnswer as failed:
        raise Trouble(str(failed)) from None


def _meant(refused: Refused) -> Exception:
    if refused.code in _SHUT:
        return Unreachable(str(refused))
    if refused.code in _GONE:
        return MessageGone(str(refused))
    if refused.code in _WAITS:
        return PutOff(_WAITS[refused.code])
    return Trouble(str(refused))


def _json(content: dict[str, str]) -> str:
    return json.dumps(content, ensure_ascii=False)
