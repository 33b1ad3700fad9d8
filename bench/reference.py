"""The bare relay that Nardy is measured beside: aiohttp and asyncpg, durable, without rules.

It parses a JSON frame, inserts one row per message, and relays the event to both of a pair, by
group commit or by a commit per message. Nobody signs in, nothing is checked, a repeat is doubled.
"""

import argparse
import asyncio
import gc
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from uuid import UUID

import asyncpg
import msgspec
import uvloop
from aiohttp import WSMsgType, web

SCHEMA = """CREATE TABLE IF NOT EXISTS relayed (stream uuid, seq bigint, command_id text,
    at bigint, event bytea, PRIMARY KEY (stream, seq))"""
ONE = "INSERT INTO relayed VALUES ($1, $2, $3, $4, $5)"
MANY = """INSERT INTO relayed
    SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::bigint[], $5::bytea[])"""
# What the event of a play takes in Nardy: a position, a clock, the hash of the state.
FILLING = "x" * 250


class Message(msgspec.Struct):
    """What a client sends: `watch` joins its pair, anything else is kept and relayed."""

    id: int
    do: str
    match: UUID
    command_id: str = ""
    turn: int = 0
    steps: tuple[tuple[int, int], ...] = ()


class Event(msgspec.Struct):
    """What both of the pair get."""

    topic: str
    seq: int
    commit: tuple[Message, int, str]


Row = tuple[UUID, int, str, int, bytes]
parse = msgspec.json.Decoder(Message).decode
encode = msgspec.json.Encoder().encode


class Relay:
    """Pairs of sockets, and the rows that wait to be written."""

    def __init__(self, pool: asyncpg.Pool, *, grouped: bool) -> None:
        self._pool = pool
        self._grouped = grouped
        self._pairs: dict[UUID, list[web.WebSocketResponse]] = defaultdict(list)
        self._seqs: dict[UUID, int] = defaultdict(int)
        self._waiting: list[Row] = []
        self._filled = asyncio.Event()

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Read one socket until it closes."""
        socket = web.WebSocketResponse(compress=False, decode_text=False)
        await socket.prepare(request)
        async for frame in socket:
            message = parse(frame.data)
            if message.do == "watch":
                self._pairs[message.match].append(socket)
                await socket.send_frame(b'{"re":%d,"ok":{}}' % message.id, WSMsgType.TEXT)
            else:
                await self._take(message)
        return socket

    async def _take(self, message: Message) -> None:
        seq = self._seqs[message.match]
        self._seqs[message.match] = seq + 1
        at = time.time_ns() // 1_000_000
        event = encode(Event(f"match:{message.match}", seq, (message, at, FILLING)))
        row = (message.match, seq, message.command_id, at, event)
        if self._grouped:
            self._waiting.append(row)
            self._filled.set()
        else:
            await self._pool.execute(ONE, *row)
            await self._show(row)

    async def write(self) -> None:
        """The writer of group commit: whatever waits goes into one statement."""
        async with self._pool.acquire() as connection:
            while await self._filled.wait():
                self._filled.clear()
                rows, self._waiting = self._waiting, []
                await connection.execute(MANY, *zip(*rows, strict=True))
                for row in rows:
                    await self._show(row)

    async def _show(self, row: Row) -> None:
        for socket in self._pairs[row[0]]:
            if not socket.closed:
                await socket.send_frame(row[4], WSMsgType.TEXT)


def application(database: str, *, grouped: bool) -> web.Application:
    """The whole server."""
    relays = web.AppKey("relays", Relay)

    async def running(app: web.Application) -> AsyncIterator[None]:
        async with asyncpg.create_pool(database) as pool:
            await pool.execute(SCHEMA)
            app[relays] = Relay(pool, grouped=grouped)
            writer = asyncio.create_task(app[relays].write())
            yield
            writer.cancel()

    async def serve(request: web.Request) -> web.WebSocketResponse:
        return await request.app[relays].serve(request)

    app = web.Application()
    app.cleanup_ctx.append(running)
    app.router.add_get("/ws", serve)
    return app


def main() -> None:
    """Serve until killed: `python -m bench.reference --database URL --port N [--per-message]`."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--database", required=True)
    arguments.add_argument("--port", type=int, required=True)
    arguments.add_argument("--per-message", action="store_true")
    asked = arguments.parse_args()
    gc.set_threshold(50_000, 50, 100)
    uvloop.install()
    app = application(asked.database, grouped=not asked.per_message)
    web.run_app(app, host="127.0.0.1", port=asked.port, print=None, access_log=None)


if __name__ == "__main__":
    main()
