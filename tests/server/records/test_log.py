"""A log is read whole or not at all."""

import msgspec
import pytest

from server.records.log import MatchLog, UnreadableLog, break_of, read_log, write_log
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


def renumbered(*numbers: int) -> MatchLog:
    """The log in which commits of these numbers stand first, and the others as they were."""
    log = whole()
    first = tuple(log.commits[number] for number in numbers)
    return msgspec.structs.replace(log, commits=first + log.commits[max(numbers) + 1 :])


@pytest.mark.parametrize(
    ("numbers", "place"),
    [
        ((0, 1, 2, 4), (3, "it is missing: commit 4 stands there")),
        ((1, 2, 3), (0, "it is missing: commit 1 stands there")),
        ((0, 1, 2, 2, 3), (2, "it stands in the log twice")),
        ((0, 2, 1, 3), (1, "it is out of its place: commit 2 stands there")),
    ],
)
def test_commits_that_are_not_as_they_were_are_named(
    numbers: tuple[int, ...], place: tuple[int, str]
) -> None:
    broken = renumbered(*numbers)
    assert break_of(broken) == place
    with pytest.raises(UnreadableLog, match=f"commit {place[0]}: {place[1]}"):
        read_log(write_log(broken))


def test_a_log_begins_with_the_opening() -> None:
    log = whole()
    headless = msgspec.structs.replace(
        log, commits=tuple(msgspec.structs.replace(c, seq=c.seq - 1) for c in log.commits[1:])
    )
    assert break_of(headless) == (0, "the log does not begin with match_opened")


def test_the_log_of_another_match_is_refused() -> None:
    other = msgspec.structs.replace(whole(), match="another")
    assert break_of(other) == (0, f"the log of another opens the match {whole().match}")
