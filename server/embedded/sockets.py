"""Where the server's socket lies: its path may not be longer than about a hundred bytes."""

import os
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Final

from server.embedded.failure import EmbeddedPostgresFailed

LONGEST: Final = 103  # bytes: macOS allows 104 with the closing zero, Linux 108
NAME: Final = ".s.PGSQL.5432.lock"


def socket_folder(data: Path, owner: int) -> Path:
    """Return the data folder itself, or for a long path a private one among temporary files."""
    if len(os.fsencode(data / NAME)) <= LONGEST:
        return data
    folder = Path(tempfile.gettempdir()) / f"nardy-{sha256(os.fsencode(data)).hexdigest()[:16]}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid not in {os.geteuid(), owner}:
        raise EmbeddedPostgresFailed(f"{folder} belongs to somebody else: remove it")
    if folder.stat().st_uid != owner:
        os.chown(folder, owner, -1)
    folder.chmod(0o700)
    return folder
