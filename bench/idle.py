"""What a socket takes that is signed in and silent."""

import asyncio

from bench.load import PATIENCE
from bench.processes import resident_bytes
from bench.serving import Serving
from bench.sockets import Socket, connect, masked, source

FIRST, MORE = 200, 1_000
"""The first ones warm the process up; what the others add is counted."""
AT_ONCE = 16
SETTLING_SECONDS = 3.0


async def bytes_per_socket(server: Serving, greetings: list[list[str]]) -> float:
    """Private memory that each of `MORE` idle sockets adds to a server; `greetings` one each."""
    sockets: list[Socket] = []
    try:
        sockets += await _opened(server.port, greetings[:FIRST], 0)
        await asyncio.sleep(SETTLING_SECONDS)
        before = resident_bytes(server.pid)
        sockets += await _opened(server.port, greetings[FIRST : FIRST + MORE], FIRST)
        await asyncio.sleep(SETTLING_SECONDS)
        return (resident_bytes(server.pid) - before) / MORE
    finally:
        for socket in sockets:
            socket.close()


async def _opened(port: int, greetings: list[list[str]], first: int) -> list[Socket]:
    gate = asyncio.Semaphore(AT_ONCE)

    async def opened(number: int, frames: list[str]) -> Socket:
        async with gate:
            answers: asyncio.Queue[bytes] = asyncio.Queue()
            socket = await connect(port, source(number), lambda _, text: answers.put_nowait(text))
            for frame in frames:
                socket.send(masked(frame.encode()))
                await asyncio.wait_for(answers.get(), PATIENCE)
            return socket

    numbered = enumerate(greetings, first)
    return await asyncio.gather(*(opened(number, frames) for number, frames in numbered))
