"""The record of a match as files: `match.mat`, and `log.zip` with everything that can be read."""

import io
import zipfile
from collections.abc import Iterator, Mapping

from game.events import AnyEvent
from game.notation import Language
from game.records import MatchRecord, record, write_book, write_mat, write_sgf
from game.records.sgf import GNU_RULES
from server.records.log import MatchLog, write_log

LOG_MEMBER = "log.json"
"""The member of `log.zip` that `nardy verify-dice` reads."""

Names = Mapping[str, str]
"""What players are called, by account id."""

_BOOKS = {Language.ENGLISH: "log.en.txt", Language.RUSSIAN: "log.ru.txt"}
_DATE = (2000, 1, 1, 0, 0, 0)
"""Fixed, so that the same match gives the same bytes."""


def record_of(log: MatchLog, names: Names) -> MatchRecord:
    """Write a match down that may still be running."""
    return record(events_of(log), names)


def events_of(log: MatchLog) -> Iterator[AnyEvent]:
    """All events of a log, in order."""
    return (event for commit in log.commits for event in commit.events)


def match_mat(log: MatchLog, names: Names) -> bytes:
    """The match as Jellyfish text, for every rule set. A matter of milliseconds."""
    return write_mat(record_of(log, names)).encode()


def match_sgf(log: MatchLog, names: Names) -> bytes:
    """The match as SGF. Raises NoSgf but for three rule sets."""
    return write_sgf(record_of(log, names)).encode()


def log_zip(log: MatchLog, names: Names) -> bytes:
    """The log as JSON, as book notation in both languages, as `.mat`, and as SGF where it can be.

    A long match takes some hundredths of a second.
    """
    kept = record_of(log, names)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _members(log, kept):
            archive.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def _members(log: MatchLog, kept: MatchRecord) -> Iterator[tuple[str, bytes]]:
    yield LOG_MEMBER, write_log(log)
    for language, name in _BOOKS.items():
        yield name, write_book(kept, language).encode()
    yield "match.mat", write_mat(kept).encode()
    if kept.conventions.rules in GNU_RULES:
        yield "match.sgf", write_sgf(kept).encode()
