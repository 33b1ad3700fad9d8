"""One process, or two on the same database."""

from collections.abc import AsyncIterator

import pytest

from server.storage.database import Database, database
from tests.server.play.house import Process, process


@pytest.fixture
async def here(opened_database: Database) -> AsyncIterator[Process]:
    """A process."""
    async with process(opened_database) as running:
        yield running


@pytest.fixture
async def there(database_url: str, here: Process) -> AsyncIterator[Process]:
    """Another one on the same database; nothing is shared but that."""
    del here  # it is there first
    async with database(database_url) as opened, process(opened) as running:
        yield running
