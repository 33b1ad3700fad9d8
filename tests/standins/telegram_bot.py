"""Telegram as a bot knows it: chats with people in them, on loopback, by long poll or webhook.

It keeps the messages of every chat as people see them, refuses what Telegram refuses, and does
what it is told to do wrong.
"""

import asyncio
import json
from collections import defaultdict, deque
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from aiohttp import ClientSession, web
from aiohttp.web_request import FileField

from tests.standins.trouble import StandIn

TOKEN = "7000000:telegram-token"
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"
HELD = 1.0
"""Seconds that a question for updates is held, however long the bot would wait."""


@dataclass
class Message:
    """A message of the bot's in a chat, as it stands now."""

    id: int
    chat: int
    text: str
    photo: str | None = None
    markup: Any = None
    edits: int = 0

    @property
    def buttons(self) -> dict[str, str]:
        """What the buttons carry, by label."""
        rows = (self.markup or {}).get("inline_keyboard", [])
        return {
            each["text"]: each.get("callback_data") or each.get("url", "")
            for row in rows
            for each in row
        }

    def as_json(self) -> dict[str, Any]:
        """The message as the Bot API gives it."""
        body: dict[str, Any] = {
            "message_id": self.id,
            "date": 1_790_000_000,
            "chat": {"id": self.chat, "type": "private" if self.chat > 0 else "group"},
        }
        if self.photo is None:
            return {**body, "text": self.text}
        sizes = [{"file_id": self.photo, "file_unique_id": self.photo, "width": 9, "height": 9}]
        return {**body, "caption": self.text, "photo": sizes}


@dataclass
class Sent:
    """A call that shows something, and when it came."""

    method: str
    chat: int
    at: float


