"""The log of a match as a file: what `nardy demo` and exports write and `verify-dice` reads.

One JSON object: what `GET /api/v1/matches/{id}` says of the dice, and the commits as
`/commits` lists them. Members that are not named here are ignored, so a saved answer of the
server with its commits put in is a log too.
"""

from typing import Literal

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
        """Who plays, and by which conventions."""
        first = self.commits[0].events[0]
        if not isinstance(first, MatchOpened):
            raise UnreadableLog("the log does not begin with match_opened")
        return first


def read_log(data: bytes) -> MatchLog:
    """Decode a log and see that it is whole; raises `UnreadableLog`."""
    try:
        log = msgspec.json.decode(data, type=MatchLog)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as broken:
        raise UnreadableLog(str(broken)) from broken
    for expected, commit in enumerate(log.commits):
        if commit.seq != expected:
            raise UnreadableLog(f"commit {expected} is missing: {commit.seq} stands in its place")
    if not log.commits or not log.commits[0].events:
        raise UnreadableLog("the log is empty")
    if log.opening.match != log.match:
        raise UnreadableLog(f"the log of {log.match} opens the match {log.opening.match}")
    return log


def write_log(log: MatchLog) -> bytes:
    """The inverse of `read_log`, indented for people."""
    return msgspec.json.format(msgspec.json.encode(log), indent=1) + b"\n"
