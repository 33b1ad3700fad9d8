"""What is raised when the embedded PostgreSQL cannot be had."""

from pathlib import Path
from typing import Final

TAIL: Final = 2_000  # characters of the server's log worth showing


class EmbeddedPostgresFailed(Exception):
    """The embedded PostgreSQL cannot be had; the message says why and what to do."""

    def __init__(self, reason: str, log: Path | None = None) -> None:
        said = _tail(log) if log else ""
        super().__init__(f"{reason}; its log {log} ends:\n{said}" if said else reason)


def _tail(log: Path) -> str:
    try:
        return log.read_text(errors="replace")[-TAIL:].strip()
    except OSError:
        return ""
