"""Persons and their coins, for tests."""

from uuid import UUID, uuid4

from server.storage.account_locks import shared
from server.storage.accounts import Accounts, Identity
from server.storage.clock import local_now
from server.storage.database import Database
from server.storage.ids import Ids
from server.storage.ledger import Cause, Ledger, Posting, Transaction
from server.storage.ledger_accounts import (
    Currency,
    House,
    LedgerAccount,
    of_the_house,
    wallet,
)
from server.storage.wallets import Balances, Wallets

HOUSE = of_the_house(House.OPERATORS)


def moved(
    source: LedgerAccount, target: LedgerAccount, amount: int, key: str | None = None
) -> Transaction:
    """A transaction of one posting, under a key of its own where none is given."""
    posting = Posting(source, target, amount, Cause.OPERATOR)
    return Transaction(key=key or str(uuid4()), at=local_now(), postings=(posting,))


class Purse:
    """Makes persons, gives them coins, counts what they have."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._ids = Ids()

    async def person(self, coins: int = 0) -> UUID:
        """Somebody new who has so much."""
        now = local_now()
        identity = Identity("vk", "user", str(uuid4()))
        async with self.database.transaction() as tx:
            account, _ = await Accounts(tx).first_launch(self._ids.new(now), identity, now)
        if coins:
            await self.give(account.id, coins)
        return account.id

    async def give(self, account: UUID, coins: int) -> None:
        """More coins, out of nowhere."""
        assert await self.post(moved(HOUSE, wallet(account), coins))

    async def give_points(self, account: UUID, points: int) -> None:
        """More points."""
        source = of_the_house(House.LOYALTY)
        assert await self.post(moved(source, wallet(account, Currency.POINTS), points))

    async def post(self, transaction: Transaction) -> bool:
        """Post in a database transaction of its own, as whoever moves coins does."""
        owners = {
            side.owner
            for each in transaction.postings
            for side in (each.source, each.target)
            if side.owner is not None
        }
        async with self.database.transaction() as tx:
            await shared(tx, owners)
            return await Ledger(tx).post(transaction)

    async def balances(self, account: UUID) -> Balances:
        """What somebody has."""
        async with self.database.reading() as connection:
            return await Wallets(connection).balances(account)

    async def coins(self, account: UUID) -> int:
        """What somebody may spend."""
        return (await self.balances(account)).coins
