"""At how many tables somebody is at once: seats at open tables, and matches that run."""

from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage import locks
from server.storage.accounts import AccountMoved
from server.storage.schema import accounts, match_players, matches, table_seats, tables
from server.storage.tables import TableStatus

_LOCK_BITS = (1 << 63) - 1

_OPEN_SEATS = select(func.count()).select_from(
    table_seats.join(tables, tables.c.id == table_seats.c.table_id)
)
_RUNNING = select(func.count()).select_from(
    match_players.join(matches, matches.c.id == match_players.c.match)
)


async def lock(tx: AsyncConnection, *people: UUID) -> None:
    """Let nobody else seat these persons until the transaction ends; always in one order.

    Raises `AccountMoved` for somebody who became another at this instant.
    """
    for account in sorted(people):
        await locks.take(tx, account.int & _LOCK_BITS)
    moved = await tx.execute(
        select(accounts.c.id).where(
            accounts.c.id.in_(people), accounts.c.forwarded_to.is_not(None)
        )
    )
    if (gone := moved.scalar()) is not None:
        raise AccountMoved(gone)


async def count(tx: AsyncConnection, account: UUID) -> int:
    """How many tables somebody has; take the lock first, so that two doors count each other."""
    offered = _OPEN_SEATS.where(
        table_seats.c.account == account, tables.c.status == TableStatus.OPEN
    ).scalar_subquery()
    played = _RUNNING.where(
        match_players.c.account == account, matches.c.ended_at.is_(None)
    ).scalar_subquery()
    found: int = (await tx.execute(select(offered + played))).scalar_one()
    return found
