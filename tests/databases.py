"""Databases for tests: each has its own, copied from a migrated template, on a real server."""

import os
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Final

import asyncpg
import psutil
from sqlalchemy import make_url

from server.storage import migrating
from tests.cleaning import Connection, Pristine

MIGRATIONS: Final = Path(migrating.__file__).parent / "migrations"
TEMPLATE_LOCK: Final = 7_214_001  # any number that nothing else locks on the server's own database
NAMES: Final = "SELECT datname FROM pg_database"


class Databases:
    """The databases of this test run on the server at `url`."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url)
        self._numbers = count(1)
        self._used: list[str] = []
        self._pristine: Pristine | None = None

    @asynccontextmanager
    async def empty(self) -> AsyncIterator[str]:
        """Give the URL of a database without a table."""
        async with self._made("template1") as url:
            yield url

    @asynccontextmanager
    async def migrated(self) -> AsyncIterator[str]:
        """Give the URL of a database as `nardy migrate` leaves it.

        One that a test before has used is cleaned: that takes a tenth of making another one.
        """
        name = self._used.pop() if self._used else await self._copied()
        try:
            yield self._at(name)
        finally:
            await self._take_back(name)

    async def close(self) -> None:
        """Drop what was kept to be used again."""
        async with self._server() as server:
            for name in self._used:
                await server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    @asynccontextmanager
    async def unmade(self) -> AsyncIterator[str]:
        """Give the URL of a database that is not there; whatever is made there is dropped."""
        name = self._new_name()
        try:
            yield self._at(name)
        finally:
            async with self._server() as server:
                await server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    async def sweep(self) -> None:
        """Drop what test runs that were killed have left."""
        async with self._server() as server:
            for row in await server.fetch(NAMES):
                kind, _, rest = row["datname"].partition("nardy_test_")
                if not kind and rest and not psutil.pid_exists(int(rest.split("_")[0])):
                    await server.execute(f"DROP DATABASE {row['datname']} WITH (FORCE)")

    @asynccontextmanager
    async def _made(self, template: str) -> AsyncIterator[str]:
        name = self._new_name()
        async with self._server() as server:
            await server.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield self._at(name)
        finally:
            async with self._server() as server:
                await server.execute(f"DROP DATABASE {name} WITH (FORCE)")

    async def _copied(self) -> str:
        name, template = self._new_name(), await self._template()
        async with self._server() as server:
            await server.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        if self._pristine is None:
            async with self._connected(name) as database:
                self._pristine = await Pristine.of(database)
        return name

    async def _take_back(self, name: str) -> None:
        if await self._is_clean(name):
            self._used.append(name)
            return
        async with self._server() as server:
            await server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    async def _is_clean(self, name: str) -> bool:
        if self._pristine is None:
            return False
        try:
            async with self._connected(name) as database:
                return await self._pristine.restore(database)
        except asyncpg.PostgresError:
            return False

    def _new_name(self) -> str:
        return f"nardy_test_{os.getpid()}_{next(self._numbers)}"

    async def _template(self) -> str:
        """Return the name of the template for the migrations as they are now, made if need be."""
        name = f"nardy_template_{_digest(MIGRATIONS)}"
        async with self._server() as server:
            await server.execute(f"SELECT pg_advisory_lock({TEMPLATE_LOCK})")
            known = {row["datname"] for row in await server.fetch(NAMES)}
            if name not in known:
                for old in known:
                    if old.startswith("nardy_template_"):
                        await server.execute(f"DROP DATABASE {old} WITH (FORCE)")
                making = "nardy_template_unfinished"
                await server.execute(f"CREATE DATABASE {making}")
                await migrating.upgrade(self._at(making), int(time.time() * 1000))
                await server.execute(f"ALTER DATABASE {making} RENAME TO {name}")
        return name

    @asynccontextmanager
    async def _connected(self, database: str) -> AsyncIterator[Connection]:
        connection = await asyncpg.connect(self._at(database))
        try:
            yield connection
        finally:
            await connection.close()

    def _server(self) -> AbstractAsyncContextManager[Connection]:
        return self._connected("postgres")

    def _at(self, database: str) -> str:
        return self._url.set(database=database).render_as_string(hide_password=False)


def _digest(folder: Path) -> str:
    files = sorted(folder.rglob("*.py"))
    return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]
