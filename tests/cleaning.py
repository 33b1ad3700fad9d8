"""Making a used database as good as new: much quicker than to copy a template once more."""

from typing import Final, TypeAlias

import asyncpg

# Whoever changed more than rows spoils the database for others: this tells it. Names are not asked
# for, as numbers of relations are the same in all copies of a template, and are found quicker.
SHAPE: Final = """
SELECT md5(concat(
    (SELECT string_agg(concat(oid, relname, relkind, relpersistence), ',' ORDER BY oid)
        FROM pg_class WHERE relnamespace = 'public'::regnamespace),
    (SELECT string_agg(concat(attrelid, attname, atttypid, attnotnull), ','
        ORDER BY attrelid, attnum)
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relnamespace = 'public'::regnamespace AND attnum > 0),
    (SELECT string_agg(concat(tgrelid, tgname, tgenabled), ',' ORDER BY oid)
        FROM pg_trigger WHERE NOT tgisinternal),
    (SELECT string_agg(concat(conrelid, conname), ',' ORDER BY oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace),
    (SELECT string_agg(prosrc, ',' ORDER BY oid) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace),
    (SELECT string_agg(setconfig::text, ',') FROM pg_db_role_setting)
))
"""
TABLES: Final = """
SELECT oid::regclass::text AS name FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""
# Looking into a hundred tables takes longer than most tests. A count is complete once all who
# inserted are gone, begins with 0 in a new copy, and never goes down: only a crash loses it.
INSERTED: Final = """
SELECT oid::regclass::text AS name, pg_stat_get_tuples_inserted(oid) AS count FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    AND pg_stat_get_tuples_inserted(oid) > 0
"""
COUNTED: Final = """
SELECT current_setting('track_counts') = 'on'
    AND current_setting('server_version_num')::int >= 150000
"""
CUT_OFF: Final = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
SEQUENCES: Final = """
SELECT setval(seqrelid, seqstart, false) FROM pg_sequence
JOIN pg_class ON pg_class.oid = seqrelid WHERE relnamespace = 'public'::regnamespace
"""

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"


class Pristine:
    """What a database holds that nobody has used: its shape, and the rows of its tables."""

    def __init__(self, shape: str, rows: dict[str, str]) -> None:
        self._shape = shape
        self._rows = rows
        self._inserted: dict[str, dict[str, int]] = {}

    @classmethod
    async def of(cls, database: Connection) -> "Pristine":
        """Look at a new one."""
        assert await database.fetchval(COUNTED), "PostgreSQL 15 or newer is to count rows"
        rows = {}
        for table in await database.fetch(TABLES):
            name = table["name"]
            told = await database.fetchval(f"SELECT json_agg(one) FROM {name} AS one")
            if told is not None:
                rows[name] = told
        return cls(await database.fetchval(SHAPE), rows)

    async def restore(self, database: Connection) -> bool:
        """Cut off all others, and take out what was put in; false when more than rows changed."""
        await database.execute(CUT_OFF)
        here = await database.fetchval("SELECT current_database()")
        before = self._inserted.get(here, {})
        now = {each["name"]: each["count"] for each in await database.fetch(INSERTED)}
        lost = any(now.get(name, 0) < count for name, count in before.items())
        if lost or await database.fetchval(SHAPE) != self._shape:
            return False
        self._inserted[here] = now
        async with database.transaction():
            # Neither foreign keys nor triggers that keep rows for ever are asked.
            await database.execute("SET LOCAL session_replication_role = replica")
            for name, count in now.items():
                if count != before.get(name):
                    await database.execute(f"DELETE FROM {name}")
            for name, rows in self._rows.items():
                await database.execute(f"DELETE FROM {name}")
                await database.execute(
                    f"INSERT INTO {name} SELECT * FROM json_populate_recordset(NULL::{name}, $1)",
                    rows,
                )
            await database.execute(SEQUENCES)
        return True
