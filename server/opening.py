"""Opening the database of a configuration: the embedded one or a given one, of our schema, ours.

The embedded database and a demo's are migrated by every start. One that somebody gave is migrated
by ``nardy migrate`` alone, so that a start in the middle of a release changes nothing. On a given
server a demo makes its own database and takes no other.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from server.config import Config, Unusable
from server.embedded import embedded_postgres
from server.storage.clock import local_now
from server.storage.database import Database, database
from server.storage.demo_database import open_demo_database
from server.storage.migrating import check
from server.storage.opening import open_database, require_maker
from server.storage.reaching import Unreachable, reaching, require_reachable


@asynccontextmanager
async def opened_database(config: Config) -> AsyncIterator[Database]:
    """Give the database of one process; raises `StartRefused` or `Unusable` with the reason."""
    async with _database_url(config) as url:
        if config.database_url is None or config.demo:
            await _bring(url, config)
        else:
            await require_maker(url, demo=False)
            await check(url)
        async with database(url) as opened:
            yield opened


async def migrate(config: Config) -> None:
    """Bring the configuration's database to the schema of this release."""
    async with _database_url(config) as url:
        await _bring(url, config)


@asynccontextmanager
async def _database_url(config: Config) -> AsyncIterator[str]:
    """Give the URL that the configuration names, or that of the embedded server, running."""
    if config.database_url is None:
        async with embedded_postgres(config.data) as url:
            yield url
        return
    url = config.database_url.get_secret_value()
    if not config.demo:
        with _named():
            await require_reachable(url)
    yield url


async def _bring(url: str, config: Config) -> None:
    if config.demo and config.database_url is not None:
        with _named(), reaching(url):
            await open_demo_database(url, local_now())
    else:
        await open_database(url, local_now(), demo=config.demo)


@contextmanager
def _named() -> Iterator[None]:
    """Say which variable names a database that cannot be had."""
    try:
        yield
    except Unreachable as refused:
        raise Unusable("DATABASE_URL", str(refused)) from refused
