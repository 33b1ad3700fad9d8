"""Wallets as their owners read them: what there is, what is held, what came and went."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Row, Select, case, func, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.ledger import Cause
from server.storage.ledger_accounts import Currency, wallet
from server.storage.schema_money import ledger_accounts, ledger_postings, ledger_transactions


class Moved(msgspec.Struct, frozen=True):
    """So much from one account to another, by their names; `owner` is the person in it, if any."""

    source: str
    target: str
    amount: int
    owner: UUID | None


class Entry(msgspec.Struct, frozen=True):
    """One posting from the owner's side: `change` is above zero where something came in."""

    id: int
    at: Millis
    change: int
    cause: Cause
    about: UUID | None


class Balances(msgspec.Struct, frozen=True):
    """What somebody may spend, and what is held for matches that run."""

    coins: int = 0
    held: int = 0
    points: int = 0


class Wallets:
    """Reads wallets; locks nothing."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def balances(self, account: UUID) -> Balances:
        """Somebody's balances; nothing where nothing was ever posted."""
        rows = (
            await self._connection.execute(
                select(ledger_accounts).where(
                    ledger_accounts.c.owner == account, ledger_accounts.c.balance != 0
                )
            )
        ).all()
        free = {row.name: row.balance for row in rows if row.match is None}
        return Balances(
            coins=free.get(wallet(account).name, 0),
            held=sum(row.balance for row in rows if row.match is not None),
            points=free.get(wallet(account, Currency.POINTS).name, 0),
        )

    async def given_under(self, key: str) -> UUID | None:
        """Whose wallet was given something under this key of the ledger."""
        found = await self._connection.execute(
            select(ledger_accounts.c.owner)
            .join(ledger_postings, ledger_postings.c.target == ledger_accounts.c.name)
            .join(
                ledger_transactions,
                ledger_transactions.c.id == ledger_postings.c.transaction,
            )
            .where(ledger_transactions.c.key == key)
            .limit(1)
        )
        return found.scalar()

    async def moved_under(self, key: str) -> Moved | None:
        """What was first posted under this key of the ledger."""
        posting = ledger_postings.c
        side = ledger_accounts.c.name.in_((posting.source, posting.target))
        found = await self._connection.execute(
            select(posting.source, posting.target, posting.amount, ledger_accounts.c.owner)
            .join(ledger_transactions, ledger_transactions.c.id == posting.transaction)
            .outerjoin(ledger_accounts, side)
            .where(ledger_transactions.c.key == key)
            .order_by(posting.id)
            .limit(1)
        )
        row = found.first()
        return None if row is None else Moved(*row)

    async def coins(self, account: UUID) -> int:
        """What somebody may spend."""
        found = await self._connection.execute(
            select(ledger_accounts.c.balance).where(ledger_accounts.c.name == wallet(account).name)
        )
        return found.scalar() or 0

    async def entries(
        self, account: UUID, currency: Currency, limit: int, before: int | None = None
    ) -> list[Entry]:
        """What came into and went out of a wallet, the newest first, older than `before`."""
        name = wallet(account, currency).name
        sides = union_all(
            _side(ledger_postings.c.target, name, 1, limit, before),
            _side(ledger_postings.c.source, name, -1, limit, before),
        ).subquery()
        page = (
            select(sides, ledger_transactions.c.at, ledger_transactions.c.about)
            .join(ledger_transactions, ledger_transactions.c.id == sides.c.transaction)
            .order_by(sides.c.id.desc())
            .limit(limit)
        )
        return [_entry(row) for row in await self._connection.execute(page)]


def _side(
    side: Any, name: str, sign: int, limit: int, before: int | None
) -> Select[tuple[int, int, int, str]]:
    """The newest postings with this name on one side, through its index."""
    found = select(
        ledger_postings.c.id,
        ledger_postings.c.transaction,
        (ledger_postings.c.amount * sign).label("change"),
        ledger_postings.c.cause,
    ).where(side == name)
    if before is not None:
        found = found.where(ledger_postings.c.id < before)
    return select(found.order_by(ledger_postings.c.id.desc()).limit(limit).subquery())


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.id, row.at, row.change, Cause(row.cause), row.about)


async def changed_under(connection: AsyncConnection, key: str) -> dict[UUID, int]:
    """By how much each wallet of coins changed in all under this key of the ledger, by its owner:
    what only passed through one is left out of its number.
    """
    posting = ledger_postings.c
    change = case(
        (posting.target == ledger_accounts.c.name, posting.amount), else_=-posting.amount
    )
    found = await connection.execute(
        select(ledger_accounts.c.owner, func.sum(change).label("change"))
        .join(ledger_transactions, ledger_transactions.c.id == posting.transaction)
        .join(ledger_accounts, ledger_accounts.c.name.in_((posting.source, posting.target)))
        .where(ledger_transactions.c.key == key, ledger_accounts.c.match.is_(None))
        .group_by(ledger_accounts.c.owner)
    )
    return {row.owner: int(row.change) for row in found}


async def lost_at(connection: AsyncConnection, match: UUID) -> dict[int, int]:
    """What each seat of a match has lost of its hold to another, by seat; who lost nothing is
    left out.
    """
    prefix = f"{Currency.COINS}:hold:{match}:"
    found = await connection.execute(
        select(ledger_postings.c.source, func.sum(ledger_postings.c.amount).label("lost"))
        .join(ledger_transactions, ledger_transactions.c.id == ledger_postings.c.transaction)
        .where(
            ledger_transactions.c.about == match,
            ledger_postings.c.cause == Cause.WIN,
            ledger_postings.c.source.startswith(prefix),
        )
        .group_by(ledger_postings.c.source)
    )
    return {int(row.source.removeprefix(prefix)): int(row.lost) for row in found}


async def raked_at(connection: AsyncConnection, match: UUID) -> dict[int, int]:
    """What the house has taken of each seat's wins at a match, by seat; none of it is left out."""
    prefix = f"{Currency.COINS}:hold:{match}:"
    win = ledger_postings.alias("win")
    found = await connection.execute(
        select(win.c.source, func.sum(ledger_postings.c.amount).label("taken"))
        .join(ledger_transactions, ledger_transactions.c.id == ledger_postings.c.transaction)
        .join(win, win.c.transaction == ledger_postings.c.transaction)
        .where(
            ledger_transactions.c.about == match,
            ledger_postings.c.cause == Cause.RAKE,
            win.c.cause == Cause.WIN,
            win.c.source.startswith(prefix),
        )
        .group_by(win.c.source)
    )
    # A win is written with the loser's hold as its source, and two sit at a table.
    return {1 - int(row.source.removeprefix(prefix)): int(row.taken) for row in found}
