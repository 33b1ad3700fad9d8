"""Who has a live socket, and in which process; rows of a silent process are void."""

import asyncio
from collections.abc import Collection
from typing import Final
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.schema import presence, processes
from server.storage.schema_dialogue import chat_presence

SILENT_AFTER: Final = 10_000
"""A process that has not beaten for so many milliseconds is taken for dead."""


class Presence:
    """The accounts whose sockets this process holds, told to all the others.

    Writes go one after another, each with all that came meanwhile: a thousand people who come
    back at once cost a few transactions, and whoever leaves right after coming has left.
    """

    def __init__(self, database: Database, process: UUID) -> None:
        self._database = database
        self._process = process
        self._held: dict[UUID, Millis] = {}
        self._unwritten: set[UUID] = set()
        self._writing = asyncio.Lock()

    async def enter(self, accounts: Collection[UUID], now: Millis) -> None:
        """These accounts have got their first live socket here.

        Raises `Unavailable`; the next beat writes it then.
        """
        for account in accounts:
            self._held.setdefault(account, now)
        self._unwritten.update(accounts)
        await self.mend()

    async def leave(self, accounts: Collection[UUID]) -> None:
        """These accounts have lost their last live socket here. Raises `Unavailable`, as above."""
        for account in accounts:
            self._held.pop(account, None)
        self._unwritten.update(accounts)
        await self.mend()

    async def present(self, accounts: Collection[UUID], now: Millis) -> set[UUID]:
        """Which of these accounts have a live socket in any process, or play by chat."""
        living = processes.c.gone.is_(False) & (processes.c.beat > now - SILENT_AFTER)
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(presence.c.account)
                .join(processes, processes.c.id == presence.c.process)
                .where(living, presence.c.account.in_(accounts))
                .union_all(
                    select(chat_presence.c.account).where(
                        chat_presence.c.until > now, chat_presence.c.account.in_(accounts)
                    )
                )
            )
            return set(found.scalars())

    def doubt(self) -> None:
        """This process was taken for dead and its rows were deleted: write all of them again."""
        self._unwritten.update(self._held)

    async def mend(self) -> None:
        """Write what is not written yet. Raises `Unavailable`."""
        async with self._writing:
            batch, self._unwritten = self._unwritten, set()
            try:
                if batch:
                    await self._write(batch)
            except BaseException:
                self._unwritten |= batch
                raise

    async def _write(self, batch: set[UUID]) -> None:
        held = [
            {"account": account, "process": self._process, "since": self._held[account]}
            for account in sorted(batch)
            if account in self._held
        ]
        gone = batch - self._held.keys()
        async with self._database.transaction() as tx:
            if held:
                await tx.execute(insert(presence).on_conflict_do_nothing(), held)
            if gone:
                ours = presence.c.process == self._process
                await tx.execute(delete(presence).where(ours, presence.c.account.in_(gone)))
