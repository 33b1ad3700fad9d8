"""The service as a process of its own, as `make run` starts it."""

import asyncio
import contextlib
import os
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from tests.commands import Streams, begun, run
from tests.waiting import until

START_SECONDS = 90.0
NARDY = (sys.executable, "-c", "from server.cli import main; main()")
ROOT = Path(__file__).parents[2]


class DemoService:
    """A demo on a data folder, and a database that it makes; both outlive it."""

    def __init__(self, database_url: str, folder: Path, settings: Path | None = None) -> None:
        self.port = free_port()
        business = {} if settings is None else {"NARDY_SETTINGS": str(settings)}
        self.environment = {
            name: value for name, value in os.environ.items() if not name.startswith("NARDY_")
        } | {
            "NARDY_DEMO": "1",
            "NARDY_DATA": str(folder),
            "NARDY_DATABASE_URL": database_url,
            "NARDY_LISTEN": f"127.0.0.1:{self.port}",
            "NARDY_OPS_LISTEN": f"127.0.0.1:{free_port()}",
            "PYTHONPATH": str(ROOT),
            **business,
        }
        self._folder = folder
        self._log = folder / f"service-{self.port}.log"
        self._said = folder / f"service-{self.port}.said"
        self._running = contextlib.ExitStack()
        self._pid: int | None = None

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The number of the running process."""
        assert self._pid is not None
        return self._pid

    async def start(self) -> None:
        """Start, and return when it serves."""
        self._said.write_bytes(b"")
        process = self._running.enter_context(
            begun(
                "serve",
                folder=self._folder,
                environment=self.environment,
                streams=Streams(Path(os.devnull), self._said, self._log),
            )
        )
        self._pid = process.pid

        def serves() -> bool:
            assert process.is_alive(), f"it ended: {self._log.read_text()[-2000:]}"
            return b"is served at" in self._said.read_bytes()

        await until(serves, START_SECONDS)

    async def kill(self) -> None:
        """End it as a power cut would."""
        await asyncio.to_thread(self._running.close)

    async def run(self, *arguments: str) -> tuple[int, str]:
        """Give a command of `nardy` beside it; the exit status, and all that it said."""
        done = await asyncio.to_thread(
            run, *arguments, folder=self._folder, environment=self.environment
        )
        return done.returncode, done.stdout + done.stderr


@contextlib.asynccontextmanager
async def demo_service(
    database_url: str, folder: Path, settings: Path | None = None
) -> AsyncIterator[DemoService]:
    """A running demo."""
    service = DemoService(database_url, folder, settings)
    try:
        await service.start()
        yield service
    finally:
        await service.kill()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
