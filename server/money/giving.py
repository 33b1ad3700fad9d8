"""What every gift of the house is: a transaction of one posting, locked in the usual order."""

from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.account_locks import shared
from server.storage.ids import Millis
from server.storage.ledger import Cause, Ledger, Posting, Transaction
from server.storage.ledger_accounts import Currency, House, of_the_house, wallet


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """So much to a person out of an account of the house, under a key that counts once."""

    key: str
    account: UUID
    amount: int
    cause: Cause
    at: Millis
    source: House = House.GIFTS
    about: UUID | None = None


async def give(tx: AsyncConnection, given: Given) -> bool:
    """Give it; false when it was given before. Nothing is not worth a transaction."""
    if not given.amount:
        return False
    standing = (await shared(tx, [given.account]))[given.account]
    source = of_the_house(given.source)
    purse = wallet(standing, Currency(source.currency))
    posting = Posting(source, purse, given.amount, given.cause)
    return await Ledger(tx).post(
        Transaction(key=given.key, at=given.at, about=given.about, postings=(posting,))
    )
