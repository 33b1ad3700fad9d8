"""Opening the database of a configuration: the embedded one or a given one, of our schema, ours.

The embedded database and a demo's are migrated by every start. One that somebody gave is migrated
by ``nardy migrate`` alone, so that a start in the middle of a release changes nothing.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from server.config import Config, Unusable
from server.embedded import embedded_postgres
from server.storage.clock import local_now
from server.storage.database import Database, database
from server.storage.migrating import check
from server.storage.opening import open_database, require_maker
from server.storage.reaching import Unreachable, require_reachable


@asynccontextmanager
async def opened_database(config: Config) -> AsyncIterator[Database]:
    """Give the database of one process; raises ``StartRefused`` with the reason."""
    async with database_url(config) as url:
        if config.demo or config.database_url is None:
            await open_database(url, local_now(), demo=config.demo)
        else:
            await require_maker(url, demo=False)
            await check(url)
        async with database(url) as opened:
            yield opened


@asynccontextmanager
async def database_url(config: Config) -> AsyncIterator[str]:
    """Give the URL that the configuration names, or that of the embedded server, running."""
    if config.database_url is not None:
        url = config.database_url.get_secret_value()
        try:
            await require_reachable(url)
        except Unreachable as refused:
            raise Unusable("DATABASE_URL", str(refused)) from refused
        yield url
        return
    async with embedded_postgres(config.data) as url:
        yield url


async def migrate(config: Config) -> None:
    """Bring the configuration's database to the schema of this release."""
    async with database_url(config) as url:
        await open_database(url, local_now(), demo=config.demo)
