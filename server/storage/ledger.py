"""The ledger: the one place where coins move, in the transaction of the fact that moves them.

A transaction is postings `(source, target, amount > 0)` under one key, balanced by shape. A key
counts once, for ever. Balances of persons are kept beside the postings and locked in one order;
nothing is ever changed or deleted, which triggers see to as well.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import StorageError
from server.storage.ids import Millis
from server.storage.ledger_accounts import LedgerAccount
from server.storage.schema_money import ledger_accounts, ledger_transactions

LONGEST_KEY: Final = 200


class Cause(StrEnum):
    """Why coins or points moved; people read it in their wallets."""

    WELCOME = "welcome"
    DAILY = "daily"
    REFERRAL = "referral"
    PROMOTION = "promotion"
    HOLD = "hold"
    RELEASE = "release"
    REFUND = "refund"
    WIN = "win"
    RAKE = "rake"
    PURCHASE = "purchase"
    FIRST_PURCHASE = "first_purchase"
    CHARGEBACK = "chargeback"
    GIFT = "gift"
    CERTIFICATE = "certificate"
    SHOP = "shop"
    LOYALTY = "loyalty"
    ENTRY_FEE = "entry_fee"
    PRIZE = "prize"
    OPERATOR = "operator"
    MERGE = "merge"


class Posting(msgspec.Struct, frozen=True):
    """So much from one account to another."""

    source: LedgerAccount
    target: LedgerAccount
    amount: int
    cause: Cause


class Transaction(msgspec.Struct, frozen=True, kw_only=True):
    """Postings that stand or fall together under one idempotency key.

    `about` is the match, purchase or other thing that caused it. Only where `overdraws` (money
    that was paid back) may a wallet go below zero.
    """

    key: str
    at: Millis
    postings: tuple[Posting, ...]
    about: UUID | None = None
    overdraws: bool = False


class InsufficientFunds(StorageError):
    """The account holds less than is to be taken from it; nothing was written."""

    def __init__(self, account: LedgerAccount, balance: int, needed: int) -> None:
        super().__init__(f"{account.name} holds {balance}, needed are {needed}")
        self.account = account
        self.balance = balance
        self.needed = needed

    @property
    def missing(self) -> int:
        """How much more there would have to be."""
        return self.needed - self.balance


class LockedOutOfOrder(RuntimeError):
    """A transaction locked ledger accounts twice: two of them could wait for each other."""


class Ledger:
    """Locks accounts and posts to them within a transaction.

    Whoever posts more than once in a transaction locks all that it will touch first. Rows of
    `accounts` come before, in their own order (`account_locks.shared`).
    """

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx
        self._balances: dict[str, int] = {}

    async def lock(self, accounts: Iterable[LedgerAccount]) -> None:
        """Lock the accounts of persons among these, in one order; those that are new are made."""
        wanted = {each.name: each for each in accounts if each.owner is not None}
        if wanted.keys() <= self._balances.keys():
            return
        if self._balances:
            raise LockedOutOfOrder(str(sorted(wanted.keys() - self._balances.keys())))
        ordered = [wanted[name] for name in sorted(wanted)]
        await self._tx.execute(
            _MAKE,
            {
                "names": [each.name for each in ordered],
                "owners": [each.owner for each in ordered],
                "matches": [each.match for each in ordered],
            },
        )
        found = await self._tx.execute(
            select(ledger_accounts.c.name, ledger_accounts.c.balance)
            .where(ledger_accounts.c.name.in_(wanted))
            .order_by(ledger_accounts.c.name)
            .with_for_update()
        )
        self._balances = {row.name: row.balance for row in found}

    def balance(self, account: LedgerAccount) -> int:
        """What a locked account holds now, what was posted here included."""
        return self._balances[account.name]

    async def post(self, transaction: Transaction) -> bool:
        """Write a transaction; false, and nothing more, when its key was used before.

        Raises `InsufficientFunds` when an account would go below zero by it, or further below.
        """
        _require_sound(transaction)
        await self.lock(_accounts_of(transaction))
        if await self.is_posted(transaction.key):
            return False
        changes = _changes(transaction)
        if not transaction.overdraws:
            self._require_funds(transaction, changes)
        written = await self._tx.execute(
            _POST,
            {
                "key": transaction.key,
                "at": transaction.at,
                "about": transaction.about,
                "sources": [each.source.name for each in transaction.postings],
                "targets": [each.target.name for each in transaction.postings],
                "amounts": [each.amount for each in transaction.postings],
                "causes": [each.cause.value for each in transaction.postings],
            },
        )
        if not written.scalar_one():
            return False
        await self._change(changes)
        return True

    async def is_posted(self, key: str) -> bool:
        """Whether a transaction stands under this key."""
        found = await self._tx.execute(
            select(ledger_transactions.c.id).where(ledger_transactions.c.key == key)
        )
        return found.first() is not None

    async def keys_about(self, about: UUID, beginning: str) -> list[str]:
        """The keys that begin so, of what was posted about a thing."""
        found = await self._tx.execute(
            select(ledger_transactions.c.key).where(
                ledger_transactions.c.about == about,
                ledger_transactions.c.key.startswith(beginning, autoescape=True),
            )
        )
        return list(found.scalars())

    def _require_funds(self, transaction: Transaction, changes: Mapping[str, int]) -> None:
        for account in _accounts_of(transaction):
            change = changes.get(account.name, 0)
            if change < 0 and self.balance(account) + change < 0:
                raise InsufficientFunds(account, self.balance(account), -change)

    async def _change(self, changes: Mapping[str, int]) -> None:
        await self._tx.execute(
            _CHANGE, {"names": list(changes), "changes": list(changes.values())}
        )
        for name, change in changes.items():
            self._balances[name] += change


def _require_sound(transaction: Transaction) -> None:
    """Refuse what only a fault of ours could make."""
    if not 1 <= len(transaction.key) <= LONGEST_KEY:
        raise ValueError(f"a key has 1 to {LONGEST_KEY} characters: {transaction.key!r}")
    if not transaction.postings:
        raise ValueError(f"{transaction.key} moves nothing")
    for each in transaction.postings:
        if each.amount <= 0:
            raise ValueError(f"{transaction.key} posts {each.amount}")
        if each.source.currency is not each.target.currency:
            raise ValueError(f"{transaction.key} exchanges {each.source.name}")


def _accounts_of(transaction: Transaction) -> list[LedgerAccount]:
    """The accounts of persons that it touches."""
    sides = (side for each in transaction.postings for side in (each.source, each.target))
    return [side for side in sides if side.owner is not None]


def _changes(transaction: Transaction) -> dict[str, int]:
    """By how much each person's account changes; what only passes through is left out."""
    net: Counter[str] = Counter()
    for each in transaction.postings:
        if each.source.owner is not None:
            net[each.source.name] -= each.amount
        if each.target.owner is not None:
            net[each.target.name] += each.amount
    return {name: change for name, change in net.items() if change}


