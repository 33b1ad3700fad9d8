"""The page, and all platforms at whose doors one may stand."""

from collections.abc import AsyncIterator

import pytest

from server.storage.database import Database
from tests.server.logins.street import Street, street


@pytest.fixture
async def here(opened_database: Database) -> AsyncIterator[Street]:
    async with street(opened_database) as found:
        yield found
