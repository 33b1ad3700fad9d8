"""Bringing a database to our schema, and refusing to run on one that we do not fit.

Schemas change in three steps, expand, deploy, contract, so a process runs on the schema of its own
release and on the next one's, which has only grown. Every migration names its `release`.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeAlias

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage import locks, partitions
from server.storage.database import Database, StartRefused
from server.storage.ids import Millis
from server.storage.marks import Marks

_FOLDER = Path(__file__).parent / "migrations"
_RELEASE = "schema_release"

Scripts: TypeAlias = ScriptDirectory


class SchemaBehind(StartRefused):
    """The schema is older than this program: run `nardy migrate`."""


class SchemaAhead(StartRefused):
    """The schema is more than one release newer than this program."""


async def upgrade(url: str, now: Millis, folder: Path = _FOLDER, *, demo: bool = False) -> None:
    """Bring the schema to the newest migration and make the coming months' partitions.

    All of it is one transaction under one lock, so any number of processes may start at once.
    ``demo`` marks the database as a demo's own.
    """
    async with _alone(url) as connection:
        await connection.run_sync(_upgrade, folder)
        await partitions.ensure(connection, now)
        if demo:
            await Marks(connection).mark_demo()


async def check(url: str, folder: Path = _FOLDER) -> None:
    """Raise `SchemaBehind` or `SchemaAhead` unless this program may run on the schema."""
    opened = Database(url, connections=1)
    try:
        async with opened.reading() as connection:
            await connection.run_sync(_check, _scripts(folder))
    finally:
        await opened.close()


@asynccontextmanager
async def _alone(url: str) -> AsyncIterator[AsyncConnection]:
    opened = Database(url, connections=1)
    try:
        async with opened.transaction() as connection:
            # Whoever comes second waits for the first, however long its migration takes.
            for setting in ("lock", "statement", "idle_in_transaction_session"):
                await connection.execute(text(f"SET LOCAL {setting}_timeout = 0"))
            await locks.take(connection, locks.MIGRATION)
            await connection.execute(text("SET LOCAL lock_timeout = '5s'"))
            yield connection
    finally:
        await opened.close()


def _upgrade(connection: Connection, folder: Path) -> None:
    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    connection.execute(
        text(
            "INSERT INTO marks (name, value) VALUES (:name, :value)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        ),
        {"name": _RELEASE, "value": str(_release(_scripts(folder)))},
    )


def _check(connection: Connection, scripts: Scripts) -> None:
    found = MigrationContext.configure(connection).get_current_revision()
    if found == scripts.get_current_head():
        return
    if found is None or found in {script.revision for script in scripts.walk_revisions()}:
        raise SchemaBehind(f"schema {found}, needed {scripts.get_current_head()}: nardy migrate")
    theirs, ours = _stored_release(connection), _release(scripts)
    if theirs > ours + 1:
        raise SchemaAhead(f"schema of release {theirs}, this program is of release {ours}")


def _stored_release(connection: Connection) -> int:
    stored = text("SELECT value FROM marks WHERE name = :name")
    return int(connection.execute(stored, {"name": _RELEASE}).scalar_one())


def _scripts(folder: Path) -> Scripts:
    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    return ScriptDirectory.from_config(config)


def _release(scripts: Scripts) -> int:
    head = scripts.get_revision("head")
    return int(head.module.release)
