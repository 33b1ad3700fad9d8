"""VK as a community's bot knows it: the API, its upload servers and its long poll, on loopback.

It keeps chats as people see them, and does what it is told to do wrong.
"""

import asyncio
import json
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

from aiohttp import ClientSession, web

from tests.standins.trouble import StandIn

TOKEN: Final = "vk1.a.community-token"
GROUP: Final = 4242


@dataclass
class Shown:
    """A message in a chat, as it stands now."""

    text: str
    attachment: str
    keyboard: dict[str, Any]
    edits: int = 0

    @property
    def buttons(self) -> dict[str, str]:
        """Payloads by label."""
        rows = self.keyboard.get("buttons", [])
        actions = [button["action"] for row in rows for button in row]
        return {a["label"]: a.get("payload", a.get("link", "")) for a in actions}


@dataclass
class VkCommunity(StandIn):
    """One community with its chats; `faults` are API errors to give, by method, in order."""

    faults: dict[str, deque[Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()
        self.chats: dict[int, dict[int, Shown]] = {}
        self.snackbars: list[dict[str, Any]] = []
        self.files: dict[str, bytes] = {}
        self.times: list[float] = []
        self.shut: set[int] = set()
        self.answers: deque[web.Response] = deque()
        """What the long poll answers before it answers as it should."""
        self.polls = 0
        self._randoms: dict[int, tuple[int, int]] = {}
        self._events: list[dict[str, Any]] = []
        self._came = asyncio.Event()
        self._numbers = count(1)
        self._last: Counter[int] = Counter()
        self.doubled: Counter[str] = Counter()

    def routes(self) -> list[web.RouteDef]:
        """The API's methods, the upload address and the long poll."""
        return [
            web.post("/method/{method}", self._method),
            web.post("/upload", self._upload),
            web.get("/lp", self._poll),
        ]

    def fail(self, method: str, *faults: Any) -> None:
        """Give these instead of answers: a number is an API error, anything else a body."""
        self.faults.setdefault(method, deque()).extend(faults)

    def write(
        self, person: int, text: str, peer: int | None = None, **more: Any
    ) -> dict[str, Any]:
        """Somebody writes to us; the event as VK tells it."""
        message = {"peer_id": peer or person, "from_id": person, "text": text, "out": 0, **more}
        content = {"message": message, "client_info": {"lang_id": 0}}
        return self.tell("message_new", content)

    def press(self, person: int, peer: int, message: int, label: str) -> dict[str, Any]:
        """Somebody presses a button of a message."""
        payload = json.loads(self.chats[peer][message].buttons[label])
        content = {
            "user_id": person,
            "peer_id": peer,
            "event_id": f"press{next(self._numbers)}",
            "payload": payload,
            "conversation_message_id": message,
        }
        return self.tell("message_event", content)

    def tell(self, kind: str, content: dict[str, Any]) -> dict[str, Any]:
        """Something happens."""
        event = {
            "type": kind,
            "event_id": f"{next(self._numbers):040x}",
            "v": "5.199",
            "object": content,
            "group_id": GROUP,
        }
        self._events.append(event)
        self._came.set()
        return event

    @asynccontextmanager
    async def calling(self, url: str, secret: str) -> AsyncIterator[None]:
        """Tell a callback address what happens: each event twice, and until it is answered ok."""

        async def call() -> None:
            told = 0
            async with ClientSession() as http:
                while True:
                    self._came.clear()
                    for event in self._events[told:]:
                        body = {**event, "secret": secret}
                        for _ in range(2):
                            await _told(http, url, body)
                        told += 1
                    await self._came.wait()

        task = asyncio.create_task(call())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait([task])

    def repeat(self, event: dict[str, Any]) -> None:
        """What has been told is told again."""
        self._events.append(event)
        self._came.set()

    async def _method(self, request: web.Request) -> web.Response:
        form = dict(await request.post())
        method = request.match_info["method"]
        self.times.append(asyncio.get_running_loop().time())
        if form.get("access_token") != TOKEN:
            return _refused(5)
        waiting = self.faults.get(method)
        if waiting:
            fault = waiting.popleft()
            if isinstance(fault, web.Response):
                return fault
            return _refused(fault) if isinstance(fault, int) else web.json_response(fault)
        answer = getattr(self, f"_{method.replace('.', '_')}")(form)
        return answer if isinstance(answer, web.Response) else _answered(answer)

    def _messages_send(self, form: dict[str, Any]) -> Any:
        peer, once = int(form["peer_ids"]), int(form["random_id"])
        if peer in self.shut:
            return [{"peer_id": peer, "error": {"code": 901, "description": "no permission"}}]
        if once in self._randoms:
            self.doubled["messages.send"] += 1
            message = self._randoms[once][1]
            return [{"peer_id": peer, "message_id": 0, "conversation_message_id": message}]
        keyboard = json.loads(form.get("keyboard") or "{}")
        if not _is_allowed(keyboard):
            return _refused(911)
        chat = self.chats.setdefault(peer, {})
        message = self._last[peer] = self._last[peer] + 1
        chat[message] = Shown(form.get("message", ""), form.get("attachment", ""), keyboard)
        self._randoms[once] = (peer, message)
        return [{"peer_id": peer, "message_id": 0, "conversation_message_id": message}]

    def _messages_edit(self, form: dict[str, Any]) -> Any:
        chat, number = (
            self.chats.get(int(form["peer_id"]), {}),
            int(form["conversation_message_id"]),
        )
        keyboard = json.loads(form.get("keyboard") or "{}")
        if number not in chat:
            return _refused(909)
        if not keyboard.get("inline") or not _is_allowed(keyboard):
            return _refused(911)
        edits = chat[number].edits + 1
        chat[number] = Shown(form.get("message", ""), form.get("attachment", ""), keyboard, edits)
        return 1

    def _messages_delete(self, form: dict[str, Any]) -> Any:
        self.chats[int(form["peer_id"])].pop(int(form["cmids"]), None)
        return {}

    def _utils_getServerTime(self, _form: dict[str, Any]) -> Any:  # noqa: N802
        return 1_790_000_000

    def _messages_sendMessageEventAnswer(self, form: dict[str, Any]) -> Any:  # noqa: N802 - VK's own name
        self.snackbars.append(form)
        return 1

    def _photos_getMessagesUploadServer(self, form: dict[str, Any]) -> Any:  # noqa: N802
        return {"upload_url": f"{self.url}/upload", "album_id": -3, "user_id": 0}

    def _photos_saveMessagesPhoto(self, form: dict[str, Any]) -> Any:  # noqa: N802
        return [{"id": int(form["photo"]), "owner_id": -GROUP, "access_key": form["hash"]}]

    def _docs_getMessagesUploadServer(self, form: dict[str, Any]) -> Any:  # noqa: N802
        return {"upload_url": f"{self.url}/upload"}

    def _docs_save(self, form: dict[str, Any]) -> Any:
        return {"type": "doc", "doc": {"id": int(form["file"]), "owner_id": -GROUP}}

    def _groups_getLongPollServer(self, form: dict[str, Any]) -> Any:  # noqa: N802
        return {"key": "key", "server": f"{self.url}/lp", "ts": str(len(self._events))}

    def _groups_setLongPollSettings(self, form: dict[str, Any]) -> Any:  # noqa: N802
        return 1

    async def _upload(self, request: web.Request) -> web.Response:
        form = await request.post()
        ((_, file),) = form.items()
        assert isinstance(file, web.FileField)
        number = str(next(self._numbers))
        self.files[number] = file.file.read()
        return web.json_response({"server": 1, "photo": number, "hash": "abc", "file": number})

    async def _poll(self, request: web.Request) -> web.Response:
        self.polls += 1
        if self.answers:
            return self.answers.popleft()
        ts = int(request.query["ts"])
        if len(self._events) <= ts:
            self._came.clear()
            try:
                async with asyncio.timeout(float(request.query["wait"])):
                    await self._came.wait()
            except TimeoutError:
                pass
        told = self._events[ts:]
        return web.json_response({"ts": str(len(self._events)), "updates": told})


async def _told(http: ClientSession, url: str, body: dict[str, Any]) -> None:
    """Tell an event, again until it is answered as it should be."""
    for pause in (0.05,) * 100:
        async with http.post(url, json=body) as response:
            if (response.status, await response.text()) == (200, "ok"):
                return
        await asyncio.sleep(pause)


def _is_allowed(keyboard: dict[str, Any]) -> bool:
    rows = keyboard.get("buttons", [])
    rows_most, most = (6, 10) if keyboard.get("inline") else (10, 40)
    actions = [b["action"] for row in rows for b in row]
    payloads = [action.get("payload", "") for action in actions]
    return (
        len(rows) <= rows_most
        and all(0 < len(action["label"]) <= 40 for action in actions)
        and sum(map(len, rows)) <= most
        and all(len(row) <= 5 for row in rows)
        and all(len(payload) <= 255 for payload in payloads)
    )


def _answered(answer: Any) -> web.Response:
    return web.json_response({"response": answer})


def _refused(code: int) -> web.Response:
    fault: dict[str, Any] = {"error_code": code, "error_msg": "no", "request_params": []}
    if code == 14:
        fault["redirect_uri"] = "https://id.vk.ru/captcha"
    return web.json_response({"error": fault})
