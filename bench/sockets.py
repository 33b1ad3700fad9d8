"""A WebSocket client so lean that the server, not the load, is what a run measures (RFC 6455).

Frames go out under a mask of zeros, which the protocol allows and which leaves the payload as it
is; frames that come in are cut out of the buffer and handed over undecoded.
"""

import asyncio
import base64
import secrets
from collections.abc import Callable
from typing import TypeAlias, cast

OPENING_SECONDS = 30.0

Heard: TypeAlias = Callable[["Socket", bytes], None]

_TEXT, _CLOSE, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A
_HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
)


class Dropped(ConnectionError):
    """The server closed a socket, or would not open it."""


def masked(payload: bytes, opcode: int = _TEXT) -> bytes:
    """One whole frame from client to server."""
    size = len(payload)
    if size < 126:
        return b"%c%c\0\0\0\0%b" % (opcode, 0x80 | size, payload)
    return b"%c\xfe%b\0\0\0\0%b" % (opcode, size.to_bytes(2, "big"), payload)


class Socket(asyncio.Protocol):
    """One connection. ``heard`` gets each text frame; ``opened`` is set when it may be used."""

    def __init__(self, heard: Heard) -> None:
        self.heard = heard
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: bytes | None = None
        self._left = b""
        self._transport: asyncio.Transport | None = None

    def send(self, frame: bytes) -> None:
        """Send a frame made by ``masked``."""
        if self._transport is None or self.closed is not None:
            raise Dropped(self.closed)
        self._transport.write(frame)

    def close(self) -> None:
        """Cut the connection."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        # uvloop's transports are none of asyncio's classes, though they do all that those do.
        self._transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self._transport.write(_HANDSHAKE.format(key=key).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        """Remember that it is over."""
        if self.closed is None:
            self.closed = repr(exc).encode()
        if not self.opened.done():
            self.opened.set_exception(Dropped(self.closed))

    def data_received(self, data: bytes) -> None:
        """Cut what came into frames."""
        data = self._left + data if self._left else data
        start = 0
        if not self.opened.done():
            start = self._upgraded(data)
            if not start:
                return
        while (cut := _cut(data, start)) is not None:
            opcode, payload, start = cut
            if opcode == _TEXT:
                self.heard(self, payload)
            elif opcode == _PING:
                self.send(masked(payload, _PONG))
            elif opcode == _CLOSE:
                self.closed = payload
        self._left = data[start:]

    def _upgraded(self, data: bytes) -> int:
        end = data.find(b"\r\n\r\n")
        if end < 0:
            self._left = data
            return 0
        if data.startswith(b"HTTP/1.1 101"):
            self.opened.set_result(None)
        else:
            self.opened.set_exception(Dropped(data))
        return end + 4


def _cut(data: bytes, start: int) -> tuple[int, bytes, int] | None:
    """The frame at ``start``: opcode, payload, where the next begins; none if it is not whole."""
    have = len(data) - start
    if have < 2:
        return None
    size, head = data[start + 1], 2
    if size == 126:
        size, head = int.from_bytes(data[start + 2 : start + 4], "big"), 4
    elif size == 127:
        size, head = int.from_bytes(data[start + 2 : start + 10], "big"), 10
    end = start + head + size
    if have < head or len(data) < end:
        return None
    return data[start], data[start + head : end], end


async def connect(port: int, source: str, heard: Heard) -> Socket:
    """Open a socket to the server on this port, from an address of the loopback network."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: Socket(heard), "127.0.0.1", port, local_addr=(source, 0)
    )
    await asyncio.wait_for(socket.opened, OPENING_SECONDS)
    return socket


def source(n: int, crowd: int = 50) -> str:
    """The address from which socket ``n`` comes: ``crowd`` sockets share one."""
    return f"127.1.{n // crowd // 250}.{n // crowd % 250 + 1}"
