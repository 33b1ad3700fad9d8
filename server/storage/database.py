"""The one door to PostgreSQL: how sessions are set up, and what its faults mean to everyone else.

StorageError
├── Unavailable            no answer now, or nobody knows whether it was written
│   └── RolledBack         two stood in each other's way: nothing of this one was written
├── NotFound               a `get` found nothing; each repository has its own kind
└── StartRefused           the server or its schema is not one that we may run on
    ├── UnsupportedServer
    └── NotificationsBlocked
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeAlias

import asyncpg
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as PoolExhausted
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

Driver: TypeAlias = asyncpg.Connection
"""A bare session of the driver: for the writer of commits and the relay alone."""

OLDEST_SERVER = 15
CONNECTIONS = 8
"""What one process takes: the pool, the writer of commits, the relay."""

_OUTSIDE_THE_POOL = 2
_SESSION = {
    "statement_timeout": "5s",
    "lock_timeout": "2s",
    "idle_in_transaction_session_timeout": "5s",
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
    "timezone": "UTC",
    "jit": "off",  # our statements are short, and compiling one costs more than running it
}
_CONNECT_SECONDS = 5.0
_CALL_SECONDS = 8.0
_ROUND_TRIP_SECONDS = 3.0

# Classes 08 (connection), 40 (rolled back), 53 (resources), 55 (lock), 57 (operator), 58 (system):
# the same statement may well succeed a moment later. The rest is a bug and stays what it is.
_PASSING = ("08", "40", "53", "55", "57", "58")
_ROLLED_BACK = ("40P01", "40001")
"""A deadlock that was resolved against us, and what cannot be put in order with others'."""


class StorageError(Exception):
    """Whatever this package raises on purpose."""


class Unavailable(StorageError):
    """The database does not answer now, or whether it wrote is not known.

    Whoever catches it forgets what it cached and asks again later.
    """


class RolledBack(Unavailable):
    """A transaction gave way to another, and did nothing: the same may be done again at once."""


class NotFound(StorageError):
    """Nothing is stored under that key."""


class StartRefused(StorageError):
    """This database is not one that a process may start on."""


class UnsupportedServer(StartRefused):
    """The server is older than PostgreSQL 15."""


class NotificationsBlocked(StartRefused):
    """LISTEN and NOTIFY do not get through: a pooler that shares sessions stands in between."""


class Database:
    """A pool of sessions, and the way to a session outside of it."""

    def __init__(self, url: str, connections: int = CONNECTIONS) -> None:
        self.url = driver_url(url)
        pooled = max(1, connections - _OUTSIDE_THE_POOL)
        self.engine: AsyncEngine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._pooled,
            pool_size=pooled,
            max_overflow=0,
            pool_timeout=_CONNECT_SECONDS,
            pool_use_lifo=True,  # what was used last has its statements prepared and is warm
        )
        event.listen(self.engine.sync_engine, "checkout", _require_open)
        self._autocommit = self.engine.execution_options(isolation_level="AUTOCOMMIT")

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """One READ COMMITTED transaction: kept on leaving the block, undone by an exception.

        When the connection breaks while committing, `Unavailable` says that nobody knows.
        """
        with _faults():
            async with self.engine.begin() as connection:
                yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection whose every statement is a transaction of its own."""
        with _faults():
            async with self._autocommit.connect() as connection:
                yield connection

    async def connect(self, application: str) -> Driver:
        """A bare session outside the pool; raises `Unavailable` when there is none to be had."""
        try:
            return await connect(self.url, application)
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise Unavailable(f"cannot connect: {error!r}") from error

    async def close(self) -> None:
        """Give all pooled sessions back."""
        await self.engine.dispose()

    async def _pooled(self) -> Driver:
        return await connect(self.url, "nardy")


def _require_open(session: Any, _record: Any, _proxy: Any) -> None:
    """Give out no session that has ended: the driver knows, at no cost of a question to it."""
    if session.driver_connection.is_closed():
        raise DisconnectionError


@asynccontextmanager
async def database(url: str, *, connections: int = CONNECTIONS) -> AsyncIterator[Database]:
    """Open the database of a process, or refuse the start with the reason."""
    opened = Database(url, connections)
    try:
        await require_server(opened)
        yield opened
    finally:
        await opened.close()


async def connect(url: str, application: str) -> Driver:
    """One session set up as every session of ours is; raises what the driver raises."""
    return await asyncpg.connect(
        driver_url(url),
        timeout=_CONNECT_SECONDS,
        command_timeout=_CALL_SECONDS,
        server_settings={**_SESSION, "application_name": application},
    )


def driver_url(url: str) -> str:
    """The address as the driver reads it: SQLAlchemy's way of naming the driver is dropped."""
    scheme, separator, rest = url.partition("://")
    return f"{scheme.partition('+')[0]}{separator}{rest}"


async def require_server(opened: Database, seconds: float = _ROUND_TRIP_SECONDS) -> None:
    """Refuse a server that is too old, or one whose notifications do not come within seconds."""
    listening = await opened.connect("nardy start")
    try:
        version = listening.get_server_version().major
        if version < OLDEST_SERVER:
            raise UnsupportedServer(f"PostgreSQL {version}; needed is {OLDEST_SERVER} or newer")
        await _require_notifications(opened, listening, seconds)
    finally:
        await listening.close(timeout=_CONNECT_SECONDS)


async def _require_notifications(opened: Database, listening: Driver, seconds: float) -> None:
    channel = f"nardy_start_{secrets.token_hex(8)}"
    heard = asyncio.Event()
    await listening.add_listener(channel, lambda *_: heard.set())
    notifying = await opened.connect("nardy start")
    try:
        await notifying.execute("SELECT pg_notify($1, '')", channel)
        async with asyncio.timeout(seconds):
            await heard.wait()
    except TimeoutError as error:
        raise NotificationsBlocked(
            "LISTEN/NOTIFY does not get through; connect to PostgreSQL itself, not to a pooler"
        ) from error
    finally:
        await notifying.close(timeout=_CONNECT_SECONDS)


@contextmanager
def _faults() -> Iterator[None]:
    """Turn what passes by itself into `Unavailable`; our own mistakes stay loud."""
    try:
        yield
    except DBAPIError as error:
        if not is_passing(error):
            raise
        if str(getattr(error.orig, "sqlstate", "")).startswith(_ROLLED_BACK):
            raise RolledBack(str(error.orig)) from error
        raise Unavailable(str(error.orig)) from error
    except (OSError, PoolExhausted, asyncpg.PostgresConnectionError) as error:
        raise Unavailable(repr(error)) from error
    except asyncpg.PostgresError as error:
        if not str(error.sqlstate).startswith(_PASSING):
            raise
        raise Unavailable(repr(error)) from error


def is_passing(error: DBAPIError) -> bool:
    """Whether the same statement may well succeed a moment later."""
    state = getattr(error.orig, "sqlstate", None)
    if error.connection_invalidated or state is None:
        return error.connection_invalidated
    return str(state).startswith(_PASSING)
