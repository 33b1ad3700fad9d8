"""A person on a socket. There is none before the token was checked.

Everything is written to the transport within a turn of the loop, without waiting; what the peer
does not read piles up in its buffer, and a peer that falls too far behind is cut off.
"""

import asyncio
import struct
from enum import IntEnum
from typing import TYPE_CHECKING, Literal, NamedTuple
from uuid import UUID

from aiohttp import web
from aiohttp.abc import AbstractStreamWriter

from server.accounts.sessions import Holder
from server.limits import Bucket
from server.storage.ids import Millis
from server.ws.frames import ping_frame, pong_frame, text_frame

if TYPE_CHECKING:
    from server.services import Services
    from server.tables.cases import TableCases

BYTES_BEHIND = 256 * 1024
"""What may wait for a slow reader."""
EVENTS_BEHIND = 256
"""Pushes in a row that may find the one before them still waiting."""
CLOSING_SECONDS = 3.0
"""How long a peer may take to read what is left, and to answer our close frame."""
FRAMES_AT_ONCE, SMALL_FRAME = 16, 4096
"""How many frames of at most so many bytes go to the network in one piece."""
PONG_PATIENCE = 10.0
"""Seconds without a pong after which the peer counts as gone."""
LARGEST_ALLOWANCE: Millis = 500
"""Of the time that the network took, this much at most is not charged to the player."""

_stamp = struct.Struct("!d")


class CloseCode(IntEnum):
    """Why we closed a socket; the numbers are part of the protocol."""

    GOING_AWAY = 1001
    TRY_LATER = 1013
    BAD_FRAMES = 4400
    NOT_SIGNED_IN = 4401
    HEARTBEAT_LOST = 4408
    ACCOUNT_MERGED = 4409
    FRAME_TOO_BIG = 4413
    TOO_MANY = 4429
    SLOW_READER = 4430

    @property
    def meaning(self) -> str:
        """What to tell a programmer."""
        return _MEANINGS[self]


_MEANINGS = {
    CloseCode.GOING_AWAY: "the server is going; connect again, perhaps to another one",
    CloseCode.TRY_LATER: "the service cannot answer now; connect again a little later",
    CloseCode.BAD_FRAMES: "frames that are no text, again and again cannot be read, or no `hello`",
    CloseCode.NOT_SIGNED_IN: "no `hello` in time, a bad token, or a session that has ended",
    CloseCode.HEARTBEAT_LOST: "no pong for ten seconds",
    CloseCode.ACCOUNT_MERGED: "the account was merged into another one; sign in again",
    CloseCode.FRAME_TOO_BIG: "a frame of more than 16 KiB",
    CloseCode.TOO_MANY: "too many frames, or too many sockets of one account",
    CloseCode.SLOW_READER: "too far behind in reading; come back with `after`",
}


class OpenSocket(NamedTuple):
    """An upgraded connection, and the language of whoever opened it."""

    response: web.WebSocketResponse[Literal[False]]
    writer: AbstractStreamWriter
    transport: asyncio.Transport
    language: str


