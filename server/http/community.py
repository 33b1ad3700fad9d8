"""Where VK tells what happens in our community: each event is kept before it is answered.

VK sends again what was not answered `ok`, and stops sending after many bad answers; so a database
that is away is answered 503, and everything else that is genuine `ok`.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Final

import structlog
from aiohttp import web

from platforms.refusals import Refused
from platforms.vk.community import Community
from server.dialogue.community import CommunityUpdates
from server.dialogue.updates import Kept
from server.http.bodies import whole_body
from server.requests import NoSuchPage
from server.storage.database import Unavailable

AGAIN: Final = timedelta(seconds=30)
"""When what could not be kept is to be sent again; VK reads the date alone."""
EVENT_LIMIT: Final = 1024 * 1024
"""Bytes of an event, which may carry a long message with all that it answers to."""

_log = structlog.get_logger(__name__)


class CommunityRoutes:
    """The callback address; without a community there is no page."""

    def __init__(
        self, community: Community | None, updates: Callable[[int], CommunityUpdates]
    ) -> None:
        self._community = community
        self._updates = updates

    def routes(self) -> Iterable[web.RouteDef]:
        """What to add to the public application."""
        return (web.post("/platforms/vk/callback", self._told),)

    async def _told(self, request: web.Request) -> web.Response:
        community = self._community
        if community is None:
            raise NoSuchPage
        body = await whole_body(request, EVENT_LIMIT)
        try:
            event = community.read(body)
        except Refused as refused:
            _log.warning("callback_refused", platform="vk", reason=refused.reason)
            return web.Response(status=403, text="refused")
        try:
            if await self._updates(community.group_id).keep(body) is Kept.FLOODED:
                _log.info("event_flooded")
        except Unavailable as away:
            _log.warning("event_put_off", error=repr(away))
            later = {"Retry-After": format_datetime(datetime.now(UTC) + AGAIN, usegmt=True)}
            return web.Response(status=503, text="send it again", headers=later)
        return web.Response(text=community.answer(event))
