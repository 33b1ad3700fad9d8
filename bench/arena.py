"""The databases of a run: every run begins on a fresh copy of the same prepared one."""

import secrets
from functools import partial
from uuid import UUID

import asyncpg
from sqlalchemy.ext.asyncio import AsyncConnection

from bench.matches import Ready, rehearsed, stored
from server.play.deciding import alarm_due
from server.storage import migrating
from server.storage.accounts import Accounts, Identity
from server.storage.clock import DatabaseClock
from server.storage.commits import AlarmWrite
from server.storage.database import Database
from server.storage.dice_secrets import DiceSecrets, Secrets
from server.storage.group_commit import CommitLog
from server.storage.ids import Ids, Millis
from server.storage.matches import Match, Matches
from server.storage.sealing import Sealing
from server.storage.sessions import Sessions

PREPARED = "prepared"
MATCHES_A_TRANSACTION = 50


class Arena:
    """One PostgreSQL with a prepared database: accounts, sessions and matches that may begin."""

    def __init__(self, url: str, commands: list[int]) -> None:
        """``url`` names the server by its `postgres` database; ``commands``: of each match."""
        self._url = url
        self._commands = commands
        self._dice_key = secrets.token_bytes(32)
        self.ready: list[Ready] = []

    @property
    def dice_key(self) -> str:
        """The key under which the prepared secrets lie."""
        return self._dice_key.hex()

    def url(self, database: str) -> str:
        """The address of one of its databases."""
        return self._url.replace("@/postgres?", f"@/{database}?")

    async def prepare(self) -> None:
        """Make the prepared database and play all matches beforehand."""
        await self._run(f"CREATE DATABASE {PREPARED}")
        clock = DatabaseClock()
        await migrating.upgrade(self.url(PREPARED), clock.now())
        database = Database(self.url(PREPARED))
        try:
            for first in range(0, len(self._commands), MATCHES_A_TRANSACTION):
                await self._prepare(database, clock, first)
        finally:
            await database.close()

    async def _prepare(self, database: Database, clock: DatabaseClock, first: int) -> None:
        ids, now = Ids(), clock.now()
        some = [
            rehearsed(partial(ids.new, now), now, commands)
            for commands in self._commands[first : first + MATCHES_A_TRANSACTION]
        ]
        async with database.transaction() as tx:
            for ready in some:
                ready.tokens = (
                    await _signed_in(tx, ready.players[0], now),
                    await _signed_in(tx, ready.players[1], now),
                )
                row = Match(ready.match, None, ready.players, now, None, None, spectators=True)
                await Matches(tx).start(row)
                kept = DiceSecrets(ready.secret, secrets.token_bytes(16), {})
                await Secrets(tx, Sealing((self._dice_key,))).keep(ready.match, kept)
        self.ready += some

    async def empty(self, database: str) -> str:
        """A database with nothing in it."""
        await self._run(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
        await self._run(f"CREATE DATABASE {database}")
        await self._run("CHECKPOINT")
        return self.url(database)

    async def copy(self, database: str, matches: int) -> str:
        """A copy in which the first so many matches have just begun."""
        await self._run(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
        await self._run(f"CREATE DATABASE {database} TEMPLATE {PREPARED}")
        await self._begin(database, self.ready[:matches])
        await self._run("CHECKPOINT")
        return self.url(database)

    async def _begin(self, name: str, some: list[Ready]) -> None:
        database, clock = Database(self.url(name)), DatabaseClock()
        try:
            async with CommitLog(database, clock) as log:
                for ready in some:
                    rows, state = stored(ready, clock.now())
                    for row in rows[:-1]:
                        await log.append(row)
                    await log.append(rows[-1], AlarmWrite(alarm_due(state)))
        finally:
            await database.close()

    async def _run(self, statement: str) -> None:
        connection = await asyncpg.connect(self._url)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()


async def _signed_in(tx: AsyncConnection, account: UUID, now: Millis) -> str:
    """Make an account under this id; returns the token of its session."""
    made, _ = await Accounts(tx).first_launch(
        account, Identity("bench", "player", str(account)), now
    )
    return (await Sessions(tx).open(made, now)).token
