"""Records that people bring: whatever format they are in, judged by the rules."""

import io
import zipfile

from game.records import (
    MatchRecord,
    NothingToRecord,
    UnreadableRecord,
    checked,
    read_record,
    record,
)
from server.records.exports import LOG_MEMBER, events_of
from server.records.log import UnreadableLog, read_log

_LARGEST_LOG = 50_000_000
"""Bytes of a log within an archive; one of ten thousand commits has some ten million."""

_NOWHERE = 0


def imported(data: bytes) -> MatchRecord:
    """Read a log, a `log.zip`, Jellyfish text, SGF or book notation, and judge it by the rules.

    Raises UnreadableRecord.
    """
    if data.startswith(b"PK"):
        data = _unpacked(data)
    if not data.lstrip().startswith(b"{"):
        return read_record(data)
    try:
        return checked(record(events_of(read_log(data))))
    except (UnreadableLog, NothingToRecord) as unreadable:
        raise UnreadableRecord(_NOWHERE, str(unreadable)) from unreadable
    except (LookupError, ValueError, AttributeError) as broken:
        if isinstance(broken, UnreadableRecord):
            raise
        raise UnreadableRecord(_NOWHERE, f"the log does not follow: {broken}") from broken


def _unpacked(data: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            member = archive.getinfo(LOG_MEMBER)
            if member.file_size > _LARGEST_LOG:
                raise UnreadableRecord(_NOWHERE, f"the {LOG_MEMBER} in it is too large")
            return archive.read(member)
    except (zipfile.BadZipFile, KeyError, RuntimeError) as broken:
        raise UnreadableRecord(_NOWHERE, f"there is no {LOG_MEMBER} in this archive") from broken
