"""Two accounts and one clean set of books."""

from collections.abc import AsyncIterator

import pytest

from server.accounts.cases import AccountCases
from server.storage.database import Database
from tests.server.accounts.pairs import cases
from tests.server.money.audited import require_clean
from tests.server.money.purse import Purse


@pytest.fixture
async def purse(opened_database: Database) -> AsyncIterator[Purse]:
    """Whatever was merged and parted, the books must be clean after it."""
    yield Purse(opened_database)
    await require_clean(opened_database)


@pytest.fixture
def people(opened_database: Database) -> AccountCases:
    return cases(opened_database)