@dataclass
class TelegramBot(StandIn):
    """One bot's Telegram. `faults` are answers to give instead, by method, in order."""

    http: ClientSession
    webhook: str | None = None
    faults: dict[str, deque[tuple[int, Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()
        self.chats: dict[int, dict[int, Message]] = defaultdict(dict)
        self.notes: dict[str, str | None] = {}
        self.files: dict[int, list[tuple[str, bytes]]] = defaultdict(list)
        self.sent: list[Sent] = []
        self.commands: list[Any] = []
        self.shut: set[int] = set()
        """Chats that have blocked the bot."""
        self.moved: dict[int, int] = {}
        """Groups that have become supergroups: their numbers then and now."""
        self.invoices: dict[str, dict[str, str]] = {}
        """What is to be paid, by link."""
        self.checkouts: dict[str, str] = {}
        """What was answered to each checkout: `true`, or the words for the payer."""
        self.secret = ""
        self.hooked = ""
        """Where updates are to be sent, as was asked for."""
        self.uploads = 0
        self._numbers = count(1)
        self._updates: dict[int, dict[str, Any]] = {}
        self._came = asyncio.Event()

    def routes(self) -> list[web.RouteDef]:
        """All methods behind one door."""
        return [web.post(f"/bot{TOKEN}/{{method}}", self._method)]

    def fail(self, method: str, status: int, body: Any, times: int = 1) -> None:
        """Answer the next calls of a method so; text is sent as HTML."""
        self.faults.setdefault(method, deque()).extend([(status, body)] * times)

    def refuse(self, method: str, status: int, description: str, **parameters: Any) -> None:
        """Refuse the next call of a method, in Telegram's words."""
        body = {"ok": False, "error_code": status, "description": description}
        self.fail(method, status, {**body, "parameters": parameters} if parameters else body)

    # --- people

    async def says(self, person: int, text: str, chat: int | None = None) -> dict[str, Any]:
        """Somebody writes to the bot; the update as it was told."""
        return await self.tell(
            message={
                "message_id": next(self._numbers),
                "date": 1_790_000_000,
                "chat": self._chat(chat or person),
                "from": self.user(person),
                "text": text,
            }
        )

    async def presses(
        self, person: int, data: str, message: int, chat: int | None = None
    ) -> dict[str, Any]:
        """Somebody presses a button, or pretends to."""
        number = next(self._numbers)
        shown = {"message_id": message, "date": 1, "chat": self._chat(chat or person)}
        return await self.tell(
            callback_query={
                "id": f"press-{number}",
                "from": self.user(person),
                "chat_instance": "1",
                "message": shown,
                "data": data,
            }
        )

    async def parts(self, person: int, status: str, chat: int | None = None) -> None:
        """Somebody blocks the bot, or lets it in again, or a group does; the status is its own."""
        member = {"user": {"id": 7_000_000, "is_bot": True, "first_name": "N"}, "status": status}
        await self.tell(
            my_chat_member={
                "chat": self._chat(chat or person),
                "from": self.user(person),
                "date": 1,
                "new_chat_member": member,
            }
        )

    async def tell(self, **update: Any) -> dict[str, Any]:
        """Tell the bot of something."""
        whole = {"update_id": next(self._numbers), **update}
        await self.deliver(whole)
        return whole

    async def deliver(self, update: dict[str, Any]) -> int:
        """Deliver an update, perhaps again; the status that the webhook answered."""
        if self.webhook is None:
            self._updates[update["update_id"]] = update
            self._came.set()
            return 200
        headers = {SECRET_HEADER: self.secret}
        async with self.http.post(self.webhook, json=update, headers=headers) as answer:
            return answer.status

    def latest(self, chat: int) -> Message | None:
        """The last message of the bot's in a chat."""
        messages = self.chats[chat]
        return messages[max(messages)] if messages else None

    def texts(self, chat: int) -> list[str]:
        """All that stands in a chat, the oldest first."""
        return [message.text for _, message in sorted(self.chats[chat].items())]

    @staticmethod
    def user(person: int) -> dict[str, Any]:
        """Somebody as updates name him."""
        return {
            "id": person,
            "is_bot": False,
            "first_name": f"Игрок {person}",
            "language_code": "ru",
        }

    # --- the Bot API

    async def _method(self, request: web.Request) -> web.Response:
        name = request.match_info["method"]
        planned = self.faults.get(name)
        if planned:
            status, body = planned.popleft()
            if isinstance(body, str):
                return web.Response(status=status, text=body, content_type="text/html")
            return web.json_response(body, status=status)
        if name == "getUpdates":
            return await self._get_updates(await request.json())
        form = dict(await request.post())
        handler = getattr(self, f"_{name}", None)
        return _ok(True) if handler is None else await handler(form)

    async def _get_updates(self, asked: dict[str, Any]) -> web.Response:
        if self.hooked:
            return _refused(409, "Conflict: can't use getUpdates method while webhook is active")
        for number in [each for each in self._updates if each < asked["offset"]]:
            del self._updates[number]
        if not self._updates:
            self._came.clear()
            try:
                async with asyncio.timeout(HELD):
                    await self._came.wait()
            except TimeoutError:
                pass
        return _ok([self._updates[number] for number in sorted(self._updates)])

    async def _getMe(self, _form: Any) -> web.Response:  # noqa: N802 - as Telegram calls it
        return _ok({"id": 7_000_000, "is_bot": True, "first_name": "N", "username": "nardy_bot"})

    async def _setWebhook(self, form: Any) -> web.Response:  # noqa: N802
        self.secret, self.hooked = form["secret_token"], form["url"]
        return _ok(True)

    async def _deleteWebhook(self, _form: Any) -> web.Response:  # noqa: N802
        self.hooked = ""
        return _ok(True)

    async def _getWebhookInfo(self, _form: Any) -> web.Response:  # noqa: N802
        return _ok(
            {"url": self.hooked, "has_custom_certificate": False, "pending_update_count": 0}
        )

    async def _setMyCommands(self, form: Any) -> web.Response:  # noqa: N802
        self.commands.append(json.loads(form["commands"]))
        return _ok(True)

    async def _answerCallbackQuery(self, form: Any) -> web.Response:  # noqa: N802
        self.notes[form["callback_query_id"]] = form.get("text")
        return _ok(True)

    async def _createInvoiceLink(self, form: Any) -> web.Response:  # noqa: N802
        link = f"https://t.me/$invoice{next(self._numbers)}"
        self.invoices[link] = {key: str(value) for key, value in form.items()}
        return _ok(link)

    async def _getStarTransactions(self, _form: Any) -> web.Response:  # noqa: N802
        return _ok({"transactions": []})

    async def _answerPreCheckoutQuery(self, form: Any) -> web.Response:  # noqa: N802
        self.checkouts[form["pre_checkout_query_id"]] = form.get("error_message", form["ok"])
        return _ok(True)

    async def _sendMessage(self, form: Any) -> web.Response:  # noqa: N802
        return self._new("sendMessage", form, form["text"], None)

    async def _sendPhoto(self, form: Any) -> web.Response:  # noqa: N802
        return self._new(
            "sendPhoto", form, form.get("caption", ""), self._picture(form["photo"], form)
        )

    async def _sendDocument(self, form: Any) -> web.Response:  # noqa: N802
        chat = int(form["chat_id"])
        part = form[form["document"].removeprefix("attach://")]
        self.files[chat].append((part.filename, part.file.read()))
        return self._new("sendDocument", form, part.filename, None)

    async def _editMessageText(self, form: Any) -> web.Response:  # noqa: N802
        return self._changed("editMessageText", form, form["text"], None)

    async def _editMessageMedia(self, form: Any) -> web.Response:  # noqa: N802
        media = json.loads(form["media"])
        photo = self._picture(media["media"], form)
        return self._changed("editMessageMedia", form, media.get("caption", ""), photo)

    def _new(self, method: str, form: Any, text: str, photo: str | None) -> web.Response:
        chat = int(form["chat_id"])
        self.sent.append(Sent(method, chat, asyncio.get_running_loop().time()))
        if (refused := self._refused_by(chat)) is not None:
            return refused
        message = Message(next(self._numbers), chat, text, photo, _markup(form))
        self.chats[chat][message.id] = message
        return _ok(message.as_json())

    def _refused_by(self, chat: int) -> web.Response | None:
        if chat in self.shut:
            return _refused(403, "Forbidden: bot was blocked by the user")
        if chat in self.moved:
            words = "Bad Request: group chat was upgraded to a supergroup chat"
            return _refused(400, words, migrate_to_chat_id=self.moved[chat])
        return None

    def _changed(self, method: str, form: Any, text: str, photo: str | None) -> web.Response:
        chat = int(form["chat_id"])
        self.sent.append(Sent(method, chat, asyncio.get_running_loop().time()))
        if (refused := self._refused_by(chat)) is not None:
            return refused
        message = self.chats[chat].get(int(form["message_id"]))
        if message is None:
            return _refused(400, "Bad Request: message to edit not found")
        if photo is None and message.photo is not None:
            return _refused(400, "Bad Request: there is no text in the message to edit")
        now = (text, photo, _markup(form))
        if now == (message.text, message.photo, message.markup):
            return _refused(400, "Bad Request: message is not modified")
        message.text, message.photo, message.markup = now
        message.edits += 1
        return _ok(message.as_json())

    def _picture(self, named: Any, form: Any) -> str:
        if not isinstance(named, str):
            raise TypeError("a photo is attached, or named")
        if not named.startswith("attach://"):
            return named
        part = form[named.removeprefix("attach://")]
        assert isinstance(part, FileField)
        assert part.file.read(8) == b"\x89PNG\r\n\x1a\n"
        self.uploads += 1
        return f"photo-{part.filename}"

    @staticmethod
    def _chat(chat: int) -> dict[str, Any]:
        return {"id": chat, "type": "private" if chat > 0 else "supergroup"}


def _markup(form: Any) -> Any:
    return json.loads(form["reply_markup"]) if "reply_markup" in form else None


def _ok(result: Any) -> web.Response:
    return web.json_response({"ok": True, "result": result})


def _refused(status: int, description: str, **parameters: int) -> web.Response:
    body = {"ok": False, "error_code": status, "description": description}
    if parameters:
        return web.json_response({**body, "parameters": parameters}, status=status)
    return web.json_response(body, status=status)
