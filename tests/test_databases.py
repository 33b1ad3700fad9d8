"""A database that a test is given holds nothing of the tests before."""

import asyncpg
import pytest

from tests.cleaning import TABLES
from tests.databases import Databases

PUT_IN = "INSERT INTO accounts (id, created_at) VALUES (gen_random_uuid(), 1)"


async def rows_after(databases: Databases, *changes: str) -> tuple[str, dict[str, int]]:
    """Make the changes, and give the database back with the connection still open; then the name
    of the next one, and how many rows its tables hold.
    """
    async with databases.migrated() as url:
        connection = await asyncpg.connect(url)
        for each in changes:
            await connection.execute(each)
    connection.terminate()
    async with databases.migrated() as url:
        connection = await asyncpg.connect(url)
        tables = [table["name"] for table in await connection.fetch(TABLES)]
        rows = {name: await connection.fetchval(f"SELECT count(*) FROM {name}") for name in tables}
        await connection.close()
        return url, rows


async def test_rows_that_were_put_in_are_taken_out_time_and_again(databases: Databases) -> None:
    name, new = await rows_after(databases)

    for _ in range(2):
        assert await rows_after(databases, PUT_IN, PUT_IN) == (name, new)
    assert new["accounts"] == 0
    assert new["alembic_version"] == 1


@pytest.mark.parametrize(
    "change",
    [
        "CREATE TABLE another (id int)",
        "ALTER TABLE accounts ADD COLUMN another int",
        "ALTER TABLE accounts ALTER COLUMN created_at DROP NOT NULL",
        "ALTER TABLE audit_log DISABLE TRIGGER USER",
    ],
)
async def test_a_database_that_was_altered_is_given_to_nobody(
    databases: Databases, change: str
) -> None:
    name, new = await rows_after(databases)

    another, rows = await rows_after(databases, PUT_IN, change)

    assert another != name
    assert rows == new
