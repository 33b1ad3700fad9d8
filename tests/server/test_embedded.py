"""The embedded PostgreSQL: started, shared, adopted, killed, and never careless with data."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import asyncpg
import psutil
import pytest

from server.embedded import EmbeddedPostgres, EmbeddedPostgresFailed, embedded_postgres

ANOTHER_RUN = """
import sys
from pathlib import Path
from server.embedded import EmbeddedPostgres
server = EmbeddedPostgres(Path(sys.argv[1]))
server.start()
print(server.pid, flush=True)
sys.stdin.read()
server.stop()
"""

BUSY = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%sqrt(n)%'"
BUSY += " AND pid <> pg_backend_pid()"


class AnotherRun:
    """A process that uses the server until its standard input ends, or it is killed."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", ANOTHER_RUN, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self.process.stdout
        self.server_pid = int(self.process.stdout.readline())

    def leave(self) -> None:
        self.process.communicate()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def server(tmp_path: Path, new_cluster: Path) -> Iterator[EmbeddedPostgres]:
    """A server that has been made and does not run yet."""
    subprocess.run(["cp", "-a", new_cluster / "postgres", tmp_path], check=True)
    server = EmbeddedPostgres(tmp_path)
    yield server
    server.stop()


async def ask(url: str, statement: str) -> object:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(statement)
    finally:
        await connection.close()


async def test_what_was_committed_is_there_after_a_stop_and_a_start(
    server: EmbeddedPostgres,
) -> None:
    url = server.start()
    await ask(url, "CREATE TABLE kept AS SELECT 1 AS one")

    assert server.stop()
    assert server.pid is None
    assert await ask(server.start(), "SELECT one FROM kept") == 1


@pytest.mark.parametrize("setting", ["fsync", "synchronous_commit", "full_page_writes"])
async def test_durability_is_never_switched_off(postgres_url: str, setting: str) -> None:
    assert await ask(postgres_url, f"SHOW {setting}") == "on"


async def test_only_the_owner_may_open_the_socket(
    server: EmbeddedPostgres, tmp_path: Path
) -> None:
    url = server.start()

    assert await ask(url, "SHOW listen_addresses") == ""
    assert (tmp_path / "postgres").stat().st_mode & 0o077 == 0
    assert (tmp_path / "postgres" / ".s.PGSQL.5432").stat().st_mode & 0o077 == 0


async def test_letters_of_every_language_have_two_cases(server: EmbeddedPostgres) -> None:
    assert await ask(server.start(), "SELECT lower('ЁЖИК')") == "ёжик"


async def test_a_run_that_was_killed_leaves_the_server_to_the_next(
    server: EmbeddedPostgres, tmp_path: Path
) -> None:
    killed = AnotherRun(tmp_path)
    killed.kill()

    url = server.start()

    assert server.pid == killed.server_pid
    assert await ask(url, "SELECT 1") == 1
    assert server.stop(), "a killed run is no user any more"


async def test_a_killed_server_starts_again_with_all_that_was_committed(
    server: EmbeddedPostgres,
) -> None:
    url = server.start()
    await ask(url, "CREATE TABLE kept AS SELECT 1 AS one")
    killed = server.pid
    assert killed
    os.kill(killed, signal.SIGKILL)

    url = server.start()

    assert server.pid != killed
    assert await ask(url, "SELECT one FROM kept") == 1


def test_the_process_id_of_a_dead_server_may_belong_to_another_program(
    server: EmbeddedPostgres, tmp_path: Path
) -> None:
    server.start()
    server.stop()
    (tmp_path / "postgres" / "postmaster.pid").write_text(f"{os.getpid()}\n{tmp_path}/postgres\n")

    server.start()

    assert server.pid not in {None, os.getpid()}


