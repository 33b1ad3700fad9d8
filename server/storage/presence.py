"""Who has a live socket, and in which process; rows of a silent process are void."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.schema import presence, processes

SILENT_AFTER: Final = 10_000
"""A process that has not beaten for so many milliseconds is taken for dead."""


class Presence:
    """The accounts whose sockets this process holds, told to all the others."""

    def __init__(self, database: Database, process: UUID) -> None:
        self._database = database
        self._process = process
        self._held: dict[UUID, Millis] = {}

    async def enter(self, accounts: Collection[UUID], now: Millis) -> None:
        """These accounts have got their first live socket here."""
        fresh = {account: now for account in accounts if account not in self._held}
        self._held.update(fresh)
        if fresh:
            async with self._database.transaction() as tx:
                await self._keep(tx, fresh)

    async def leave(self, accounts: Collection[UUID]) -> None:
        """These accounts have lost their last live socket here."""
        for account in accounts:
            self._held.pop(account, None)
        ours = presence.c.process == self._process
        async with self._database.transaction() as tx:
            await tx.execute(delete(presence).where(ours, presence.c.account.in_(accounts)))

    async def present(self, accounts: Collection[UUID], now: Millis) -> set[UUID]:
        """Which of these accounts have a live socket in any process."""
        living = processes.c.gone.is_(False) & (processes.c.beat > now - SILENT_AFTER)
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(presence.c.account)
                .join(processes, processes.c.id == presence.c.process)
                .where(living, presence.c.account.in_(accounts))
            )
            return set(found.scalars())

    async def restore(self, tx: AsyncConnection) -> None:
        """Write all again: this process was taken for dead, and its rows were deleted."""
        if self._held:
            await self._keep(tx, self._held)

    async def _keep(self, tx: AsyncConnection, accounts: dict[UUID, Millis]) -> None:
        rows = insert(presence).values(
            account=bindparam("who"), process=self._process, since=bindparam("when")
        )
        await tx.execute(
            rows.on_conflict_do_nothing(),
            [{"who": account, "when": since} for account, since in sorted(accounts.items())],
        )
