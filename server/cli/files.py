"""The files that commands are given: read whole, or refused in one line."""

import os
from pathlib import Path
from typing import BinaryIO, Literal, NoReturn

import typer

LARGEST = 200_000_000
"""Bytes; no file that a command reads takes as many."""

NO_SUCH_INPUT = 2
"""The exit status of a command that is given what it cannot read, as that of a wrong option."""


def content(path: Path) -> bytes:
    """What a file holds. A folder, a file without permission or none at all ends the command."""
    with _opened(path, "rb", NO_SUCH_INPUT) as file:
        try:
            read = file.read(LARGEST + 1)
        except OSError as refused:
            refuse(path, _said(refused), NO_SUCH_INPUT)
    if len(read) > LARGEST:
        refuse(path, f"larger than {LARGEST} bytes", NO_SUCH_INPUT)
    return read


def writing(path: Path) -> BinaryIO:
    """A file to write to, emptied. Where it cannot be, the command ends with the status 1."""
    return _opened(path, "wb", 1)


def see_place_for(path: Path) -> None:
    """End the command early if a file cannot be written there when the work is done."""
    if path.is_dir():
        refuse(path, "Is a directory", 1)
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        refuse(path, "cannot be written", 1)


def refuse(path: Path, why: str, status: int) -> NoReturn:
    """End the command because of a file, in one line on standard error."""
    typer.echo(f"nardy: {path}: {why}", err=True)
    raise typer.Exit(status)


def _opened(path: Path, mode: Literal["rb", "wb"], status: int) -> BinaryIO:
    try:
        return path.open(mode)
    except (OSError, ValueError) as refused:
        refuse(path, _said(refused), status)


def _said(refused: Exception) -> str:
    """The system's words without the path, which stands before them."""
    said = refused.strerror if isinstance(refused, OSError) else None
    return said or str(refused)
