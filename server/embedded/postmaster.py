"""The file postmaster.pid: which server runs in a data folder, and what a dead one left behind.

Its lines, by PostgreSQL's `miscadmin.h`: process id, data folder, start time, port, socket folder,
address, shared memory, status.
"""

from pathlib import Path
from typing import Final, NamedTuple, Self

import psutil

NO_PROCESS: Final = 2**31 - 1  # more than any system counts to


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
        if not lines or not lines[0].isdecimal() or not _serves(int(lines[0]), data):
            return None
        lines += [""] * (8 - len(lines))
        return cls(int(lines[0]), lines[3], Path(lines[4]), lines[7].strip())


def disown_stale(data: Path, sockets: Path) -> None:
    """Let PostgreSQL judge a dead server's lock files by its shared memory, not by its process id.

    That id may be another program's by now, as happens after a reboot and in containers, and
    PostgreSQL would refuse to start. The shared memory still tells it of processes left behind.
    """
    for left in sockets.glob(".s.PGSQL.*"):
        left.unlink()
    try:
        with (data / "postmaster.pid").open("r+") as stale:
            lines = stale.read().splitlines()
            stale.seek(0)
            stale.write("\n".join([str(NO_PROCESS), *lines[1:]]) + "\n")
            stale.truncate()
    except FileNotFoundError:
        pass


def _serves(pid: int, data: Path) -> bool:
    try:
        command = psutil.Process(pid).cmdline()  # empty for a zombie
    except psutil.AccessDenied:
        return True  # not ours to look at: the file is believed
    except psutil.NoSuchProcess:
        return False
    return str(data) in command
