"""What a command says when it is refused: one message and the exit status 1, no traceback."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from server.config import Misconfigured, Unusable
from server.embedded import EmbeddedPostgresFailed
from server.storage.database import NotFound, StorageError


@contextmanager
def told(*refusals: type[Exception]) -> Iterator[None]:
    """Turn what a configuration or a database is refused for into a message on standard error.

    So are further `refusals`, by their names, and by what they stand for where they say no more.
    """
    try:
        yield
    except NotFound as missing:
        raise _refused(f"{_meaning(missing)} ({missing})") from missing
    except (Misconfigured, Unusable, EmbeddedPostgresFailed, StorageError) as refused:
        raise _refused(str(refused)) from refused
    except refusals as refused:
        words = str(refused) or _meaning(refused)
        raise _refused(f"{type(refused).__name__}: {words}") from refused


def _refused(words: str) -> typer.Exit:
    typer.echo(f"nardy: {words}", err=True)
    return typer.Exit(1)


def _meaning(refused: Exception) -> str:
    """The first line of what its kind is said to be."""
    return (type(refused).__doc__ or type(refused).__name__).strip().splitlines()[0]