_MAKE = text("""
INSERT INTO ledger_accounts (name, owner, match)
SELECT * FROM unnest(
    CAST(:names AS varchar[]), CAST(:owners AS uuid[]), CAST(:matches AS uuid[]))
ON CONFLICT DO NOTHING
""")

_POST = text("""
WITH posted AS (
    INSERT INTO ledger_transactions (key, at, about) VALUES (:key, :at, CAST(:about AS uuid))
    ON CONFLICT (key) DO NOTHING RETURNING id
), written AS (
    INSERT INTO ledger_postings (transaction, source, target, amount, cause)
    SELECT posted.id, posting.source, posting.target, posting.amount, posting.cause
    FROM posted, unnest(
        CAST(:sources AS varchar[]), CAST(:targets AS varchar[]), CAST(:amounts AS bigint[]),
        CAST(:causes AS varchar[])
    ) WITH ORDINALITY AS posting (source, target, amount, cause, place)
    ORDER BY posting.place
    RETURNING id
)
SELECT count(*) FROM written
""")

_CHANGE = text("""
UPDATE ledger_accounts SET
    balance = balance + change,
    floor = LEAST(floor, balance + change)
FROM unnest(CAST(:names AS varchar[]), CAST(:changes AS bigint[])) AS given (name, change)
WHERE ledger_accounts.name = given.name
""")
