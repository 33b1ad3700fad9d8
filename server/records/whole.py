"""A match's log read whole, and its commits as files have them."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias
from uuid import UUID

from game.log import decode_events
from server.records.log import LoggedCommit
from server.storage.commits import CommitRow

Read: TypeAlias = Callable[[UUID, int, int], Awaitable[list[CommitRow]]]
"""Gives so many commits of a match after a seq: of a log, or within a transaction."""

_PAGE = 1_000


async def whole_log(read: Read, match: UUID) -> list[CommitRow]:
    """All commits of a match until now."""
    rows: list[CommitRow] = []
    while True:
        page = await read(match, rows[-1].seq if rows else -1, _PAGE)
        rows += page
        if len(page) < _PAGE:
            return rows


def logged(row: CommitRow) -> LoggedCommit:
    """A stored commit as a file of the log has it."""
    return LoggedCommit(
        seq=row.seq,
        at=row.at,
        actor=None if row.actor is None else str(row.actor),
        command_id=row.command_id,
        events=decode_events(row.events),
        hash=row.state_hash.hex(),
    )
