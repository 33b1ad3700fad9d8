"""Where Facebook asks us to delete what we know of a user, or tells that he has removed us.

Both are signed requests in a form; an unsigned one is refused and changes nothing. See
`platforms.facebook.user_requests`.
"""

from collections.abc import Iterable
from typing import Final

import msgspec
import structlog
from aiohttp import web

from platforms.facebook.user_requests import AboutUser, DeletionAnswer, about_user
from platforms.refusals import Refused
from platforms.secret import Secrets
from server.accounts.forgetting import Forgetting
from server.requests import NoSuchPage, TooLarge, require_plain
from server.storage.clock import Clock

LARGEST: Final = 16 * 1024
_FIELD: Final = "signed_request"
_PAGE: Final = "/platforms/facebook/data-deletion/"
_STATES: Final = {
    "forgotten": "Everything that told who you are has been deleted.",
    "unlinked": "What Facebook told us of you has been deleted.",
    "unknown": "We knew nothing of you.",
}

_log = structlog.get_logger(__name__)


class FacebookRequests:
    """The routes; there is no page where Facebook's keys are not given.

    `public_url` is where people reach us. Facebook takes pages under https alone, so there is
    nothing for it where it is another, as in a demo.
    """

    def __init__(
        self,
        forgetting: Forgetting,
        secret: Secrets | None,
        public_url: str,
        clock: Clock,
    ) -> None:
        self._forgetting = forgetting
        self._secret = secret if public_url.startswith("https://") else None
        self._public_url = public_url
        self._clock = clock

    def routes(self) -> Iterable[web.RouteDef]:
        """What to add to the public application."""
        return (
            web.post("/platforms/facebook/data-deletion", self._delete),
            web.post("/platforms/facebook/deauthorize", self._deauthorize),
            web.get(_PAGE + "{code:[0-9a-f]{1,64}}", self._show, allow_head=False),
        )

    async def _delete(self, request: web.Request) -> web.Response:
        try:
            about = await self._about(request)
        except Refused as refused:
            return _refusal(refused)
        code = await self._forgetting.asked_by_platform(about)
        answer = DeletionAnswer(f"{self._public_url}{_PAGE}{code}", code)
        return web.Response(body=msgspec.json.encode(answer), content_type="application/json")

    async def _deauthorize(self, request: web.Request) -> web.Response:
        try:
            about = await self._about(request)
        except Refused as refused:
            return _refusal(refused)
        await self._forgetting.deauthorized(about)
        return web.Response(text="taken")

    async def _show(self, request: web.Request) -> web.Response:
        require_plain([request.match_info["code"]])
        outcome = await self._forgetting.outcome(request.match_info["code"])
        if outcome is None:
            raise NoSuchPage
        return web.Response(text=_STATES[outcome])

    async def _about(self, request: web.Request) -> AboutUser:
        if self._secret is None:
            raise NoSuchPage
        if (request.content_length or 0) > LARGEST:
            raise TooLarge
        told = (await request.post()).get(_FIELD)
        signed = told if isinstance(told, str) else ""
        return about_user(signed, self._secret, self._clock.now() // 1000)


def _refusal(refused: Refused) -> web.Response:
    """A uniform answer: a precise one would teach a forger."""
    _log.warning("callback_refused", platform="facebook", reason=refused.reason)
    return web.Response(status=403, text="refused")
