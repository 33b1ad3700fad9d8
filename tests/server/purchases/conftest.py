"""A market over a database of the test's own; whatever a test did, the books must be clean."""

from collections.abc import AsyncIterator

import pytest

from server.storage.database import Database
from tests.server.money.audited import require_clean
from tests.standins.market import Market, market


@pytest.fixture
async def stalls(opened_database: Database) -> AsyncIterator[Market]:
    """All platforms, and the service that they sell for."""
    async with market(opened_database) as stalls:
        yield stalls
    await require_clean(opened_database)
