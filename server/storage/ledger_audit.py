"""What the audit asks of the ledger, all of it as it stood at one instant."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final
from uuid import UUID

import msgspec

from server.storage.database import Database, Driver

_PATIENCE: Final = 24 * 60 * 60.0
"""Seconds that one question may take on a ledger of years; it locks nothing."""


class Imbalance(msgspec.Struct, frozen=True):
    """A balance as it is kept beside the postings, and as they say it."""

    name: str
    cached: int
    derived: int


class StrayHold(msgspec.Struct, frozen=True):
    """Something held at a match that has ended, or more than was agreed at one that runs."""

    name: str
    match: UUID
    balance: int


class StrayFees(msgspec.Struct, frozen=True):
    """Fees of a tournament that are not what its entrants have paid, or that outlive it."""

    tournament: UUID
    held: int
    owed: int


class Extent(msgspec.Struct, frozen=True):
    """How much an audit has read."""

    accounts: int
    transactions: int
    postings: int


class LedgerAudit:
    """Reads the whole ledger; `ledger_snapshot` makes one."""

    def __init__(self, session: Driver) -> None:
        self._session = session

    async def extent(self) -> Extent:
        """How much there is."""
        (row,) = await self._ask(_EXTENT)
        return Extent(row["accounts"], row["transactions"], row["postings"])

    async def sums(self) -> dict[str, int]:
        """By currency: what persons own as it is cached, and what the house's postings come to.

        Each must be nothing.
        """
        return {row["currency"]: int(row["total"]) for row in await self._ask(_SUMS)}

    async def imbalances(self) -> list[Imbalance]:
        """Accounts of persons whose cached balance is not what the postings say."""
        found = await self._ask(_IMBALANCES)
        return [Imbalance(row["name"], int(row["cached"]), int(row["derived"])) for row in found]

    async def stray_holds(self) -> list[StrayHold]:
        """What is held at no running match, or beyond what was agreed."""
        found = await self._ask(_STRAY)
        return [StrayHold(row["name"], row["match"], row["balance"]) for row in found]

    async def stray_fees(self) -> list[StrayFees]:
        """Tournaments whose pot does not hold what it owes; after the end it owes nothing."""
        found = await self._ask(_FEES)
        return [StrayFees(row["id"], int(row["held"]), int(row["owed"])) for row in found]

    async def empty_transactions(self) -> list[str]:
        """Keys under which nothing was posted."""
        return [row["key"] for row in await self._ask(_EMPTY)]

    async def _ask(self, question: str) -> list[Any]:
        return await self._session.fetch(question, timeout=_PATIENCE)


@asynccontextmanager
async def ledger_snapshot(database: Database) -> AsyncIterator[LedgerAudit]:
    """Open the ledger as it stands now, for as long as reading it takes."""
    session = await database.connect("nardy audit")
    try:
        for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
            await session.execute(f"SET {name} = 0")
        async with session.transaction(isolation="repeatable_read", readonly=True):
            yield LedgerAudit(session)
    finally:
        await session.close()


_EXTENT = """
SELECT (SELECT count(*) FROM ledger_accounts) AS accounts,
    (SELECT count(*) FROM ledger_transactions) AS transactions,
    (SELECT count(*) FROM ledger_postings) AS postings
"""

_DERIVED = """
WITH derived AS (
    SELECT name, sum(amount) AS balance FROM (
        SELECT target AS name, amount FROM ledger_postings
        UNION ALL SELECT source, -amount FROM ledger_postings
    ) AS sides GROUP BY name
)
"""

_TOTALS = """
SELECT split_part(name, ':', 1) AS currency, sum(balance) AS total FROM (
    SELECT name, balance FROM ledger_accounts
    UNION ALL SELECT name, balance FROM derived WHERE split_part(name, ':', 2) = 'house'
) AS everything GROUP BY currency ORDER BY currency
"""
_SUMS = f"{_DERIVED}{_TOTALS}"

_DIFFERENCES = """
SELECT name, coalesce(cached.balance, 0) AS cached, coalesce(derived.balance, 0) AS derived
FROM ledger_accounts AS cached
FULL JOIN (SELECT * FROM derived WHERE split_part(name, ':', 2) <> 'house') AS derived
    USING (name)
WHERE coalesce(cached.balance, 0) <> coalesce(derived.balance, 0)
ORDER BY name
"""
_IMBALANCES = f"{_DERIVED}{_DIFFERENCES}"

_STRAY = """
SELECT name, ledger_accounts.match, balance
FROM ledger_accounts
JOIN matches ON matches.id = ledger_accounts.match
LEFT JOIN holds ON holds.match = matches.id AND holds.account = ledger_accounts.owner
WHERE balance <> 0 AND (
    matches.ended_at IS NOT NULL OR holds.match IS NULL OR balance > holds.amount)
ORDER BY ledger_accounts.match, name
"""

# Points that have paid an entry are spent, unless the tournament did not take place.
_FEES = """
WITH pots AS (
    SELECT tournaments.*, CASE currency WHEN 'coins' THEN 'coins:house:tournaments'
        ELSE 'points:house:entries' END AS pot
    FROM tournaments
), told AS (
    SELECT pots.id, coalesce((
        SELECT sum(CASE WHEN target = pot THEN amount ELSE 0 END
            - CASE WHEN source = pot THEN amount ELSE 0 END)
        FROM ledger_transactions JOIN ledger_postings ON transaction = ledger_transactions.id
        WHERE about = pots.id
    ), 0) AS held, CASE
        WHEN phase = 'cancelled' OR (phase = 'over' AND currency = 'coins') THEN 0
        ELSE fee * (SELECT count(*) FROM tournament_entrants
            WHERE tournament = pots.id AND left_at IS NULL)
        END AS owed
    FROM pots
)
SELECT * FROM told WHERE held <> owed ORDER BY id
"""

_EMPTY = """
SELECT key FROM ledger_transactions WHERE NOT EXISTS (
    SELECT FROM ledger_postings WHERE ledger_postings.transaction = ledger_transactions.id)
ORDER BY id
"""
