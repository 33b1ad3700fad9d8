"""What every test may ask for: a database of its own on a real PostgreSQL.

`NARDY_TEST_DATABASE_URL` names another server than the embedded one, by a role that may create
databases.
"""

import gc
import os
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from hypothesis import settings

from server.embedded import EmbeddedPostgres
from tests.databases import Databases

ROOT: Final = Path(__file__).parent.parent
LONG: Final = tuple(
    ROOT / "tests" / each
    for each in (
        "e2e",
        "bots",
        "server/cli",
        "server/http/test_openapi.py",
        "game/match/test_selfplay.py",
    )
)
"""Whole services, matches and commands, and requests by the hundred."""
ANOTHER_SERVER: Final = "NARDY_TEST_DATABASE_URL"

for name in [name for name in os.environ if name.startswith("NARDY_") and name != ANOTHER_SERVER]:
    del os.environ[name]  # the developer's own service is no part of a test

settings.register_profile("nardy", settings(), deadline=None)  # a busy machine is no fault
settings.load_profile("nardy")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What waits longest begins first, else one process is left alone with it at the end."""
    items.sort(key=lambda item: not any(map(item.path.is_relative_to, LONG)))


def pytest_collection_finish() -> None:
    """Modules and tests are here for good: the collector need not look through them again."""
    gc.freeze()


@pytest.fixture(scope="session")
def postgres_url(worker_id: str) -> Iterator[str]:
    """The server of this worker's tests; it keeps its folder, for the next run to start soon."""
    if url := os.environ.get(ANOTHER_SERVER):
        yield url
        return
    server = EmbeddedPostgres(ROOT / "data" / "tests" / worker_id)
    yield server.start()
    server.stop()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def databases(postgres_url: str) -> AsyncIterator[Databases]:
    """Makes and drops databases: for a test that needs more than one."""
    databases = Databases(postgres_url)
    await databases.sweep()
    yield databases
    await databases.close()


@pytest.fixture
async def database_url(databases: Databases) -> AsyncIterator[str]:
    """A database of the test's own with all tables."""
    async with databases.migrated() as url:
        yield url


@pytest.fixture
async def empty_database_url(databases: Databases) -> AsyncIterator[str]:
    """A database of the test's own without a table."""
    async with databases.empty() as url:
        yield url


@pytest.fixture
async def demo_database_url(databases: Databases) -> AsyncIterator[str]:
    """A database for a demo of the test's own to make."""
    async with databases.unmade() as url:
        yield url


@pytest.fixture(scope="session")
def new_cluster(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an embedded server that was made and stopped; copying it saves the making."""
    folder = tmp_path_factory.mktemp("cluster") / "new"
    server = EmbeddedPostgres(folder)
    server.start()
    server.stop()
    return folder


@pytest.fixture
def private_postgres(tmp_path: Path, new_cluster: Path) -> Iterator[EmbeddedPostgres]:
    """A running server of the test's own, to be killed and started again."""
    subprocess.run(["cp", "-a", new_cluster, tmp_path / "private"], check=True)
    server = EmbeddedPostgres(tmp_path / "private")
    server.start()
    yield server
    server.stop()
