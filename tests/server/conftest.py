"""An edge of the test's own, over a database of its own."""

from collections.abc import AsyncIterator

import pytest

from server.storage.database import Database, database
from tests.server.edge import Edge, running_edge


@pytest.fixture
async def opened_database(database_url: str) -> AsyncIterator[Database]:
    """The test's database, as a process opens it."""
    async with database(database_url) as opened:
        yield opened


@pytest.fixture
async def edge(opened_database: Database) -> AsyncIterator[Edge]:
    """The edge as it is in production."""
    async with running_edge(opened_database) as edge:
        yield edge
