"""The push frames of a match, made from bytes that exist already.

A commit is encoded once for all who listen. The legal plays stand before it in the frame of the
one who must play: ``{"topic", "seq", "plays"?, "commit"}``.
"""

import msgspec

from game.match import MatchState
from game.vocabulary import DecisionKind
from server.storage.commits import CommitRow

_encode = msgspec.json.Encoder().encode


def commit_json(row: CommitRow) -> bytes:
    """One commit as clients, archives and ``/commits`` see it."""
    return b'{"at":%d,"actor":%s,"command_id":%s,"events":%s,"hash":"%s"}' % (
        row.at,
        b"null" if row.actor is None else b'"%s"' % str(row.actor).encode(),
        _encode(row.command_id),
        row.events,
        row.state_hash.hex().encode(),
    )


def commit_frames(row: CommitRow, state: MatchState | None) -> tuple[bytes, bytes]:
    """The frame for everybody, and the one for the mover (the same object without plays).

    ``state`` is the state after the commit, or none for a commit of the past.
    """
    head = b'{"topic":"match:%s","seq":%d,' % (str(row.stream).encode(), row.seq)
    tail = b'"commit":%s}' % commit_json(row)
    plain = head + tail
    decision = state.decision if state is not None else None
    if state is None or decision is None or decision.kind is not DecisionKind.PLAY:
        return plain, plain
    plays = _encode([play.steps for play in state.legal_plays])
    return plain, b'%s"plays":%s,%s' % (head, plays, tail)
