"""Wallets as their owners read them."""

from typing import Final
from uuid import UUID

from server.storage.database import Database
from server.storage.ledger_accounts import Currency
from server.storage.wallets import Balances, Entry, Wallets

_LATEST: Final = 100
"""Of entries that are looked through for those of one match, just ended."""


class Purses:
    """Reads; nothing here moves a coin."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def balances(self, account: UUID) -> Balances:
        """What somebody may spend, and what is held of him."""
        async with self._database.reading() as connection:
            return await Wallets(connection).balances(account)

    async def brought(self, account: UUID, match: UUID) -> int:
        """What a match has brought somebody so far, in coins; below zero is what it has cost."""
        latest = await self.entries(account, Currency.COINS, _LATEST, None)
        return sum(entry.change for entry in latest if entry.about == match)

    async def entries(
        self, account: UUID, currency: Currency, limit: int, before: int | None = None
    ) -> list[Entry]:
        """What came and went, the newest first, older than entry `before`."""
        async with self._database.reading() as connection:
            return await Wallets(connection).entries(account, currency, limit, before)
