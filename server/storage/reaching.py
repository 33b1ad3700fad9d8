"""Whether a database can be had at all, and in whose words it is said when it cannot."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qs, urlsplit

import asyncpg

from server.storage.database import StartRefused, connect


class Unreachable(StartRefused):
    """No session is to be had: where, and what the server or the system says; no password."""


async def require_reachable(url: str) -> None:
    """Raise `Unreachable` unless the database lets us in."""
    with reaching(url):
        connection = await connect(url, "nardy start")
        await connection.close()


@contextmanager
def reaching(url: str) -> Iterator[None]:
    """Turn what the driver raises about a server into `Unreachable`."""
    try:
        yield
    except TimeoutError as error:
        raise Unreachable(f"{_place(url)}: no answer in time") from error
    except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise Unreachable(f"{_place(url)}: {error}") from error


def _place(url: str) -> str:
    """Return host, port and database of a URL."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2] or parse_qs(parts.query).get("host", ["localhost"])[0]
    return host + parts.path
