"""What purchases do to a wallet: the credit, the bonus of the first one, and taking both back."""

from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.money.terms import BonusTerms
from server.storage.account_locks import shared
from server.storage.ids import Millis
from server.storage.ledger import Cause, Ledger, Posting, Transaction
from server.storage.ledger_accounts import House, of_the_house, wallet


class Credit(msgspec.Struct, frozen=True, kw_only=True):
    """Coins that somebody paid for, and those that came with them; `purchase` is our order."""

    key: str
    account: UUID
    coins: int
    bonus: int = 0
    at: Millis
    purchase: UUID


def first_purchase_bonus(terms: BonusTerms, coins: int, price: int, currency: str) -> int:
    """How many coins come on top of a first purchase of `coins` at this price.

    `price` is in the smallest unit of the currency. Nothing below the least price, nor in a
    currency that has none; rounded down.
    """
    least = {each.currency: each.amount for each in terms.first_purchase_least}
    if currency not in least or price < least[currency]:
        return 0
    return coins * terms.first_purchase_percent // 100


async def credit(tx: AsyncConnection, paid: Credit) -> bool:
    """Credit a purchase in the transaction that marks it charged; false when it was before."""
    standing = (await shared(tx, [paid.account]))[paid.account]
    purse = wallet(standing)
    postings = [Posting(of_the_house(House.SALES), purse, paid.coins, Cause.PURCHASE)]
    if paid.bonus:
        bonus = Posting(of_the_house(House.GIFTS), purse, paid.bonus, Cause.FIRST_PURCHASE)
        postings.append(bonus)
    return await Ledger(tx).post(
        Transaction(key=paid.key, at=paid.at, about=paid.purchase, postings=tuple(postings))
    )


async def charge_back(tx: AsyncConnection, paid: Credit) -> bool:
    """Take back what a purchase gave, under the key of the refund; false when it was before.

    Alone of all transactions it may take a wallet below zero, which then can't stake or spend.
    """
    standing = (await shared(tx, [paid.account]))[paid.account]
    purse = wallet(standing)
    postings = [Posting(purse, of_the_house(House.SALES), paid.coins, Cause.CHARGEBACK)]
    if paid.bonus:
        bonus = Posting(purse, of_the_house(House.GIFTS), paid.bonus, Cause.CHARGEBACK)
        postings.append(bonus)
    return await Ledger(tx).post(
        Transaction(
            key=paid.key,
            at=paid.at,
            about=paid.purchase,
            postings=tuple(postings),
            overdraws=True,
        )
    )
