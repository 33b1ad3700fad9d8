"""A database that a demo makes for itself on somebody's server, and nobody else's."""

from typing import Final

import asyncpg
from sqlalchemy import make_url

from server.storage import locks
from server.storage.database import Driver, connect
from server.storage.ids import Millis
from server.storage.migrating import upgrade
from server.storage.opening import Maker, NotMadeByDemo, made_by

MAINTENANCE: Final = "postgres"  # the database that every server has, to make others from
UNFINISHED: Final = "_unfinished"
SECONDS: Final = 60.0  # that making may take, and waiting for another process that does it


async def open_demo_database(url: str, now: Millis) -> None:
    """Make the database of `url` unless it is there; bring one of a demo's to our schema.

    Raises `NotMadeByDemo` for one that somebody else made, be it empty, and what the driver
    raises when the server lets nobody in or nobody make a database.
    """
    if not await _is_there(url):
        await _make(url, now)
    if await made_by(url) is not Maker.A_DEMO:
        raise NotMadeByDemo(
            "the database was not made by a demo: NARDY_DEMO must not use it; name one that is"
            " not there, and the demo makes it"
        )
    await upgrade(url, now, demo=True)


async def _is_there(url: str) -> bool:
    try:
        connection = await connect(url, "nardy start")
    except asyncpg.InvalidCatalogNameError:
        if make_url(url).database is None:
            raise  # it is named after the user, which is no name that somebody chose
        return False
    await connection.close()
    return True


async def _make(url: str, now: Millis) -> None:
    """Make it aside, mark it, give it its name: a kill leaves all of it or none."""
    name = str(make_url(url).database)
    aside = name + UNFINISHED
    server = await connect(_at(url, MAINTENANCE), "nardy start")
    try:
        await _patiently(server, "SET statement_timeout = 0")
        await _patiently(server, "SET lock_timeout = 0")
        await _patiently(server, f"SELECT pg_advisory_lock({locks.DEMO_DATABASE})")
        if await server.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", name):
            return  # another process was first
        await _patiently(server, f"DROP DATABASE IF EXISTS {_quoted(aside)}")
        await _patiently(server, f"CREATE DATABASE {_quoted(aside)} TEMPLATE template0")
        await upgrade(_at(url, aside), now, demo=True)
        await _patiently(server, f"ALTER DATABASE {_quoted(aside)} RENAME TO {_quoted(name)}")
    finally:
        await server.close()


async def _patiently(server: Driver, statement: str) -> None:
    await server.execute(statement, timeout=SECONDS)


def _at(url: str, database: str) -> str:
    return make_url(url).set(database=database).render_as_string(hide_password=False)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
