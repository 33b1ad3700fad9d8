"""An edge of the test's own, over a database of its own."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from server.storage.database import Database
from tests.databases import Databases
from tests.server.edge import Edge, running_edge

_OPENED: dict[str, Database] = {}


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def common_database_url(databases: Databases) -> AsyncIterator[str]:
    """A database for all tests that only need to be somebody new in it: quicker than one each."""
    async with databases.migrated() as url:
        yield url


@pytest.fixture
async def opened_database(database_url: str) -> AsyncIterator[Database]:
    """The test's database, as a process has opened it.

    Databases are used again, and so is what was made for each: it knows how statements are
    compiled, which takes as long as running them.
    """
    opened = _OPENED.setdefault(database_url, Database(database_url))
    yield opened
    await opened.close()


@pytest.fixture
async def edge(opened_database: Database) -> AsyncIterator[Edge]:
    """The edge as it is in production."""
    async with running_edge(opened_database) as edge:
        yield edge
