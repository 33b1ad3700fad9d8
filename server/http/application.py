"""The public application: every endpoint, the socket, health; and one way out for all of them."""

from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
from aiohttp import hdrs, web

from server.errors import ErrorBody
from server.http.endpoints import Answer, Endpoint, File, Reply
from server.http.health import healthz, readiness
from server.http.languages import language_of
from server.http.openapi import document
from server.http.origins import allow_origin, preflight, require_origin
from server.http.reading import Reader
from server.http.resources import ENDPOINTS
from server.limits import Meters
from server.requests import Malformed, NoSuchMethod, NoSuchPage, OriginRefused, TooLarge
from server.services import Services
from server.ws.door import enter

BODY_LIMIT: Final = 16 * 1024
BURST_SECONDS: Final = 10
"""Of a stranger's measure, so much may be used at once."""
SERVICES: Final = web.AppKey("SERVICES", Services)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_SOCKET: Final = "/ws"
_API: Final = "/api/"
_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
_encode = msgspec.json.Encoder().encode


def application(services: Services) -> web.Application:
    """Everything that the world may call."""
    app = web.Application(middlewares=[way_out], client_max_size=BODY_LIMIT)
    app[SERVICES] = services
    services.metrics.sockets.read = lambda: len(services.sockets)
    rate = services.settings.strangers_per_second
    strangers = Meters(rate, BURST_SECONDS * rate)
    for endpoint in ENDPOINTS:
        handler = _handler(Reader(endpoint, strangers), endpoint)
        app.router.add_route(endpoint.method, endpoint.path, handler)
    app.router.add_get("/api/v1/openapi.json", _openapi)
    app.router.add_get("/healthz", healthz)
    app.router.add_get("/readyz", _readyz)
    app.router.add_get(_SOCKET, _socket)
    return app


@web.middleware
async def way_out(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Run a handler, and turn whatever it raised into an answer: the only place that does."""
    services = request.app[SERVICES]
    try:
        response = await _answered(request, handler, services)
    except web.HTTPException as answer:
        if answer.status < web.HTTPBadRequest.status_code:
            raise
        response = _refusal(request, services, _foreseen(answer))
        if hdrs.ALLOW in answer.headers:
            response.headers[hdrs.ALLOW] = answer.headers[hdrs.ALLOW]
    except ConnectionError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever happened, the client gets an answer
        response = _refusal(request, services, error)
    if response.prepared:
        return response
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    services.metrics.requests.count(_route(request), str(response.status))
    return response


async def _answered(
    request: web.Request, handler: Handler, services: Services
) -> web.StreamResponse:
    if not request.path.startswith(_API):
        return await handler(request)
    require_origin(request, services.settings.origins)
    response = preflight() if request.method == hdrs.METH_OPTIONS else await handler(request)
    allow_origin(request, response)
    return response


def _handler(reader: Reader, endpoint: Endpoint) -> Handler:
    async def handle(request: web.Request) -> web.StreamResponse:
        call = await reader.call(request, request.app[SERVICES])
        return _response(await endpoint.handler(call))

    return handle


def _response(answer: Answer) -> web.Response:
    match answer:
        case File():
            disposition = f'attachment; filename="{answer.name}"'
            return web.Response(
                body=answer.content,
                content_type=answer.media_type,
                headers={hdrs.CONTENT_DISPOSITION: disposition},
            )
        case Reply(body=None):
            return web.Response(status=answer.status)
        case Reply():
            return _json(answer.body, answer.status)
        case _:
            return _json(answer, 200)


def _json(body: object, status: int) -> web.Response:
    return web.Response(body=_encode(body), status=status, content_type="application/json")


def _refusal(request: web.Request, services: Services, error: Exception) -> web.Response:
    language = language_of(request.headers.get(hdrs.ACCEPT_LANGUAGE))
    rendered = services.errors.render(error, language)
    response = _json(ErrorBody(rendered), rendered.status)
    if not isinstance(error, OriginRefused):
        allow_origin(request, response)
    if rendered.status == web.HTTPUnauthorized.status_code:
        response.headers[hdrs.WWW_AUTHENTICATE] = "Bearer"
    return response


def _foreseen(answer: web.HTTPException) -> Exception:
    """Our own word for a refusal of the framework's."""
    match answer:
        case web.HTTPNotFound():
            return NoSuchPage()
        case web.HTTPMethodNotAllowed():
            return NoSuchMethod()
        case web.HTTPRequestEntityTooLarge():
            return TooLarge()
        case web.HTTPClientError():
            return Malformed(answer.reason)
        case _:
            return answer


def _route(request: web.Request) -> str:
    resource = request.match_info.route.resource
    return resource.canonical if resource is not None else "unmatched"


async def _readyz(request: web.Request) -> web.Response:
    return await readiness(request.app[SERVICES].health)


async def _openapi(_request: web.Request) -> web.Response:
    return web.Response(body=document(), content_type="application/json")


async def _socket(request: web.Request) -> web.StreamResponse:
    return await enter(request, request.app[SERVICES])
