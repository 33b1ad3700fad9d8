"""Which database a start may open: a demo only a demo's, and nobody else a demo's."""

from enum import Enum, auto

from sqlalchemy import inspect

from server.storage import migrating
from server.storage.database import Database, StartRefused
from server.storage.ids import Millis
from server.storage.marks import Marks


class MadeByDemo(StartRefused):
    """A demo made this database; its dice and launches are worth nothing."""


class NotMadeByDemo(StartRefused):
    """This database is somebody's real one, which a demo must not touch."""


class Maker(Enum):
    """Who made what is in a database."""

    NOBODY = auto()
    A_DEMO = auto()
    ANOTHER = auto()


async def open_database(url: str, now: Millis, *, demo: bool) -> None:
    """Bring the database to our schema, or raise `StartRefused` and leave it as it is."""
    await require_maker(url, demo=demo)
    await migrating.upgrade(url, now, demo=demo)


async def require_maker(url: str, *, demo: bool) -> None:
    """Raise `StartRefused` when a demo meets somebody's database, or anybody a demo's."""
    maker = await made_by(url)
    if demo and maker is Maker.ANOTHER:
        raise NotMadeByDemo("the database was not made by a demo: NARDY_DEMO must not use it")
    if not demo and maker is Maker.A_DEMO:
        raise MadeByDemo("a demo made this database: use another one, or set NARDY_DEMO=1")


async def made_by(url: str) -> Maker:
    """Look at the tables and the mark."""
    opened = Database(url, connections=1)
    try:
        async with opened.reading() as connection:
            tables = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
            if not tables:
                return Maker.NOBODY
            marked = "marks" in tables and await Marks(connection).is_demo()
            return Maker.A_DEMO if marked else Maker.ANOTHER
    finally:
        await opened.close()
