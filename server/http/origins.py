"""Which pages may use us. A browser says which page asks; programs need not."""

from collections.abc import Collection
from typing import Final

from aiohttp import hdrs, web

from server.requests import OriginRefused

_METHODS: Final = "GET, POST, DELETE"
_HEADERS: Final = "Authorization, Content-Type, Accept-Language"
_REMEMBER_SECONDS: Final = "600"


def require_origin(request: web.BaseRequest, origins: Collection[str]) -> None:
    """Refuse a page that is not ours; ``null`` is a page without a name, and never ours."""
    if any(origin not in origins for origin in request.headers.getall(hdrs.ORIGIN, ())):
        raise OriginRefused


def allow_origin(request: web.BaseRequest, response: web.StreamResponse) -> None:
    """Let a page of ours read the answer. There are no cookies, so no credentials to allow."""
    response.headers[hdrs.VARY] = hdrs.ORIGIN
    origin = request.headers.get(hdrs.ORIGIN)
    if origin is not None:
        response.headers[hdrs.ACCESS_CONTROL_ALLOW_ORIGIN] = origin


def preflight() -> web.Response:
    """The answer to a browser that asks before it asks."""
    return web.Response(
        status=204,
        headers={
            hdrs.ACCESS_CONTROL_ALLOW_METHODS: _METHODS,
            hdrs.ACCESS_CONTROL_ALLOW_HEADERS: _HEADERS,
            hdrs.ACCESS_CONTROL_MAX_AGE: _REMEMBER_SECONDS,
        },
    )
