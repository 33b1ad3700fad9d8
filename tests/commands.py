"""`nardy` in a process of its own, forked off one that has imported what its commands need.

As any process it has a folder, an environment, standard streams and an end of its own; spared is
only the import, a second each time. What is about starting at all runs the program itself.
"""

import multiprocessing
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from server.cli import main

IMPORTED: Final = (
    "server.cli.app",
    "server.cli.refusing",
    "server.serving",
    "server.storage.migrating",
    "server.records.adjudging",
)
_FORKED: Final = multiprocessing.get_context("forkserver")
_FORKED.set_forkserver_preload(list(IMPORTED))


class Streams(NamedTuple):
    """The files that are read, and that output and errors are added to."""

    given: Path
    said: Path
    errors: Path


@contextmanager
def begun(
    *arguments: str, folder: Path, environment: Mapping[str, str], streams: Streams
) -> Iterator[ForkServerProcess]:
    """A running command; it is killed with the block if it did not end before."""
    process = _FORKED.Process(
        target=_command, args=(arguments, folder, dict(environment), streams)
    )
    process.start()
    try:
        yield process
    finally:
        process.kill()
        process.join()


def run(
    *arguments: str, folder: Path, environment: Mapping[str, str], given: str = ""
) -> CompletedProcess[str]:
    """A command that has ended: its status, and what it said."""
    with TemporaryDirectory() as beside:
        streams = Streams(*(Path(beside, name) for name in Streams._fields))
        for stream in streams:
            stream.write_text(given if stream is streams.given else "")
        with begun(*arguments, folder=folder, environment=environment, streams=streams) as process:
            process.join()
            status = process.exitcode
        assert status is not None
        said, errors = streams.said.read_text(), streams.errors.read_text()
        return CompletedProcess(arguments, status, said, errors)


def _command(
    arguments: tuple[str, ...], folder: Path, environment: dict[str, str], streams: Streams
) -> None:
    """Become the command."""
    for number, stream in enumerate(streams):
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT if number else os.O_RDONLY
        os.dup2(os.open(stream, flags), number)
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["nardy", *arguments]
    main()
