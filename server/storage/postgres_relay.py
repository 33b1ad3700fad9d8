"""The relay on PostgreSQL's LISTEN and NOTIFY, over one session of its own.

Hints that come while a NOTIFY is under way leave together in the next one.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Self
from uuid import UUID

import asyncpg
import structlog

from server.storage.commits import Hint
from server.storage.database import Database, Driver, Unavailable
from server.storage.loops import Loop
from server.storage.relay import Listener, hints_in, pieces

CHANNEL: Final = "nardy_commits"
APPLICATION: Final = "nardy relay"

SIGN_OF_LIFE: Final = 5.0
"""Seconds without a word after which the server is asked whether it is still there."""

_WAITING_AT_MOST = 10_000
_GATHER_SECONDS = 0.02
"""After a NOTIFY hints wait so long for others: one for every batch of commits would cost as much
as the batch."""
_RETRY_SECONDS = 0.1
_RETRY_SECONDS_AT_MOST = 2.0
_NOTIFY = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"

log = structlog.get_logger(__name__)


class PostgresRelay:
    """`async with` connects it and keeps it connected; leaving sends what still waits."""

    def __init__(
        self, database: Database, process: UUID, sign_of_life: float = SIGN_OF_LIFE
    ) -> None:
        self._database = database
        self._process = process
        self._sign_of_life = sign_of_life
        self._listeners: list[Listener] = []
        self._waiting: dict[UUID, int] = {}
        self._wake = asyncio.Event()
        self._session: Driver | None = None
        self._loop = Loop("relay", self._stay_connected)
        self._was_connected = False

    def publish(self, hints: Sequence[Hint]) -> None:
        """Tell the other processes, soon. With too much waiting the hints are dropped."""
        if len(self._waiting) < _WAITING_AT_MOST:
            self._waiting.update(hints)
            self._wake.set()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell this listener from now on; returns the function that ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    async def __aenter__(self) -> Self:
        """Connect; raises `Unavailable` when that fails now."""
        await self._connect()
        await self._loop.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._loop.__aexit__(kind, error, trace)
        session, self._session = self._session, None
        if session is None:
            return
        with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            await self._send(session)
            await session.close(timeout=self._sign_of_life)
        session.terminate()

    async def _stay_connected(self) -> None:
        pause = _RETRY_SECONDS
        while self._session is None:
            try:
                await self._connect()
            except Unavailable:
                await asyncio.sleep(pause)
                pause = min(pause * 2, _RETRY_SECONDS_AT_MOST)
        session = self._session
        try:
            while not session.is_closed():
                await self._wait(session)
                await self._send(session)
                await asyncio.sleep(_GATHER_SECONDS)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            log.warning("relay_broken", error=repr(error))
        session.terminate()
        self._session = None

    async def _connect(self) -> None:
        session = await self._database.connect(APPLICATION)
        try:
            session.add_termination_listener(lambda _: self._wake.set())
            await session.add_listener(CHANNEL, self._hear)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            session.terminate()
            raise Unavailable(f"cannot listen: {error!r}") from error
        self._session = session
        if self._was_connected:
            for listener in tuple(self._listeners):
                listener.reconnected()
        self._was_connected = True

    async def _send(self, session: Driver) -> None:
        self._wake.clear()
        hints, self._waiting = list(self._waiting.items()), {}
        if hints:
            payloads = list(pieces(self._process, hints))
            await session.execute(_NOTIFY, CHANNEL, payloads)

    async def _wait(self, session: Driver) -> None:
        """Wait for hints to send. A session that says nothing is asked whether it still lives."""
        try:
            async with asyncio.timeout(self._sign_of_life):
                await self._wake.wait()
        except TimeoutError:
            await session.execute("SELECT 1", timeout=self._sign_of_life)

    def _hear(self, _session: Any, _pid: int, _channel: str, payload: object) -> None:
        try:
            hints = hints_in(str(payload), self._process)
        except ValueError as error:
            log.warning("relay_payload_unreadable", error=str(error))
            return
        if hints:
            for listener in tuple(self._listeners):
                listener.heard(hints)