async def test_what_a_killed_server_left_running_is_waited_for(server: EmbeddedPostgres) -> None:
    """A backend in the middle of a computation outlives its server, and still holds the data."""
    url = server.start()
    connection = await asyncpg.connect(url)
    backend = psutil.Process(await connection.fetchval("SELECT pg_backend_pid()"))
    computing = asyncio.create_task(
        connection.fetchval("SELECT sum(sqrt(n)) FROM generate_series(1, 10_000_000) n")
    )
    while not await ask(url, BUSY):
        pass
    killed = server.pid
    assert killed
    os.kill(killed, signal.SIGKILL)

    assert await ask(server.start(), "SELECT 1") == 1
    assert not backend.is_running() or backend.status() == psutil.STATUS_ZOMBIE
    connection.terminate()
    await asyncio.gather(computing, return_exceptions=True)


def test_a_server_that_may_not_be_looked_at_is_believed_to_run(
    server: EmbeddedPostgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As root in a container that lacks the right to inspect another user's processes."""

    def denied(process: psutil.Process) -> list[str]:
        raise psutil.AccessDenied(process.pid)

    server.start()
    running = server.pid
    monkeypatch.setattr(psutil.Process, "cmdline", denied)

    another = EmbeddedPostgres(tmp_path)
    another.start()

    assert another.pid == running
    assert not another.stop()


def test_a_half_made_cluster_is_made_anew(tmp_path: Path) -> None:
    server = EmbeddedPostgres(tmp_path)
    unfinished = tmp_path / "postgres.new"
    unfinished.mkdir()
    (unfinished / "PG_VERSION").write_text("18\n")

    server.start()

    assert server.stop()
    assert not unfinished.exists()


def test_the_last_user_stops_the_server(server: EmbeddedPostgres, tmp_path: Path) -> None:
    another = AnotherRun(tmp_path)
    server.start()

    another.leave()
    assert server.pid == another.server_pid
    assert server.stop()
    assert server.pid is None


def test_a_user_that_leaves_early_stops_nothing(server: EmbeddedPostgres, tmp_path: Path) -> None:
    server.start()
    another = AnotherRun(tmp_path)

    assert not server.stop()
    assert server.pid == another.server_pid
    another.leave()
    assert server.pid is None


def test_runs_that_start_at_once_share_one_server(tmp_path: Path) -> None:
    servers = [EmbeddedPostgres(tmp_path) for _ in range(4)]
    with ThreadPoolExecutor() as threads:
        urls = set(threads.map(EmbeddedPostgres.start, servers))

    assert len(urls) == 1
    assert [server.stop() for server in servers] == [False, False, False, True]


def test_stopping_what_never_started_does_nothing(server: EmbeddedPostgres) -> None:
    assert not server.stop()


async def test_a_long_path_has_its_socket_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30)

    async with embedded_postgres(folder) as url:
        assert await ask(url, "SELECT current_database()") == "nardy"
        sockets = Path(str(await ask(url, "SHOW unix_socket_directories")).strip('"'))
    assert sockets.stat().st_mode & 0o077 == 0
    shutil.rmtree(sockets)


async def test_spaces_and_quotes_in_the_path_are_harmless(tmp_path: Path) -> None:
    async with embedded_postgres(tmp_path / "a 'b") as url:
        assert await ask(url, "SELECT 1") == 1


def test_data_of_a_version_that_is_not_installed_are_refused(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    (tmp_path / "postgres" / "PG_VERSION").write_text("9\n")

    with pytest.raises(EmbeddedPostgresFailed, match="made by PostgreSQL 9"):
        EmbeddedPostgres(tmp_path).start()


def test_data_of_another_user_are_refused(tmp_path: Path) -> None:
    (tmp_path / "postgres").symlink_to("/usr")

    with pytest.raises(EmbeddedPostgresFailed, match="belongs to user id 0"):
        EmbeddedPostgres(tmp_path).start()


def test_a_server_that_cannot_start_says_why(server: EmbeddedPostgres, tmp_path: Path) -> None:
    server.start()
    server.stop()
    with (tmp_path / "postgres" / "postgresql.conf").open("a") as settings:
        settings.write("nonsense = 1\n")

    with pytest.raises(EmbeddedPostgresFailed, match='unrecognized configuration parameter "nons'):
        server.start()
