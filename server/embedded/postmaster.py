"""The file postmaster.pid: which server runs in a data folder, and what a dead one left behind.

Its lines, by PostgreSQL's `miscadmin.h`: process id, data folder, start time, port, socket folder,
address, shared memory, status.
"""

import time
from pathlib import Path
from typing import NamedTuple, Self

import psutil

from server.embedded.failure import EmbeddedPostgresFailed

POLL = 0.05  # seconds between two looks at the processes


class Postmaster(NamedTuple):
    """A running server; port, socket and status are known once it has written them."""

    pid: int
    port: str
    socket_folder: Path
    status: str

    @property
    def is_ready(self) -> bool:
        """Whether it accepts connections."""
        return self.status == "ready"

    @classmethod
    def find(cls, data: Path) -> Self | None:
        """Return the server that runs in `data`; a stale file or a reused process id is none."""
        try:
            lines = (data / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return None
        if not lines or not lines[0].isdecimal() or not _works_in(int(lines[0]), data):
            return None
        lines += [""] * (8 - len(lines))
        return cls(int(lines[0]), lines[3], Path(lines[4]), lines[7].strip())


def remove_stale(data: Path, sockets: Path, deadline: float) -> None:
    """Remove a dead server's lock files, once the last process of it is gone.

    PostgreSQL judges them by the process id alone and would refuse to start when another program
    has that id by now, as happens after a reboot and in containers.
    """
    stale = [*data.glob("postmaster.pid"), *sockets.glob(".s.PGSQL.*")]
    while stale and any(_works_in(pid, data) for pid in psutil.pids()):
        if time.monotonic() > deadline:
            raise EmbeddedPostgresFailed(f"processes of a dead server still run in {data}")
        time.sleep(POLL)
    for path in stale:
        path.unlink(missing_ok=True)


def _works_in(pid: int, data: Path) -> bool:
    try:
        process = psutil.Process(pid)
        return process.name().startswith("postgres") and Path(process.cwd()) == data
    except psutil.Error:  # gone, a zombie, or not ours to look at
        return False
