"""All matches as a stream of JSON lines: each line a log that `nardy verify-dice` reads.

Secret and password are in the line of a match that has ended, and of no other.
"""

from collections.abc import AsyncIterator
from typing import Literal
from uuid import UUID

import msgspec

from server.records.log import FORMAT, Revealed
from server.storage import commits
from server.storage.commits import CommitRow
from server.storage.database import Database
from server.storage.dice_secrets import SecretNotFound, Secrets
from server.storage.ids import Millis
from server.storage.match_listing import MatchListing, Span
from server.storage.matches import Match, Matches
from server.storage.sealing import CannotUnseal, Sealing

_PAGE = 1_000
_encode = msgspec.json.Encoder().encode


class ExportedCommit(msgspec.Struct, frozen=True):
    """One commit; its events are passed on as they are stored."""

    seq: int
    at: Millis
    actor: UUID | None
    command_id: str
    events: msgspec.Raw
    hash: str


class ExportedMatch(msgspec.Struct, frozen=True):
    """A line: the log of a match (`server.records.log`), and when it was played."""

    match: UUID
    started_at: Millis
    ended_at: Millis | None
    commits: tuple[ExportedCommit, ...]
    dice: Revealed | None
    format: Literal["nardy-log/1"] = FORMAT


class Export:
    """Reads matches one by one, in short transactions; a log is whole, the stream no snapshot."""

    def __init__(self, database: Database, sealing: Sealing) -> None:
        self._database = database
        self._sealing = sealing
        self.sealed: list[UUID] = []
        """Ended matches whose secret could not be opened: their `dice` is null."""

    async def count(self, span: Span) -> int:
        """How many lines there will be, unless matches begin or end meanwhile."""
        async with self._database.reading() as connection:
            return await MatchListing(connection).count(span)

    async def lines(self, span: Span, after: UUID | None = None) -> AsyncIterator[bytes]:
        """Each match as a line; `after` is the last match of a stream that was cut."""
        while True:
            async with self._database.reading() as connection:
                page = await MatchListing(connection).page(span, after)
            if not page:
                return
            for match in page:
                yield await self._line(match)
            after = page[-1]

    async def _line(self, match: UUID) -> bytes:
        # The row first: where it says that the match has ended, the log read after it is whole.
        async with self._database.reading() as connection:
            row = await Matches(connection).get(match)
        logged = tuple([_exported(commit) async for commit in self._commits(match)])
        dice = None if row.ended_at is None else await self._revealed(row)
        return _encode(ExportedMatch(match, row.started_at, row.ended_at, logged, dice)) + b"\n"

    async def _commits(self, match: UUID) -> AsyncIterator[CommitRow]:
        after = -1
        while True:
            async with self._database.reading() as connection:
                rows = await commits.read(connection, match, after, _PAGE)
            for row in rows:
                yield row
            if len(rows) < _PAGE:
                return
            after = rows[-1].seq

    async def _revealed(self, ended: Match) -> Revealed | None:
        async with self._database.reading() as connection:
            try:
                secrets = await Secrets(connection, self._sealing).get(ended.id)
            except (CannotUnseal, SecretNotFound):
                self.sealed.append(ended.id)
                return None
        return Revealed(secrets.secret.hex(), secrets.archive_password.decode())


def _exported(row: CommitRow) -> ExportedCommit:
    return ExportedCommit(
        seq=row.seq,
        at=row.at,
        actor=row.actor,
        command_id=row.command_id,
        events=msgspec.Raw(row.events),
        hash=row.state_hash.hex(),
    )
