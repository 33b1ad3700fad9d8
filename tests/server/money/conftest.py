"""Persons with a wallet on a database of the test's own."""

from collections.abc import AsyncIterator

import pytest

from server.storage.database import Database
from tests.server.money.audited import require_clean
from tests.server.money.house import House
from tests.server.money.purse import Purse


@pytest.fixture
async def purse(opened_database: Database) -> AsyncIterator[Purse]:
    """Gives and counts coins; whatever a test did, the books must be clean after it."""
    yield Purse(opened_database)
    await require_clean(opened_database)


@pytest.fixture
def house(purse: Purse) -> House:
    """The treasury of the test's own database."""
    return House(purse.database)
