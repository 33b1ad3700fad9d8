"""The service that bots of a test speak for."""

from collections.abc import AsyncIterator

import pytest

from server.storage.database import database
from tests.server.edge import Edge, running_edge


@pytest.fixture
async def edge(database_url: str) -> AsyncIterator[Edge]:
    """An edge over a database of the test's own."""
    async with database(database_url) as opened, running_edge(opened) as edge:
        yield edge
