"""A service whose embedded PostgreSQL is killed under it comes back by itself."""

import asyncio
import json
import os
import signal
import socket
from pathlib import Path

import aiohttp

from server.embedded import EmbeddedPostgres
from tests.commands import Streams, begun
from tests.waiting import until

SECONDS = 60.0


def free_address() -> str:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return f"127.0.0.1:{probe.getsockname()[1]}"


async def answering(http: aiohttp.ClientSession, address: str, path: str) -> None:
    """Wait until the path answers 200."""

    async def answers() -> bool:
        try:
            async with http.get(f"http://{address}{path}") as answer:
                return answer.status == 200
        except aiohttp.ClientConnectionError:
            return False  # it does not listen yet

    await until(answers, seconds=SECONDS, every=0.05)


async def test_a_running_service_starts_its_killed_database_again(
    new_cluster: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    copying = await asyncio.create_subprocess_exec("cp", "-a", new_cluster, folder)
    assert await copying.wait() == 0
    at = free_address()
    environment = {
        **os.environ,
        "NARDY_DEMO": "1",
        "NARDY_DATA": str(folder),
        "NARDY_LISTEN": at,
        "NARDY_OPS_LISTEN": free_address(),
    }
    said = tmp_path / "said"
    streams = Streams(Path(os.devnull), Path(os.devnull), said)
    postgres = EmbeddedPostgres(folder)
    with begun("serve", folder=tmp_path, environment=environment, streams=streams) as service:
        try:
            async with aiohttp.ClientSession() as http:
                await answering(http, at, "/readyz")
                killed = postgres.pid
                assert killed
                os.kill(killed, signal.SIGKILL)
                await until(lambda: postgres.pid not in {None, killed})
                await answering(http, at, "/api/v1/dice")  # which asks the database
                await answering(http, at, "/readyz")
        finally:
            service.terminate()
            await asyncio.to_thread(service.join)
    assert postgres.pid is None, "the last to leave stops it"
    events = [json.loads(line)["event"] for line in said.read_text().splitlines()]
    assert events.index("postgres_died") < events.index("postgres_revived")
