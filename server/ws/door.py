"""The door of ``/ws``: origin, a place, the upgrade, the first frame, the token; then a person.

Until ``hello`` has shown a good token there is no connection object, so that no verb can forget
to ask.
"""

import asyncio
from typing import Literal

import msgspec
from aiohttp import WSMsgType, web

from server.accounts.refusals import NotSignedIn
from server.accounts.views import AccountView
from server.http.addresses import client_address
from server.http.languages import language_of
from server.http.origins import require_origin
from server.limits import LimitReached, neighbourhood
from server.requests import (
    Heading,
    HelloMissing,
    Malformed,
    RequestRefused,
    TooLarge,
    UnknownProtocol,
    heading,
    read,
)
from server.services import Services
from server.storage.ids import Millis
from server.ws.connection import CLOSING_SECONDS, CloseCode, Connection, OpenSocket
from server.ws.frames import pong_frame, text_frame
from server.ws.messages import HELLO, PROTOCOL, Done, Failed, Hello
from server.ws.serving import FRAME_LIMIT, serve

HELLO_SECONDS = 5.0
LARGEST_READ = 4 * FRAME_LIMIT
"""A frame up to here is answered with our own code; beyond, the library closes with 1009."""

_hello = msgspec.json.Decoder(Hello)
_encode = msgspec.json.Encoder().encode


class Welcome(msgspec.Struct, frozen=True):
    """The answer to ``hello``."""

    account: AccountView
    now: Millis
    protocol: int


async def enter(request: web.Request, services: Services) -> web.StreamResponse:
    """Take one client from the upgrade to the end of its socket."""
    require_origin(request, services.settings.origins)
    address = neighbourhood(client_address(request, services.settings.trusted_proxies))
    services.sockets.addresses.enter(address)
    try:
        response: web.WebSocketResponse[Literal[False]] = web.WebSocketResponse(
            autoping=False,
            compress=False,
            decode_text=False,
            max_msg_size=LARGEST_READ,
            timeout=CLOSING_SECONDS,
        )
        writer = await response.prepare(request)
        if (transport := request.transport) is None:
            return response  # the client is gone already
        language = language_of(request.headers.get("Accept-Language"))
        socket = OpenSocket(response, writer, transport, language)
        connection = await _signed_in(socket, services)
        if connection is not None:
            await serve(connection)
        return response
    finally:
        services.sockets.addresses.leave(address)


async def _signed_in(socket: OpenSocket, services: Services) -> Connection | None:
    """Read ``hello`` and admit whoever it shows; none when the socket was closed instead."""
    re = None
    try:
        data = await _first_frame(socket)
        if data is None:
            return None
        head = heading(data)
        re = head.number
        return await _admitted(_hello_in(data, head), socket, services)
    except Exception as error:  # noqa: BLE001 - whatever happened, the client gets an answer
        refused = Failed(re, services.errors.render(error, socket.language))
        if not socket.transport.is_closing():
            socket.transport.write(text_frame(_encode(refused)))
        code = _close_code(error)
        services.metrics.closed.count(str(code.value))
        await socket.response.close(code=code, message=refused.error.code.encode())
        return None


async def _first_frame(socket: OpenSocket) -> bytes | None:
    """What should be the ``hello``; none when the client left without one."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            while True:
                message = await socket.response.receive()
                match message.type:
                    case WSMsgType.TEXT if len(message.data) > FRAME_LIMIT:
                        raise TooLarge
                    case WSMsgType.TEXT:
                        first: bytes = message.data
                        return first
                    case WSMsgType.PING:
                        socket.transport.write(pong_frame(message.data))
                    case WSMsgType.PONG:
                        pass
                    case WSMsgType.BINARY:
                        raise Malformed("frames are text")
                    case _:
                        return None
    except TimeoutError as late:
        raise NotSignedIn from late


def _hello_in(data: bytes, head: Heading) -> Hello:
    if head.do not in (None, HELLO):
        raise HelloMissing("say hello first")
    hello = read(_hello, data)
    if hello.protocol != PROTOCOL:
        raise UnknownProtocol
    return hello


async def _admitted(hello: Hello, socket: OpenSocket, services: Services) -> Connection:
    """The person with this token, welcomed."""
    holder = await services.authority.holder(hello.token)
    account = await services.authority.account(holder)
    connection = Connection(holder, socket, services)
    connection.wants_plays = hello.plays == "list"
    await services.sockets.arrive(connection, asyncio.get_running_loop().time())
    welcome = Welcome(AccountView.of(account), services.clock.now(), PROTOCOL)
    connection.push(_encode(Done(hello.id, welcome)))
    return connection


def _close_code(error: Exception) -> CloseCode:
    match error:
        case NotSignedIn():
            return CloseCode.NOT_SIGNED_IN
        case TooLarge():
            return CloseCode.FRAME_TOO_BIG
        case LimitReached():
            return CloseCode.TOO_MANY
        case RequestRefused():
            return CloseCode.BAD_FRAMES
        case _:
            return CloseCode.TRY_LATER
