"""A log is read whole or not at all."""

import msgspec
import pytest

from server.records.log import MatchLog, UnreadableLog, read_log, write_log
from tests.server.records.played import played


def whole() -> MatchLog:
    return played().log


def test_what_was_written_is_read() -> None:
    log = whole()
    assert read_log(write_log(log)) == log


def test_members_that_it_does_not_know_are_ignored() -> None:
    known = msgspec.json.decode(write_log(whole()))
    known |= {"over": True, "dice": known["dice"] | {"seeds": ["00"]}}
    assert read_log(msgspec.json.encode(known)) == whole()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "truncated"),
        (b"[]", "Expected `object`"),
        (b"{}", "`match`"),
        (b'{"match": "m", "commits": []}', "the log is empty"),
        (b'{"match": "m", "commits": [], "format": "nardy-log/2"}', "Invalid enum value"),
        (b"\xff" * 10, "malformed"),
        (b'{"x":' * 5000, "recursion"),
    ],
)
def test_what_is_no_log_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(UnreadableLog, match=words):
        read_log(data)


def test_a_commit_that_is_missing_is_named() -> None:
    log = whole()
    holed = msgspec.structs.replace(log, commits=log.commits[:3] + log.commits[4:])
    with pytest.raises(UnreadableLog, match="commit 3 is missing: 4 stands in its place"):
        read_log(write_log(holed))


def test_a_log_begins_with_the_opening() -> None:
    log = whole()
    headless = msgspec.structs.replace(
        log, commits=tuple(msgspec.structs.replace(c, seq=c.seq - 1) for c in log.commits[1:])
    )
    with pytest.raises(UnreadableLog, match="does not begin with match_opened"):
        read_log(write_log(headless))


def test_the_log_of_another_match_is_refused() -> None:
    other = msgspec.structs.replace(whole(), match="another")
    with pytest.raises(UnreadableLog, match="the log of another opens the match"):
        read_log(write_log(other))
