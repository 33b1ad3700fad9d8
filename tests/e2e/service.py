"""The service as a process of its own, as `make run` starts it."""

import asyncio
import contextlib
import os
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

START_SECONDS = 30.0
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
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The number of the running process."""
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Start, and return when it serves."""
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *NARDY,
                "serve",
                cwd=self._folder,
                env=self.environment,
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        said = self._process.stdout
        assert said is not None
        async with asyncio.timeout(START_SECONDS):
            async for line in said:
                if b"is served at" in line:
                    return
        raise AssertionError(
            f"the service ended before it served: {self._log.read_text()[-2000:]}"
        )

    async def kill(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def run(self, *arguments: str) -> tuple[int, str]:
        """Give a command of `nardy` beside it; the exit status, and all that it said."""
        process = await asyncio.create_subprocess_exec(
            *NARDY,
            *arguments,
            cwd=self._folder,
            env=self.environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await process.communicate()
        return process.returncode or 0, said.decode()


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
