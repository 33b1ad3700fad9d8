"""Two accounts of one person, and the ways to make one of them."""

from uuid import UUID, uuid4

from server.accounts.cases import AccountCases
from server.accounts.merging import MergeShown
from server.money.terms import CodeLimits
from server.storage.accounts import Account, Accounts
from server.storage.clock import DatabaseClock, local_now
from server.storage.database import Database
from server.storage.ids import Ids
from server.storage.merges import Offer, Offers
from tests.waiting import until

IDS = Ids()
ADDRESS = "203.0.113.7"


def cases(database: Database, limits: CodeLimits | None = None) -> AccountCases:
    """The use cases as a process has them."""
    return AccountCases.on(database, DatabaseClock(), limits or CodeLimits(), lambda _: None)


async def account(database: Database, who: UUID) -> Account:
    """Whoever stands for this account now."""
    async with database.reading() as connection:
        return await Accounts(connection).get(who)


async def offered(database: Database, keeper: UUID, other: UUID, **agreed: bool) -> UUID:
    """An offer between two, as a link code makes it; agreed to by the other unless told."""
    async with database.transaction() as tx:
        offer = await Offers(tx).make(
            Offer(
                id=IDS.new(local_now()),
                keeper=keeper,
                other=other,
                keeper_agreed=agreed.get("keeper_agreed", False),
                other_agreed=agreed.get("other_agreed", True),
                expires=local_now() + 600_000,
            )
        )
    return offer.id


async def merged(database: Database, keeper: UUID, other: UUID) -> MergeShown:
    """Make one of two."""
    offer = await offered(database, keeper, other)
    return await cases(database).merging.confirm(keeper, offer)


async def blocked_by(database: Database, count: int) -> None:
    """Wait until so many sessions of the test's database wait for a lock."""
    asked = (
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    driver = await database.connect(f"watching {uuid4()}")

    async def they_wait() -> bool:
        waiting: int = await driver.fetchval(asked)
        return waiting >= count

    try:
        await until(they_wait)
    finally:
        await driver.close()
