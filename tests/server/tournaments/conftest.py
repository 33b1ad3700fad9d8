"""Two processes over one database, whose books end clean."""

from collections.abc import AsyncIterator

import pytest

from server.storage.database import Database
from tests.server.edge import Edge, running_edge
from tests.server.money.audited import require_clean


@pytest.fixture
async def edge(opened_database: Database) -> AsyncIterator[Edge]:
    """A process; whatever a test does, no fee outlives its tournament."""
    async with running_edge(opened_database) as edge:
        yield edge
    await require_clean(opened_database)


@pytest.fixture
async def there(edge: Edge, opened_database: Database) -> AsyncIterator[Edge]:
    """Another process beside ``edge``."""
    async with running_edge(opened_database) as other:
        yield other
