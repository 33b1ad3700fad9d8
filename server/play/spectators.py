"""Who watches a match without a seat in it, counted over all processes."""

import asyncio
from collections import defaultdict
from collections.abc import Hashable
from typing import TypeAlias
from uuid import UUID

import structlog

from game.clock import NO_TIME
from game.rulesets import RuleName
from server.storage.clock import Clock
from server.storage.database import Database, Unavailable
from server.storage.ids import Millis
from server.storage.open_matches import Look, OpenMatch, open_matches
from server.storage.spectators import Spectator, SpectatorRows

Watching: TypeAlias = tuple[UUID, UUID]
"""A match, and who watches it."""

_log = structlog.get_logger(__name__)


class Spectators:
    """The spectators whose sockets this process holds, told to all the others.

    Only the first socket of a person at a match, and the last, write anything. `delay`: how late,
    in milliseconds, a match for coins is shown.
    """

    def __init__(
        self, database: Database, clock: Clock, process: UUID, delay: Millis = NO_TIME
    ) -> None:
        self._delay = delay
        self._database = database
        self._clock = clock
        self._process = process
        self._sockets: defaultdict[Watching, set[Hashable]] = defaultdict(set)
        self._by_socket: defaultdict[Hashable, set[Watching]] = defaultdict(set)
        self._unwritten: set[Watching] = set()
        self._writing = asyncio.Lock()

    async def enter(self, match: UUID, account: UUID, socket: Hashable) -> None:
        """Somebody watches a match on this socket; again is no fault."""
        watching = (match, account)
        sockets = self._sockets[watching]
        if socket not in sockets:
            sockets.add(socket)
            self._by_socket[socket].add(watching)
            if len(sockets) == 1:
                await self._write(watching)

    async def leave(self, match: UUID, account: UUID, socket: Hashable) -> None:
        """He watches it no more on this socket; one that he did not watch on is no fault."""
        watching = (match, account)
        if watching not in self._by_socket.get(socket, ()):
            return
        self._by_socket[socket].discard(watching)
        if not self._by_socket[socket]:
            del self._by_socket[socket]
        self._sockets[watching].discard(socket)
        if not self._sockets[watching]:
            del self._sockets[watching]
            await self._write(watching)

    async def depart(self, socket: Hashable) -> None:
        """A socket is gone, and with it all that was watched on it."""
        for match, account in tuple(self._by_socket.get(socket, ())):
            await self.leave(match, account, socket)

    async def count(self, match: UUID) -> int:
        """How many persons watch a match, in all processes."""
        async with self._database.reading() as connection:
            return await SpectatorRows(connection).count(match, self._clock.now())

    async def open_matches(
        self, rules: RuleName | None, limit: int, before: UUID | None
    ) -> list[OpenMatch]:
        """The matches that run and that anybody may watch, the last begun first."""
        async with self._database.reading() as connection:
            look = Look(self._clock.now(), self._delay)
            return await open_matches(connection, rules, look, limit, before)

    async def page(self, match: UUID, limit: int, after: UUID | None) -> list[Spectator]:
        """Who they are, in the order of their ids."""
        async with self._database.reading() as connection:
            return await SpectatorRows(connection).page(match, self._clock.now(), limit, after)

    async def _write(self, watching: Watching) -> None:
        """Write what has changed. What cannot be written now is written with the next change."""
        self._unwritten.add(watching)
        async with self._writing:
            batch, self._unwritten = self._unwritten, set()
            try:
                async with self._database.transaction() as tx:
                    for match, account in sorted(batch):
                        if (match, account) in self._sockets:
                            now = self._clock.now()
                            await SpectatorRows(tx).enter(match, account, self._process, now)
                        else:
                            await SpectatorRows(tx).leave(match, account, self._process)
            except Unavailable:
                self._unwritten |= batch
                _log.warning("spectators_not_written", watching=len(batch))
            except BaseException:
                self._unwritten |= batch
                raise
