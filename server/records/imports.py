"""Records that people bring: whatever format they are in, judged by the rules."""

import io
import zipfile
import zlib
from codecs import BOM_UTF8

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

_PACKED = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_BROKEN = (zipfile.BadZipFile, zlib.error, KeyError, RuntimeError, ValueError, OSError, EOFError)
"""What `zipfile` raises at damaged archives."""

_NOWHERE = 0


def imported(data: bytes) -> MatchRecord:
    """Read a log, a `log.zip`, Jellyfish text, SGF or book notation, and judge it by the rules.

    Raises UnreadableRecord.
    """
    data = log_bytes(data)
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


def log_bytes(data: bytes) -> bytes:
    """The log in a `log.zip`; what is no archive stays as it is, without a byte order mark.

    Raises UnreadableRecord.
    """
    return _unpacked(data) if data.startswith(b"PK") else data.removeprefix(BOM_UTF8)


def _unpacked(data: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            member = archive.getinfo(LOG_MEMBER)
            readable = member.compress_type in _PACKED and member.file_size <= _LARGEST_LOG
            unpacked = archive.read(member) if readable else None
    except _BROKEN as broken:
        raise UnreadableRecord(_NOWHERE, f"there is no {LOG_MEMBER} in this archive") from broken
    if unpacked is None:
        raise UnreadableRecord(_NOWHERE, f"the {LOG_MEMBER} in it is too large, or packed oddly")
    return unpacked
