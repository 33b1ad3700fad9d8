"""Keeping persons as they are while something of theirs moves.

A merge takes both of its account rows for update, in order; whatever moves coins shares its rows,
in the same order, before it touches the ledger. So no merge happens in the middle of a payment.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from typing import Final, TypeVar
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.accounts import AccountMoved, AccountNotFound
from server.storage.database import RolledBack
from server.storage.schema import accounts

_FORWARDS_AT_MOST: Final = 16
_ATTEMPTS: Final = 4
_T = TypeVar("_T")


async def settled(act: Callable[[], Awaitable[_T]]) -> _T:
    """Do what looks its account up, anew where another at this very instant was in its way.

    That is a merge, which has moved the account, or whoever held what this one waited for.
    """
    for _ in range(_ATTEMPTS - 1):
        with suppress(AccountMoved, RolledBack):
            return await act()
    return await act()


async def shared(tx: AsyncConnection, people: Collection[UUID]) -> Mapping[UUID, UUID]:
    """Share the rows of these persons until the transaction ends, in the order of their ids.

    Gives for each the account that stands for it now: itself, or the one it was merged into.
    Raises `AccountNotFound`.
    """
    forwards = await _forwards(tx, people, lock=False)
    while True:
        locked = await _forwards(tx, forwards.keys(), lock=True)
        if locked.keys() == forwards.keys():
            return {account: _followed(locked, account) for account in people}
        forwards = locked


async def _forwards(
    tx: AsyncConnection, people: Collection[UUID], *, lock: bool
) -> dict[UUID, UUID | None]:
    """The rows of these persons and of all that they lead to, and where each leads."""
    found: dict[UUID, UUID | None] = {}
    wanted = set(people)
    while wanted:
        asked = (
            select(accounts.c.id, accounts.c.forwarded_to)
            .where(accounts.c.id.in_(wanted))
            .order_by(accounts.c.id)
        )
        rows = await tx.execute(asked.with_for_update(read=True) if lock else asked)
        found |= {row.id: row.forwarded_to for row in rows}
        if missing := wanted - found.keys():
            raise AccountNotFound(str(missing.pop()))
        wanted = {to for to in found.values() if to is not None} - found.keys()
    return found


def _followed(forwards: Mapping[UUID, UUID | None], account: UUID) -> UUID:
    followed = account
    for _ in range(_FORWARDS_AT_MOST):
        following = forwards[followed]
        if following is None:
            return followed
        followed = following
    raise AccountNotFound(str(account))


async def exclusive(tx: AsyncConnection, one: UUID, other: UUID) -> Mapping[UUID, UUID | None]:
    """Have both rows for oneself until the transaction ends, in the order of their ids.

    Gives for each where it leads: none where it stands for itself. Raises `AccountNotFound`.
    """
    found = await tx.execute(
        select(accounts.c.id, accounts.c.forwarded_to)
        .where(accounts.c.id.in_((one, other)))
        .order_by(accounts.c.id)
        .with_for_update()
    )
    leads = {row.id: row.forwarded_to for row in found}
    if missing := {one, other} - leads.keys():
        raise AccountNotFound(str(missing.pop()))
    return leads


async def standing(tx: AsyncConnection, account: UUID) -> None:
    """Have this row for oneself; raises `AccountMoved` if it was merged into another meanwhile."""
    found = await tx.execute(
        select(accounts.c.forwarded_to).where(accounts.c.id == account).with_for_update()
    )
    row = found.first()
    if row is None:
        raise AccountNotFound(str(account))
    if row.forwarded_to is not None:
        raise AccountMoved(account)
