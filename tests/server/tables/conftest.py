"""Two processes over one database, for what must hold whichever one people come to."""

from collections.abc import AsyncIterator

import pytest

from server.storage.database import Database
from tests.server.edge import Edge, running_edge


@pytest.fixture
async def there(edge: Edge, opened_database: Database) -> AsyncIterator[Edge]:
    """Another process beside ``edge``."""
    async with running_edge(opened_database) as other:
        yield other
