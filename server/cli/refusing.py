"""What a command says when it is refused: one message and the exit status 1, no traceback."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from server.config import Misconfigured, Unusable
from server.embedded import EmbeddedPostgresFailed
from server.storage.database import StorageError


@contextmanager
def told() -> Iterator[None]:
    """Turn what a configuration or a database is refused for into a message on standard error."""
    try:
        yield
    except (Misconfigured, Unusable, EmbeddedPostgresFailed, StorageError) as refused:
        typer.echo(f"nardy: {refused}", err=True)
        raise typer.Exit(1) from refused
