"""A stand-in for all platforms on loopback, that speaks their documented protocols."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import parse_qs

from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer

from platforms.facebook.notices import FacebookNotices
from platforms.notices import Notices
from platforms.ok.notices import OkNotices
from platforms.ok.rest import application_signature
from platforms.secret import Secrets
from platforms.telegram.notices import TelegramNotices
from platforms.vk.notices import VkNotices
from server.reminders.wire import HttpWire


class Platforms:
    """What was sent, and what is answered: one body, or those in turn."""

    def __init__(self, wire: HttpWire) -> None:
        self.sent: list[dict[str, Any]] = []
        self.answers: list[tuple[int, str]] = []
        self.wire = wire
        self.notices: dict[str, Notices] = {}

    def stands_at(self, url: str) -> None:
        """Where it is to be reached."""
        self.notices = {
            "vk": VkNotices(url, Secrets.of("service")),
            "ok": OkNotices(url, "CKEY", Secrets.of("ok secret")),
            "facebook": FacebookNotices(url, "12", Secrets.of("fb secret"), "Nardy"),
            "telegram": TelegramNotices(url, Secrets.of("7:token")),
        }

    async def vk(self, request: web.Request) -> web.Response:
        """`notifications.sendMessage`, by the service token."""
        fields = await _form(request)
        assert (fields["access_token"], fields["v"]) == ("service", "5.199")
        self.sent.append({"platform": "vk", "to": fields["user_ids"], **fields})
        status = {"user_id": int(fields["user_ids"]), "status": True}
        return self.told(json.dumps({"response": [status]}))

    async def ok(self, request: web.Request) -> web.Response:
        """`notifications.sendSimple`, signed by the application."""
        fields = await _form(request)
        signed = fields.pop("sig")
        assert signed == application_signature(fields, "ok secret")
        self.sent.append({"platform": "ok", "to": fields["uid"], **fields})
        return self.told("true")

    async def facebook(self, request: web.Request) -> web.Response:
        """A2U, by the app's token."""
        assert request.query["access_token"] == "12|fb secret"
        body = await request.json()
        self.sent.append({"platform": "facebook", "to": body["player_id"], **body})
        return self.told('{"success":true}')

    async def telegram(self, request: web.Request) -> web.Response:
        """`sendMessage` of the bot."""
        body = await request.json()
        self.sent.append({"platform": "telegram", "to": str(body["chat_id"]), **body})
        return self.told('{"ok":true,"result":{}}')

    def told(self, usual: str) -> web.Response:
        """The next answer that a test has put there, or that of a platform in good health."""
        status, body = self.answers.pop(0) if self.answers else (200, usual)
        return web.Response(status=status, text=body, content_type="application/json")


async def _form(request: web.Request) -> dict[str, str]:
    return {name: each[0] for name, each in parse_qs(await request.text()).items()}


@asynccontextmanager
async def platforms() -> AsyncIterator[Platforms]:
    """Serve all that answer by a POST."""
    app = web.Application()
    async with ClientSession() as session:
        stand_in = Platforms(HttpWire(session))
        app.router.add_post("/method/notifications.sendMessage", stand_in.vk)
        app.router.add_post("/fb.do", stand_in.ok)
        app.router.add_post("/12/notifications", stand_in.facebook)
        app.router.add_post("/bot7:token/sendMessage", stand_in.telegram)
        async with TestServer(app) as server:
            stand_in.stands_at(str(server.make_url("")).rstrip("/"))
            yield stand_in
