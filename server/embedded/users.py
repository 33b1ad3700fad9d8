"""Who uses the server of a folder, by file locks: the kernel drops them when a process dies."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


class Users:
    """The processes that use the server of one folder, this one among them once it joined."""

    def __init__(self, folder: Path) -> None:
        self._changing = folder / "postgres.changing.lock"
        self._using = folder / "postgres.users.lock"
        self._ours: IO[bytes] | None = None

    @property
    def joined(self) -> bool:
        """Whether this object stands for a user."""
        return self._ours is not None

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Let one process at a time start or stop the server, join or leave."""
        with self._changing.open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def join(self) -> None:
        """Be a user until `leave` or the end of the process. Call it inside `changing`."""
        if self._ours is None:
            self._ours = self._using.open("ab")
            fcntl.flock(self._ours, fcntl.LOCK_SH)

    def leave(self) -> None:
        """Be a user no longer. Call it inside `changing`."""
        if self._ours is not None:
            self._ours.close()
            self._ours = None

    def any(self) -> bool:
        """Whether anybody is a user. Call it inside `changing`."""
        with self._using.open("ab") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
            return False
