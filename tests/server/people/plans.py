"""How PostgreSQL would answer what our repositories ask of it."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import Database

Ask: TypeAlias = Callable[[AsyncConnection], Awaitable[Any]]


async def scans_of(opened: Database, ask: Ask) -> list[str]:
    """How it reads the tables for a question: the scans of its plan, each once."""
    statements: list[tuple[str, Any]] = []

    def keep(_c: Any, _k: Any, statement: str, parameters: Any, _x: Any, _m: Any) -> None:
        statements.append((statement, parameters))

    engine = opened.engine.sync_engine
    event.listen(engine, "before_cursor_execute", keep)
    async with opened.reading() as tx:
        await ask(tx)
    event.remove(engine, "before_cursor_execute", keep)
    scans = []
    async with opened.reading() as tx:
        for statement, parameters in statements:
            found = await tx.exec_driver_sql(f"EXPLAIN (COSTS OFF) {statement}", parameters)
            scans += [line.strip("-> ") for (line,) in found if " Scan" in line]
    return list(dict.fromkeys(scans))


def read_through(scans: Sequence[str]) -> set[str]:
    """The tables that are read from end to end, under whatever names."""
    found = (re.search(r"Seq Scan on (\w+)", scan) for scan in scans)
    return {scan[1] for scan in found if scan is not None}