class Connection:
    """One signed-in socket: a ``Viewer`` of matches, and who its commands come from."""

    __slots__ = (
        "_behind",
        "_call_soon",
        "_closing",
        "_outgoing",
        "_parting",
        "_pinged_at",
        "_ponged",
        "_round_trip",
        "_transport",
        "_writer",
        "account",
        "allowance",
        "bad_frames",
        "bucket",
        "busy",
        "digest",
        "language",
        "reading",
        "received_at",
        "services",
        "socket",
        "wants_plays",
        "watched",
    )

    bucket: Bucket
    """The measure of frames that all sockets of this person share; given on arrival."""

    def __init__(self, holder: Holder, socket: OpenSocket, services: "Services") -> None:
        self.account = holder.account
        self.digest = holder.digest
        self.services = services
        self.language = socket.language
        self.wants_plays = True
        self.watched: frozenset[UUID] = frozenset()
        self.bad_frames = 0
        self.busy = False
        self.received_at: Millis = 0
        self.reading: asyncio.Task[None] | None = None
        """What reads the socket; given to it as soon as there is something to read."""
        self.socket = socket.response
        self._writer = socket.writer
        self._transport = socket.transport
        # Asked once: the answer costs a system call, and a push is to cost little.
        self._call_soon = asyncio.get_running_loop().call_soon
        self._behind = 0
        self._outgoing: list[bytes] = []
        self._closing: CloseCode | None = None
        self._parting: asyncio.Task[None] | None = None
        self._pinged_at = 0.0
        self._ponged = True
        self._round_trip = 0.0
        self.allowance: Millis = 0
        """What of a turn's time the network is reckoned to have taken: half the round trip."""

    @property
    def tables(self) -> "TableCases":
        """The use cases of tables."""
        return self.services.tables

    # --- writing

    def push(self, frame: bytes) -> None:
        """Send a text frame.

        What is sent in one turn of the loop, an answer and the commit that it speaks of, goes to
        the network in one piece.
        """
        if self._closing is not None:
            return
        outgoing = self._outgoing
        if not outgoing:
            self._call_soon(self._flush)
        outgoing.append(text_frame(frame))
        if len(frame) > SMALL_FRAME or len(outgoing) == FRAMES_AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        """Write what is there, and cut off a peer that does not keep up."""
        outgoing, transport = self._outgoing, self._transport
        if not outgoing:
            return
        self._outgoing = []
        if transport.is_closing():
            return
        if waiting := transport.get_write_buffer_size():
            self._behind += len(outgoing)
            if waiting > BYTES_BEHIND or self._behind > EVENTS_BEHIND:
                self.part(CloseCode.SLOW_READER, "too slow")
                return
        else:
            self._behind = 0
        transport.write(b"".join(outgoing))

    @property
    def waiting(self) -> int:
        """Bytes that were written and that the network has not taken yet."""
        return self._transport.get_write_buffer_size()

    async def drained(self) -> None:
        """Wait until the peer has read most of what was written."""
        self._flush()
        await self._writer.drain()
        self._behind = 0

    # --- time

    @property
    def measured(self) -> bool:
        """Whether a round trip was ever measured."""
        return self._round_trip > 0

    def heartbeat(self, now: float) -> None:
        """Send the next ping, or give up on a peer that left the last ones without answer."""
        if self.closed:
            return
        if not self._ponged and not self.busy and now - self._pinged_at >= PONG_PATIENCE:
            self.part(CloseCode.HEARTBEAT_LOST, "no pong")
            return
        if self._ponged:
            self._pinged_at = now
            self._ponged = False
        self._transport.write(ping_frame(_stamp.pack(self._pinged_at)))

    def ponged(self, payload: bytes, now: float) -> None:
        """Take the round trip from a pong to the last ping; any other pong says nothing."""
        if not self._ponged and payload == _stamp.pack(self._pinged_at):
            self._ponged = True
            self._round_trip = max(0.0, now - self._pinged_at)
            self.allowance = min(LARGEST_ALLOWANCE, round(self._round_trip * 500))

    def pong(self, payload: bytes) -> None:
        """Answer a ping of the peer's."""
        if not self.closed:
            self._transport.write(pong_frame(payload))

    # --- the end

    @property
    def closed(self) -> bool:
        """Whether nothing more may be written: we are closing, or the network is gone."""
        return self._closing is not None or self._transport.is_closing()

    def part(self, code: CloseCode, reason: str) -> None:
        """Close with a code, without waiting; calling again changes nothing."""
        if self._closing is None:
            self._closing = code
            self.services.metrics.closed.count(str(code.value))
            self._parting = asyncio.create_task(self._part(code, reason))

    async def parted(self) -> None:
        """Wait until the socket is closed, if we are closing it."""
        if self._parting is not None:
            await self._parting

    async def _part(self, code: CloseCode, reason: str) -> None:
        # A peer that never reads would keep the buffer, and with it the socket, for ever.
        asyncio.get_running_loop().call_later(CLOSING_SECONDS, self._transport.abort)
        # While somebody reads, `close` would cut the network without waiting for the peer's own
        # close frame, and what the peer then still writes may cost it ours.
        if self.reading is not None and not self.busy:
            self.reading.cancel()
            await asyncio.wait([self.reading])
        await self.socket.close(code=code, message=reason.encode(), drain=False)
