"""The command that a mail server's pipe feeds with letters to support."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from server.cli import files

if TYPE_CHECKING:
    from server.correspondence.receiving import Taken

UNREADABLE = 65
TRY_AGAIN = 75
"""Exit statuses that pipes of mail servers know (sysexits.h): return it, or keep it for later."""


def mail(
    letter: Annotated[Path, typer.Argument(help="A raw letter; - is standard input.")],
) -> None:
    """Take one raw letter to support, as a mail server pipes it, into a case.

    Exit status 65: it cannot be read or is too large; 75: not now, the database is away.
    """
    import asyncio

    import msgspec

    from server.config import Misconfigured, Unusable, load
    from server.correspondence.receiving import LARGEST
    from server.corresponding import correspondence_of
    from server.embedded import EmbeddedPostgresFailed
    from server.opening import opened_database
    from server.requests import RequestRefused
    from server.storage.clock import DatabaseClock
    from server.storage.database import StorageError

    given = str(letter)
    raw = sys.stdin.buffer.read(LARGEST + 1) if given == "-" else files.content(letter)

    async def take() -> "Taken":
        config = load()
        async with opened_database(config) as database:
            return await correspondence_of(config, database, DatabaseClock()).take(raw)

    try:
        taken = asyncio.run(take())
    except RequestRefused as refused:
        said = str(refused) or f"larger than {LARGEST} bytes"
        typer.echo(f"nardy: {said}", err=True)
        raise typer.Exit(UNREADABLE) from refused
    except (Misconfigured, Unusable, EmbeddedPostgresFailed, StorageError) as refused:
        typer.echo(f"nardy: {refused}", err=True)
        raise typer.Exit(TRY_AGAIN) from refused
    sys.stdout.write(msgspec.json.encode(taken).decode() + "\n")
