"""The life of a signed-in socket: one frame after the other, each answered before the next.

So a client's commands keep their order, and one that sends faster than it is answered is held
up by its own connection.
"""

import asyncio

import msgspec
from aiohttp import WSMsgType

from server.limits import TooFast
from server.requests import HelloAgain, Malformed, TooLarge, heading, read
from server.ws.connection import CloseCode, Connection
from server.ws.messages import HELLO, Done, Failed
from server.ws.registry import NAMES, AnyVerb

FRAME_LIMIT = 16 * 1024
"""Bytes of a client's frame."""
WORST_DEBT = 60.0
"""Frames beyond the measure, each of which was answered with an error, before the end."""
BAD_FRAMES = 20
"""Unreadable frames of one socket before the end."""

_decoder: msgspec.json.Decoder[AnyVerb] = msgspec.json.Decoder(AnyVerb)
_encode = msgspec.json.Encoder().encode


async def serve(connection: Connection) -> None:
    """Read and answer until either side closes; then let go of everything."""
    services = connection.services
    # In a task of its own: what wakes up for every frame, and again for its commit, need not
    # climb each time through all that the HTTP server has wrapped around this call.
    reading = connection.reading = asyncio.create_task(_read_all(connection))
    try:
        await asyncio.wait([reading])
        if not reading.cancelled():
            reading.result()
    finally:
        reading.cancel()
        for key in connection.watched:
            services.desk.unwatch(key, connection)
            services.feeds.unwatch(key, connection)
        await services.sockets.depart(connection)
        await services.spectators.depart(connection)
        await connection.parted()


async def _read_all(connection: Connection) -> None:
    receive = connection.socket.receive
    time = asyncio.get_running_loop().time
    while True:
        message = await receive()
        now = time()
        match message.type:
            case WSMsgType.TEXT:
                if not _within_measure(connection, now):
                    continue
                await _frame(connection, message.data)
            case WSMsgType.PONG:
                connection.ponged(message.data, now)
            case WSMsgType.PING:
                if _within_measure(connection, now):
                    connection.pong(message.data)
            case WSMsgType.BINARY:
                connection.part(CloseCode.BAD_FRAMES, "frames are text")
            case _:
                return


def _within_measure(connection: Connection, now: float) -> bool:
    """Whether this frame may be looked at; a client that will not slow down is closed."""
    if connection.bucket.take(now):
        return True
    _fail(connection, None, TooFast())
    if connection.bucket.debt > WORST_DEBT:
        connection.part(CloseCode.TOO_MANY, "too many frames")
    return False


async def _frame(connection: Connection, data: bytes) -> None:
    """Do what one frame asks, and answer it."""
    services = connection.services
    connection.received_at = services.clock.now()
    if len(data) > FRAME_LIMIT:
        _fail(connection, None, TooLarge())
        connection.part(CloseCode.FRAME_TOO_BIG, "frame too big")
        return
    try:
        verb = read(_decoder, data)
    except Malformed as error:
        _unreadable(connection, data, error)
        return
    name = NAMES[type(verb)]
    connection.busy = True
    try:
        done = await verb.answer(connection)
    except Exception as error:  # noqa: BLE001 - whatever happened, the client gets an answer
        code = _fail(connection, verb.id, error)
        services.metrics.frames.count(name, code)
    else:
        connection.push(_encode(Done(verb.id, done)))
        services.metrics.frames.count(name, "done")
    finally:
        connection.busy = False


def _unreadable(connection: Connection, data: bytes, error: Malformed) -> None:
    """Refuse a frame that says nothing we know; too many of them close the socket."""
    head = heading(data)
    if head.do == HELLO:
        error = HelloAgain("hello was said already")
    code = _fail(connection, head.number, error)
    connection.services.metrics.frames.count("unreadable", code)
    connection.bad_frames += 1
    if connection.bad_frames > BAD_FRAMES:
        connection.part(CloseCode.BAD_FRAMES, "too many bad frames")


def _fail(connection: Connection, re: int | None, error: Exception) -> str:
    refused = connection.services.errors.render(error, connection.language)
    connection.push(_encode(Failed(re, refused)))
    return refused.code
