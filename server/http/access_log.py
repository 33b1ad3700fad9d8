"""One log event for each request, without its query string: launches and codes travel there."""

import structlog
from aiohttp import web
from aiohttp.abc import AbstractAccessLogger

_log = structlog.get_logger(__name__)


class AccessLog(AbstractAccessLogger):
    """Says what was asked and how it went; addresses, tokens and queries stay out."""

    def log(self, request: web.BaseRequest, response: web.StreamResponse, time: float) -> None:
        """Write the event."""
        _log.info(
            "request",
            method=request.method,
            path=request.path,
            status=response.status,
            milliseconds=round(time * 1000, 1),
        )
