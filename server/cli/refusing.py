"""What a command says when it is refused: one message and the exit status 1, no traceback."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from server.config import Misconfigured, Unusable
from server.embedded import EmbeddedPostgresFailed
from server.storage.database import StorageError


@contextmanager
def told(*refusals: type[Exception]) -> Iterator[None]:
    """Turn what a configuration or a database is refused for into a message on standard error.

    So are further `refusals`. What the wire has a code for is said with it, and what says no more
    than a name by what it stands for.
    """
    kinds: tuple[type[Exception], ...] = (StorageError, *refusals)
    try:
        yield
    except kinds as refused:
        raise _refused(_in_words(refused) + _code(refused)) from refused
    except (Misconfigured, Unusable, EmbeddedPostgresFailed) as refused:
        raise _refused(_in_words(refused)) from refused


def _in_words(refused: Exception) -> str:
    """What it says; where that is but a name, what its kind is said to be, and the name."""
    said = str(refused)
    if " " in said:
        return said
    return f"{_meaning(refused)} ({said})" if said else _meaning(refused)


def _code(refused: Exception) -> str:
    """The code by which the wire calls it, where it has one."""
    from server.errors import code_of

    code = code_of(refused)
    return "" if code is None else f" [{code}]"


def _refused(words: str) -> typer.Exit:
    typer.echo(f"nardy: {words}", err=True)
    return typer.Exit(1)


def _meaning(refused: Exception) -> str:
    """The first line of what its kind is said to be."""
    return (type(refused).__doc__ or type(refused).__name__).strip().splitlines()[0]
