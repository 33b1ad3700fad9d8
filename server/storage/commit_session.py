"""The writer's own session: no pool, no wrapper around the driver.

SQLAlchemy's layers cost 130 µs an execution; at a few hundred batches a second that would be the
dearest thing a commit pays for.
"""

import asyncio
from collections.abc import Sequence

import asyncpg

from server.storage.commits import (
    SELECT_ONE,
    Appended,
    CommitRow,
    Conflict,
    Outcome,
    Write,
    records,
    statement,
)
from server.storage.database import Database, Driver, StorageError, Unavailable

_RETRY_SECONDS = 0.05
_RETRY_SECONDS_AT_MOST = 0.5
_CLOSE_SECONDS = 2.0
_ONE_PLAN = "SET plan_cache_mode = force_generic_plan"  # each batch would be planned anew
_CONNECTION_IS_GONE = ("08", "57")


class Broken(StorageError):
    """The connection broke under a statement: whether it wrote is not known."""


class CommitSession:
    """Writes batches; connects again by itself. Deadlines are the event loop's seconds."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._session: Driver | None = None

    async def insert(self, writes: Sequence[Write], deadline: float) -> list[Outcome]:
        """Write all rows in one transaction and tell of each whether it stands.

        Raises `Broken` when the outcome is unknown, `Unavailable` when no session was to be had
        in time, and what the driver raises when nothing was written.
        """
        session = await self._connected(deadline)
        try:
            lost = await session.fetch(statement(writes), records(writes))
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            self._drop_if_broken(session, error)
            raise
        outcomes: list[Outcome] = [Appended(row.stream, row.seq) for row, _ in writes]
        for (place,) in lost:
            row, _ = writes[place - 1]
            outcomes[place - 1] = Conflict(row.stream, row.seq)
        return outcomes

    async def stands(self, row: CommitRow, deadline: float) -> bool:
        """Whether exactly this commit is stored under its key."""
        session = await self._connected(deadline)
        try:
            stored = await session.fetchrow(SELECT_ONE, row.stream, row.seq)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            self._drop_if_broken(session, error)
            raise
        return stored is not None and CommitRow(**stored) == row

    async def close(self) -> None:
        """Take leave of the server."""
        session, self._session = self._session, None
        if session is not None:
            try:
                await session.close(timeout=_CLOSE_SECONDS)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                session.terminate()

    async def _connected(self, deadline: float) -> Driver:
        if self._session is not None and not self._session.is_closed():
            return self._session
        pause = _RETRY_SECONDS
        while True:
            try:
                return await self._connect()
            except Unavailable:
                if asyncio.get_running_loop().time() + pause > deadline:
                    raise
                await asyncio.sleep(pause)
                pause = min(pause * 2, _RETRY_SECONDS_AT_MOST)

    async def _connect(self) -> Driver:
        session = await self._database.connect("nardy commits")
        try:
            await session.execute(_ONE_PLAN)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            session.terminate()
            raise Unavailable(repr(error)) from error
        self._session = session
        return session

    def _drop_if_broken(self, session: Driver, error: Exception) -> None:
        state = getattr(error, "sqlstate", None) or ""
        gone = isinstance(error, OSError) or state.startswith(_CONNECTION_IS_GONE)
        if gone or session.is_closed():
            session.terminate()
            self._session = None
            raise Broken(repr(error)) from error
