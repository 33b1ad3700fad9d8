"""Making a used database as good as new: much quicker than to copy a template once more."""

from typing import Final, TypeAlias

import asyncpg

# Whoever changed more than rows spoils the database for others: this tells it.
SHAPE: Final = """
SELECT md5(concat(
    (SELECT string_agg(concat(relname, relkind, relpersistence), ',' ORDER BY relname)
        FROM pg_class WHERE relnamespace = 'public'::regnamespace),
    (SELECT string_agg(concat(attrelid::regclass, attname, atttypid, attnotnull), ','
        ORDER BY attrelid::regclass::text, attnum)
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relnamespace = 'public'::regnamespace AND attnum > 0),
    (SELECT string_agg(concat(tgrelid::regclass, tgname, tgenabled), ','
        ORDER BY tgrelid::regclass::text, tgname) FROM pg_trigger WHERE NOT tgisinternal),
    (SELECT string_agg(concat(conrelid::regclass, conname), ',' ORDER BY conname, conrelid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace),
    (SELECT string_agg(prosrc, ',' ORDER BY proname) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace),
    (SELECT string_agg(setconfig::text, ',') FROM pg_db_role_setting)
))
"""
TABLES: Final = """
SELECT oid::regclass::text AS name FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""
SEQUENCES: Final = """
SELECT setval(seqrelid, seqstart, false) FROM pg_sequence
JOIN pg_class ON pg_class.oid = seqrelid WHERE relnamespace = 'public'::regnamespace
"""

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"


class Pristine:
    """What a database holds that nobody has used: its shape, and the rows of its tables."""

    def __init__(self, shape: str, filled: str, rows: dict[str, str]) -> None:
        self._shape = shape
        self._filled = filled
        self._rows = rows

    @classmethod
    async def of(cls, database: Connection) -> "Pristine":
        """Look at a new one."""
        filled = " UNION ALL ".join(
            f"SELECT '{table['name']}' AS name WHERE EXISTS (SELECT FROM {table['name']})"
            for table in await database.fetch(TABLES)
        )
        rows = {
            table["name"]: await database.fetchval(
                f"SELECT json_agg(one) FROM {table['name']} AS one"
            )
            for table in await database.fetch(filled)
        }
        return cls(await database.fetchval(SHAPE), filled, rows)

    async def restore(self, database: Connection) -> bool:
        """Take out what was put in; false when more was changed than rows."""
        if await database.fetchval(SHAPE) != self._shape:
            return False
        async with database.transaction():
            # Neither foreign keys nor triggers that keep rows for ever are asked.
            await database.execute("SET LOCAL session_replication_role = replica")
            for table in await database.fetch(self._filled):
                await database.execute(f"DELETE FROM {table['name']}")
            for name, rows in self._rows.items():
                await database.execute(
                    f"INSERT INTO {name} SELECT * FROM json_populate_recordset(NULL::{name}, $1)",
                    rows,
                )
            await database.execute(SEQUENCES)
        return True
