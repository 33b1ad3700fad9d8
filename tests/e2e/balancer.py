"""A load balancer as stands before several processes: whoever connects gets one that lives."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence


class Balancer:
    """Passes each connection to the first of these ports that answers."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = ports
        self._pumps: set[asyncio.Task[None]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on one connection until either end closes it."""
        for port in self._ports:
            with contextlib.suppress(OSError):
                there_reader, there_writer = await asyncio.open_connection("127.0.0.1", port)
                break
        else:
            writer.transport.abort()
            return
        pumps = {
            asyncio.create_task(_pump(reader, there_writer)),
            asyncio.create_task(_pump(there_reader, writer)),
        }
        self._pumps |= pumps
        await asyncio.wait(pumps)
        self._pumps -= pumps

    async def stop(self) -> None:
        """Drop all connections."""
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)


@contextlib.asynccontextmanager
async def balanced(*ports: int) -> AsyncIterator[str]:
    """The address of a balancer that prefers the ports in this order."""
    balancer = Balancer(ports)
    server = await asyncio.start_server(balancer.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.close()
        await balancer.stop()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while said := await reader.read(65536):
            writer.write(said)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.transport.abort()
