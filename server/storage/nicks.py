"""Nicks by their skeletons: one row for each that is held or still reserved."""

from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.accounts import AccountNotFound
from server.storage.database import StorageError
from server.storage.ids import Millis
from server.storage.schema import accounts
from server.storage.schema_people import nicks


class NickHeld(StorageError):
    """Somebody holds this nick, or it is reserved for whoever gave it up."""


_REMEMBER = """
INSERT INTO merged_rows (merge, relation, kept, row)
SELECT :merge, 'nicks', true, to_jsonb(nicks.*) FROM nicks
WHERE nicks.account = :account AND nicks.freed_at IS NULL
"""
_FREE = """
UPDATE nicks SET freed_at = :now WHERE account = :keeper AND freed_at IS NULL
"""
_RESTORE = """
UPDATE nicks SET
    account = CAST(journal.row ->> 'account' AS uuid),
    changes = CAST(journal.row ->> 'changes' AS smallint),
    freed_at = NULL
FROM merged_rows AS journal
WHERE journal.merge = :merge AND journal.relation = 'nicks'
    AND nicks.key = journal.row ->> 'key' AND nicks.account = :keeper
"""


class Held(NamedTuple):
    """What somebody is called, and how often that was changed."""

    nick: str | None
    changes: int


class Nicks:
    """Gives and frees nicks within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def held(self, account: UUID) -> Held:
        """What somebody is called; the account is locked until the transaction ends."""
        locked = await self._tx.execute(
            select(accounts.c.nick).where(accounts.c.id == account).with_for_update()
        )
        row = locked.first()
        if row is None:
            raise AccountNotFound(str(account))
        changes = await self._tx.execute(select(nicks.c.changes).where(_held_by(account)))
        return Held(row.nick, changes.scalar() or 0)

    async def taken(self, keys: Collection[str]) -> set[str]:
        """Which of these skeletons are held or were, reserved or not."""
        found = await self._tx.execute(select(nicks.c.key).where(nicks.c.key.in_(keys)))
        return set(found.scalars())

    async def give(
        self, account: UUID, nick: str, key: str, now: Millis, freed_before: Millis
    ) -> None:
        """Call somebody so; what he was called before becomes free for those who wait.

        Raises `NickHeld` when the skeleton is somebody else's, or was given up by somebody else
        at `freed_before` or later.
        """
        before = await self.held(account)
        await self._free(account, now, but=key)
        changes = before.changes + (before.nick is not None)
        given = await self._tx.execute(
            insert(nicks)
            .values(key=key, account=account, changes=changes)
            .on_conflict_do_update(
                index_elements=[nicks.c.key],
                set_={"account": account, "changes": changes, "freed_at": None},
                where=or_(nicks.c.account == account, nicks.c.freed_at < freed_before),
            )
            .returning(nicks.c.key)
        )
        if given.first() is None:
            raise NickHeld(key)
        await self._call(account, nick)

    async def release(self, account: UUID, now: Millis) -> None:
        """Somebody is gone: his nick stays reserved for a while, then it is anybody's."""
        await self._free(account, now, but=None)
        await self._call(account, None)

    async def remember(self, merge: UUID, *people: UUID) -> None:
        """Journal what these are called before a merge."""
        for account in people:
            await self._tx.execute(text(_REMEMBER), {"merge": merge, "account": account})

    async def restore(self, merge: UUID, keeper: UUID, now: Millis) -> None:
        """Let nicks be as they were before a merge; one chosen since becomes free."""
        await self._tx.execute(text(_FREE), {"keeper": keeper, "now": now})
        await self._tx.execute(text(_RESTORE), {"merge": merge, "keeper": keeper})

    async def hand(self, source: UUID, target: UUID, now: Millis, *, held: bool) -> None:
        """Let the nick of one be another's: to be called by, or else reserved for him."""
        freed = None if held else now
        await self._tx.execute(
            update(nicks).where(_held_by(source)).values(account=target, freed_at=freed)
        )

    async def recall(self, account: UUID, nick: str | None) -> None:
        """Call somebody by a nick that has come to him; by none, if it has not."""
        holds = await self._tx.execute(select(nicks.c.key).where(_held_by(account)))
        await self._call(account, nick if holds.first() is not None else None)

    async def _call(self, account: UUID, nick: str | None) -> None:
        named = update(accounts).where(accounts.c.id == account).values(nick=nick)
        await self._tx.execute(named)

    async def _free(self, account: UUID, now: Millis, but: str | None) -> None:
        freed = _held_by(account)
        if but is not None:
            freed &= nicks.c.key != but
        await self._tx.execute(update(nicks).where(freed).values(freed_at=now))


def _held_by(account: UUID) -> ColumnElement[bool]:
    return nicks.c.freed_at.is_(None) & (nicks.c.account == account)
