"""Where platforms tell of payments: bytes go in as they came, what each platform reads goes out.

No token and no limit by address stands before these: whoever calls is known by his signature.
"""

from collections.abc import Iterable
from typing import Final

import structlog
from aiohttp import web

from platforms.facebook import webhooks
from platforms.ok.payments import Answer
from platforms.query import BODY_LIMIT
from platforms.refusals import Refused
from platforms.telegram.webhook import SECRET_HEADER, require_secret_token
from platforms.vk.answers import CONTENT_TYPE
from server.http.bodies import whole_body
from server.outbound.calls import CallFailed
from server.purchases.payments import Payments
from server.purchases.refusals import NotOnPlatform
from server.requests import NoSuchPage
from server.storage.database import Unavailable

WEBHOOK_LIMIT: Final = 1024 * 1024
"""Bytes of an update of Telegram's, which may carry a long message."""

_log = structlog.get_logger(__name__)


class PaymentRoutes:
    """The routes of all platforms; of one whose keys are not given there is no page."""

    def __init__(self, payments: Payments) -> None:
        self._payments = payments

    def routes(self) -> Iterable[web.RouteDef]:
        """What to add to the public application."""
        return (
            web.post("/platforms/vk/payments", self._vk),
            web.get("/platforms/ok/payments", self._ok, allow_head=False),
            web.get("/platforms/facebook/payments", self._facebook_asks, allow_head=False),
            web.post("/platforms/facebook/payments", self._facebook_tells),
            web.post("/platforms/telegram/webhook", self._telegram),
        )

    async def _vk(self, request: web.Request) -> web.Response:
        body = await whole_body(request, BODY_LIMIT)
        try:
            answer = await self._payments.vk.notified(body)
        except NotOnPlatform as shut:
            raise NoSuchPage from shut
        return web.Response(body=answer, headers={"Content-Type": CONTENT_TYPE})

    async def _ok(self, request: web.Request) -> web.Response:
        try:
            answer = await self._payments.ok.called(request.rel_url.raw_query_string)
        except NotOnPlatform as shut:
            raise NoSuchPage from shut
        return _ok_response(answer)

    async def _facebook_asks(self, request: web.Request) -> web.Response:
        tokens = self._payments.doors.facebook_verify_token
        if tokens is None:
            raise NoSuchPage
        try:
            return web.Response(text=webhooks.verification(request.query, tokens))
        except Refused as refused:
            return _forbidden("facebook", refused)

    async def _facebook_tells(self, request: web.Request) -> web.Response:
        secret = self._payments.doors.facebook_secret
        if secret is None:
            raise NoSuchPage
        body = await whole_body(request, WEBHOOK_LIMIT)
        try:
            webhooks.require_signature(
                request.headers.get(webhooks.SIGNATURE_HEADER), body, secret
            )
        except Refused as refused:
            return _forbidden("facebook", refused)
        await self._payments.facebook.hinted(body)
        return web.Response(text="taken")

    async def _telegram(self, request: web.Request) -> web.Response:
        secret = self._payments.doors.telegram_webhook_secret
        if secret is None:
            raise NoSuchPage
        try:
            require_secret_token(request.headers.get(SECRET_HEADER), secret)
        except Refused as refused:
            return _forbidden("telegram", refused)
        body = await whole_body(request, WEBHOOK_LIMIT)
        try:
            await self._payments.telegram.come(body)
        except (CallFailed, Unavailable) as passing:
            _log.warning("update_put_off", error=repr(passing))
            return web.Response(status=503, text="send it again")
        return web.Response(text="taken")


def _ok_response(answer: Answer) -> web.Response:
    return web.Response(
        body=answer.body,
        headers={"Content-Type": f"{answer.content_type}; charset=utf-8", **answer.headers},
    )


def _forbidden(platform: str, refused: Refused) -> web.Response:
    """A uniform answer: a precise one would teach a forger."""
    _log.warning("callback_refused", platform=platform, reason=refused.reason)
    return web.Response(status=403, text="refused")
