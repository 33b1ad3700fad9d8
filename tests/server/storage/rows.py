"""Commits for tests: whole ones, of which a test says only what matters to it."""

from uuid import UUID

import msgspec

from server.storage.commits import CommitRow
from server.storage.ids import millis_of


def commit(stream: UUID, seq: int = 0, **changes: object) -> CommitRow:
    """A commit of a stream; fields may be given by name."""
    at = millis_of(stream) + seq
    whole = CommitRow(
        stream=stream,
        seq=seq,
        schema=1,
        command_id=f"command-{seq}",
        actor=None,
        received_at=at,
        at=at,
        events=b'[{"type":"rolled","dice":[3,1]}]',
        state_hash=bytes(32),
    )
    return msgspec.structs.replace(whole, **changes)
