"""What the tests of storage share: a database that is open, the time, and fresh ids."""

from collections.abc import AsyncIterator, Callable
from uuid import UUID

import pytest

from server.storage.accounts import Account, Accounts, Identity
from server.storage.clock import local_now
from server.storage.database import Database, database
from server.storage.ids import Ids, Millis


@pytest.fixture
async def opened(database_url: str) -> AsyncIterator[Database]:
    """The test's own database, open."""
    async with database(database_url) as opened:
        yield opened


@pytest.fixture
def now() -> Millis:
    """The moment at which the test began."""
    return local_now()


@pytest.fixture
def fresh(now: Millis) -> Callable[[], UUID]:
    """Makes new ids of that moment."""
    ids = Ids()
    return lambda: ids.new(now)


@pytest.fixture
async def people(
    opened: Database, fresh: Callable[[], UUID], now: Millis
) -> tuple[Account, Account]:
    """Two persons, one of VK and one of OK."""
    async with opened.transaction() as tx:
        accounts = Accounts(tx)
        one, _ = await accounts.first_launch(fresh(), Identity("vk", "user", "1"), now)
        other, _ = await accounts.first_launch(fresh(), Identity("ok", "user", "2"), now)
    return one, other
