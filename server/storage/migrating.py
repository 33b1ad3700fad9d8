"""Bringing a database to our schema, and refusing to run on one that we do not fit.

Schemas change in three steps, expand, deploy, contract, so a process runs on the schema of its own
release and on the next one's, which has only grown. Every migration names its `release`, and its
file begins with its revision: a start on a schema that fits need not load alembic, which takes
as long as all else that it asks of the database.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage import locks, partitions
from server.storage.database import Database, StartRefused
from server.storage.ids import Millis
from server.storage.marks import Marks

_FOLDER = Path(__file__).parent / "migrations"
_RELEASE = "schema_release"


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
            await connection.run_sync(_check, folder)
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
    if _stored_revision(connection) == _newest(folder):
        return
    from server.storage import scripts  # noqa: PLC0415 - only where there is something to do

    scripts.upgrade(connection, folder)
    connection.execute(
        text(
            "INSERT INTO marks (name, value) VALUES (:name, :value)"
            " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        ),
        {"name": _RELEASE, "value": str(scripts.release(folder))},
    )


def _check(connection: Connection, folder: Path) -> None:
    found, needed = _stored_revision(connection), _newest(folder)
    if found == needed:
        return
    from server.storage import scripts  # noqa: PLC0415 - only where something is wrong

    if found is None or found in scripts.revisions(folder):
        raise SchemaBehind(f"schema {found}, needed {needed}: nardy migrate")
    theirs, ours = _stored_release(connection), scripts.release(folder)
    if theirs > ours + 1:
        raise SchemaAhead(f"schema of release {theirs}, this program is of release {ours}")


def _newest(folder: Path) -> str:
    """The newest migration's revision: `m0012_what_it_does.py` is 0012."""
    newest = max(path.name for path in (folder / "versions").glob("m*.py"))
    return newest[1:].partition("_")[0]


def _stored_revision(connection: Connection) -> str | None:
    there = connection.execute(text("SELECT to_regclass('alembic_version')")).scalar_one()
    if there is None:
        return None
    stored = connection.execute(text("SELECT version_num FROM alembic_version"))
    return stored.scalar_one_or_none()


def _stored_release(connection: Connection) -> int:
    stored = text("SELECT value FROM marks WHERE name = :name")
    return int(connection.execute(stored, {"name": _RELEASE}).scalar_one())
