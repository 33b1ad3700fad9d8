"""PostgreSQL of our own under a data folder: for a developer, a small studio and the tests.

The server is a process of its own: it outlives a kill of ours and the next run adopts it. When it
dies itself, whoever uses it starts it again. Several
of our processes may share it, and the last one to leave stops it. Nothing of its durability is
switched off.
"""

import asyncio
import shlex
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

import structlog

from server.embedded.failure import EmbeddedPostgresFailed
from server.embedded.postmaster import Postmaster, disown_stale
from server.embedded.programs import Programs, installed
from server.embedded.sockets import socket_folder
from server.embedded.users import Users

__all__ = ["EmbeddedPostgres", "EmbeddedPostgresFailed", "embedded_postgres"]

SUPERUSER: Final = "postgres"
START_TIMEOUT: Final = 60.0  # seconds; recovery after a kill may take some
WATCH: Final = 0.5  # seconds between two looks at whether the server lives
POLL: Final = 0.05  # seconds between two looks at postmaster.pid
LEFT_BEHIND: Final = "pre-existing shared memory block"  # as PostgreSQL says it

_log = structlog.get_logger(__name__)


class EmbeddedPostgres:
    """The server whose data lie in `folder`/postgres, behind a socket for its owner alone."""

    def __init__(self, folder: Path, *, database: str = "nardy") -> None:
        self._folder = folder.expanduser().resolve()
        self._data = (self._folder / "postgres").resolve()
        self._database = database
        self._users = Users(self._folder)

    @property
    def log(self) -> Path:
        """Where the server writes what it has to say."""
        return self._data / "server.log"

    @property
    def pid(self) -> int | None:
        """The process id of the running server, if it runs."""
        postmaster = Postmaster.find(self._data)
        return postmaster.pid if postmaster else None

    def start(self) -> str:
        """Return the URL of the database, after making, starting or adopting whatever is needed.

        May be called again after the server died. Raises `EmbeddedPostgresFailed`.
        """
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with self._users.changing():
                return self._started()
        except OSError as error:
            raise EmbeddedPostgresFailed(
                f"NARDY_DATA: {self._folder} cannot be used: {error.strerror or error}"
            ) from error

    def stop(self) -> bool:
        """Leave the server, and stop it when nobody else uses it; say whether it was stopped."""
        if not self._users.joined:
            return False
        with self._users.changing():
            self._users.leave()
            if self._users.any() or Postmaster.find(self._data) is None:
                return False
            installed(self._data).run("pg_ctl", "stop", *self._where, "--mode=fast")
            return True

    def url(self, postmaster: Postmaster) -> str:
        """Return the database as a `postgresql://` URL over the server's socket."""
        host = quote(str(postmaster.socket_folder), safe="/")
        return f"postgresql://{SUPERUSER}@/{self._database}?host={host}&port={postmaster.port}"

    def _started(self) -> str:
        programs = installed(self._data)
        if not self._data.exists():
            self._initialise(programs)
        postmaster = self._running(programs)
        self._ensure_database(programs, postmaster)
        self._users.join()
        return self.url(postmaster)

    @property
    def _where(self) -> tuple[str, ...]:
        return (f"--pgdata={self._data}", "--wait", f"--timeout={START_TIMEOUT:.0f}")

    def _initialise(self, programs: Programs) -> None:
        """Make the cluster aside, then move it: a kill leaves all of it or nothing."""
        unfinished = programs.own_folder(self._folder / "postgres.new")
        programs.run(
            "initdb",
            f"--pgdata={unfinished}",
            f"--username={SUPERUSER}",
            "--auth=trust",  # the socket's folder and mode keep others out
            "--encoding=UTF8",
            "--locale=C",  # the same order everywhere, whatever the machine's language
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
        )
        unfinished.rename(self._data)

    def _running(self, programs: Programs) -> Postmaster:
        deadline = time.monotonic() + START_TIMEOUT
        while time.monotonic() < deadline:
            postmaster = Postmaster.find(self._data)
            if postmaster is not None and postmaster.is_ready:
                return postmaster
            if postmaster is None and self._launched(programs):
                continue
            time.sleep(POLL)  # one recovers or stops, or a dead one's last processes are going
        raise EmbeddedPostgresFailed("PostgreSQL did not become ready", self.log)

    def _launched(self, programs: Programs) -> bool:
        """Start the server; say whether it did, or whether a dead one is still going."""
        sockets = socket_folder(self._data, programs.owner)
        disown_stale(self._data, sockets)
        try:
            self._launch(programs, sockets)
        except EmbeddedPostgresFailed as failure:
            if LEFT_BEHIND in str(failure):
                return False
            raise
        return True

    def _launch(self, programs: Programs, sockets: Path) -> None:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": f'"{sockets}"',
            "unix_socket_permissions": "0700",
            "max_connections": "200",
            "timezone": "UTC",
            "log_timezone": "UTC",
            "log_min_error_statement": "panic",  # statements may hold what people wrote
        }
        options = shlex.join(f"--{name}={value}" for name, value in settings.items())
        start = ("start", *self._where, f"--log={self.log}", f"--options={options}")
        try:
            programs.run("pg_ctl", *start)
        except EmbeddedPostgresFailed as failure:
            raise EmbeddedPostgresFailed("PostgreSQL did not start", self.log) from failure

    def _ensure_database(self, programs: Programs, postmaster: Postmaster) -> None:
        where = (
            f"--host={postmaster.socket_folder}",
            f"--port={postmaster.port}",
            f"--username={SUPERUSER}",
        )
        listed = ("--dbname=postgres", "--tuples-only", "--no-align", "--list", "--no-psqlrc")
        names = {line.split("|")[0] for line in programs.run("psql", *where, *listed).splitlines()}
        if self._database not in names:
            programs.run("createdb", *where, self._database)


@asynccontextmanager
async def embedded_postgres(folder: Path) -> AsyncIterator[str]:
    """Give the URL of the database under `folder` while the block runs.

    A server that dies meanwhile, or is stopped by somebody, is started again at the same URL.
    """
    server = EmbeddedPostgres(folder)
    url = await asyncio.to_thread(server.start)
    leaving = asyncio.Event()
    reviving = asyncio.create_task(_revive(server, leaving), name="revival of PostgreSQL")
    try:
        yield url
    finally:
        leaving.set()
        await reviving
        await asyncio.to_thread(server.stop)


async def _revive(server: EmbeddedPostgres, leaving: asyncio.Event) -> None:
    while not await _left(leaving):
        if await asyncio.to_thread(lambda: server.pid) is not None:
            continue
        _log.error("postgres_died")
        try:
            await asyncio.to_thread(server.start)
        except EmbeddedPostgresFailed as failure:
            _log.error("postgres_stays_dead", error=str(failure))  # and is tried again
        else:
            _log.info("postgres_revived")


async def _left(leaving: asyncio.Event) -> bool:
    """Wait until the next look is due; say whether there is none any more."""
    with suppress(TimeoutError):
        await asyncio.wait_for(leaving.wait(), WATCH)
    return leaving.is_set()
