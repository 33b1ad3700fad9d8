"""Migrations: from nothing, at once, twice; and what a start refuses."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from importlib import import_module
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from server.storage import migrating, scripts
from server.storage.database import Database, database
from server.storage.ids import Millis
from server.storage.marks import Marks
from server.storage.migrating import SchemaAhead, SchemaBehind

SCHEMAS = [
    import_module(f"server.storage.{path.stem}")
    for path in sorted(Path(migrating.__file__).parent.glob("schema*.py"))
]
"""Where tables are declared, all on one metadata."""

LATER = '''"""A later one."""

from alembic import op

revision = "{revision}"
down_revision = "{down}"
branch_labels = None
depends_on = None
release = {release}


def upgrade() -> None:
    op.execute("ALTER TABLE accounts ADD COLUMN later_{revision} bigint")
'''


@pytest.fixture
async def empty(empty_database_url: str) -> AsyncIterator[Database]:
    async with database(empty_database_url) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Our migrations, for a test to add to."""
    ours = Path(migrating.__file__).parent / "migrations"
    return Path(shutil.copytree(ours, tmp_path / "migrations"))


def add_release(folder: Path, revision: str, down: str, release: int) -> None:
    later = LATER.format(revision=revision, down=down, release=release)
    (folder / "versions" / f"m{revision}_later.py").write_text(later)


def newest(folder: Path) -> str:
    """The revision of our last migration."""
    return max(path.name[1:5] for path in (folder / "versions").glob("m*.py"))


async def test_the_migrations_make_the_tables_that_statements_are_built_on(
    empty_database_url: str, empty: Database, now: Millis
) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(
            connection,
            opts={
                "compare_type": True,
                "include_name": lambda name, kind, _: (
                    kind != "table" or not str(name).startswith("commits_")
                ),
            },
        )
        (metadata,) = {schema.metadata for schema in SCHEMAS}
        return list(compare_metadata(context, metadata))

    await migrating.upgrade(empty_database_url, now)

    async with empty.reading() as connection:
        assert await connection.run_sync(differences) == []


def test_the_newest_file_is_the_head_that_alembic_sees() -> None:
    ours = Path(migrating.__file__).parent / "migrations"

    assert scripts.head(ours) == newest(ours)


async def test_every_constraint_is_named_by_one_convention(opened: Database) -> None:
    async with opened.reading() as connection:
        found = await connection.execute(
            text(
                "SELECT contype::text AS kind, relname AS table, conname AS name"
                " FROM pg_constraint JOIN pg_class ON conrelid = pg_class.oid"
                " WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f', 'c')"
                " AND NOT relispartition AND relname <> 'alembic_version'"
            )
        )
        constraints = found.all()
    prefixes = {"p": "pk_{}", "u": "uq_{}_", "f": "fk_{}_", "c": "ck_{}_"}

    assert len(constraints) > 30
    for kind, table, name in constraints:
        assert name.startswith(prefixes[kind].format(table))


async def test_many_processes_may_migrate_at_once(empty_database_url: str, now: Millis) -> None:
    await asyncio.gather(*(migrating.upgrade(empty_database_url, now) for _ in range(5)))

    await migrating.check(empty_database_url)


async def test_migrating_again_changes_nothing(database_url: str, now: Millis) -> None:
    await migrating.upgrade(database_url, now)

    await migrating.check(database_url)


async def test_a_database_without_a_schema_is_behind(empty_database_url: str) -> None:
    with pytest.raises(SchemaBehind):
        await migrating.check(empty_database_url)


async def test_a_schema_that_lacks_our_newest_migration_is_behind(
    database_url: str, folder: Path
) -> None:
    add_release(folder, "9001", newest(folder), 2)

    with pytest.raises(SchemaBehind):
        await migrating.check(database_url, folder)


async def test_a_schema_one_release_ahead_is_accepted(
    database_url: str, folder: Path, now: Millis
) -> None:
    add_release(folder, "9001", newest(folder), 2)
    await migrating.upgrade(database_url, now, folder)

    await migrating.check(database_url)


async def test_a_schema_two_releases_ahead_is_refused(
    database_url: str, folder: Path, now: Millis
) -> None:
    add_release(folder, "9001", newest(folder), 2)
    add_release(folder, "9002", "9001", 3)
    await migrating.upgrade(database_url, now, folder)

    with pytest.raises(SchemaAhead):
        await migrating.check(database_url)


async def test_a_migration_that_fails_leaves_the_schema_as_it_was(
    database_url: str, folder: Path, now: Millis
) -> None:
    add_release(folder, "9001", newest(folder), 2)
    broken = folder / "versions" / "m9002_later.py"
    add_release(folder, "9002", "9001", 2)
    broken.write_text(broken.read_text().replace("ALTER TABLE accounts", "ALTER TABLE nowhere"))

    with pytest.raises(Exception, match="nowhere"):
        await migrating.upgrade(database_url, now, folder)

    await migrating.check(database_url)


async def test_a_demo_marks_its_database_for_ever(opened: Database) -> None:
    async with opened.transaction() as tx:
        assert not await Marks(tx).is_demo()
        await Marks(tx).mark_demo()
        await Marks(tx).mark_demo()
    async with opened.reading() as connection:
        assert await Marks(connection).is_demo()
