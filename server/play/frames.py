"""The push frames of a match, made from bytes that exist already.

A commit is encoded once for all who listen. The legal plays stand before it in the frame of the
one who must play: ``{"topic", "seq", "plays"?, "commit"}``.
"""

import msgspec

from game.plays import Plays
from server.storage.commits import CommitRow

_encode = msgspec.json.Encoder().encode


def commit_json(row: CommitRow) -> bytes:
    """One commit as clients, archives and ``/commits`` see it."""
    return b'{"at":%d,"actor":%s,"command_id":%s,"events":%s,"hash":"%s"}' % (
        row.at,
        _encode(row.actor),
        _encode(row.command_id),
        row.events,
        row.state_hash.hex().encode(),
    )


def push_frame(row: CommitRow) -> bytes:
    """The push of a commit, the same for everybody."""
    return b'{"topic":"match:%s","seq":%d,"commit":%s}' % (
        _encode(row.stream)[1:-1],
        row.seq,
        commit_json(row),
    )


def with_plays(frame: bytes, plays: Plays) -> bytes:
    """The same push with what may be played now."""
    head, comma, commit = frame.partition(b',"commit":')
    return b'%s,"plays":%s%s%s' % (head, _encode([play.steps for play in plays]), comma, commit)
