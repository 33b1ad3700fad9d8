"""The log of a match as a file: what `nardy demo` and exports write and `verify-dice` reads.

One JSON object: what `GET /api/v1/matches/{id}` says of the dice, and the commits as
`/commits` lists them. Members that are not named here are ignored, so a saved answer of the
server with its commits put in is a log too.
"""

from typing import Literal, NamedTuple

import msgspec

from game.events import AnyEvent, MatchOpened

FORMAT: Literal["nardy-log/1"] = "nardy-log/1"


class UnreadableLog(ValueError):
    """The file is not the log of a match; the message says where it stops being one."""


class Revealed(msgspec.Struct, frozen=True):
    """What the house publishes when a match has ended: hex secret, password of `dice.zip`."""

    secret: str
    password: str


class LoggedCommit(msgspec.Struct, frozen=True):
    """One commit: what one command did. `hash` is of the state after it, `at` in milliseconds."""

    seq: int
    at: int
    actor: str | None
    command_id: str
    events: tuple[AnyEvent, ...]
    hash: str


class MatchLog(msgspec.Struct, frozen=True):
    """A match from its first commit; `dice` is null while it is being played."""

    match: str
    commits: tuple[LoggedCommit, ...]
    dice: Revealed | None = None
    format: Literal["nardy-log/1"] = FORMAT

    @property
    def opening(self) -> MatchOpened:
        """Who plays, and by which conventions; of a log that is whole."""
        first = self.commits[0].events[0]
        if not isinstance(first, MatchOpened):
            raise UnreadableLog("the log does not begin with match_opened")
        return first


class Break(NamedTuple):
    """Where a log is not whole: the commit, and what is wrong there."""

    seq: int
    words: str


def read_log(data: bytes) -> MatchLog:
    """Decode a log and see that it is whole; raises `UnreadableLog`."""
    log = decode_log(data)
    if (broken := break_of(log)) is not None:
        raise UnreadableLog(f"commit {broken.seq}: {broken.words}")
    return log


def decode_log(data: bytes) -> MatchLog:
    """Decode a log that may have been tampered with: see `break_of`. Raises `UnreadableLog`."""
    try:
        log = msgspec.json.decode(data, type=MatchLog)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as broken:
        raise UnreadableLog(str(broken)) from broken
    if not any(commit.events for commit in log.commits):
        raise UnreadableLog("the log is empty")
    return log


def break_of(log: MatchLog) -> Break | None:
    """The first commit that is missing, doubled, out of its place, or of another match."""
    numbers = {commit.seq for commit in log.commits}
    for due, commit in enumerate(log.commits):
        if 0 <= commit.seq < due:
            return Break(commit.seq, "it stands in the log twice")
        if commit.seq != due:
            how = "it is out of its place" if due in numbers else "it is missing"
            return Break(due, f"{how}: commit {commit.seq} stands there")
    first = next(iter(log.commits[0].events), None)
    if not isinstance(first, MatchOpened):
        return Break(0, "the log does not begin with match_opened")
    if first.match != log.match:
        return Break(0, f"the log of {log.match} opens the match {first.match}")
    return None


def write_log(log: MatchLog) -> bytes:
    """The inverse of `read_log`, indented for people."""
    return msgspec.json.format(msgspec.json.encode(log), indent=1) + b"\n"
