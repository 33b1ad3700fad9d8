"""Sitting down: the last seat of a table makes the match, all of it in one transaction."""

import hashlib
import secrets
from typing import Protocol
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from game.conventions import Conventions
from game.events import MatchOpened
from game.log import encode_events
from game.match import fold, open_match
from game.vocabulary import Millis
from server.records.archive import new_password
from server.storage.accounts import Accounts
from server.storage.clock import Clock
from server.storage.commits import AlarmWrite, CommitRow, append_alone
from server.storage.database import Database
from server.storage.dice_secrets import DiceSecrets, Secrets
from server.storage.matches import Match, Matches
from server.storage.sealing import Sealing
from server.storage.tables import AlreadySeated, Table, TableNotOpen, Tables, TableStatus
from server.storage.upcast import SCHEMA
from server.tables.lobby import require_open
from server.tables.refusals import OwnTable, RatedTable, TableClosed

RULES_VERSION = 1
"""The rules that a new match begins, and will end, under."""
SECRET_BYTES = 32
"""Of the house's half of the dice."""


class Openings(Protocol):
    """Whoever shows a match its first commit."""

    async def opened(self, row: CommitRow) -> None:
        """Tell those who wait at the table, in this process and in the others."""


class Seating:
    """The use case. Of two who take one seat at the same instant, one gets it."""

    def __init__(
        self, database: Database, sealing: Sealing, clock: Clock, openings: Openings
    ) -> None:
        self._database = database
        self._sealing = sealing
        self._clock = clock
        self._openings = openings

    async def sit(self, table: UUID, account: UUID) -> Table:
        """Take a free seat; the table comes back as it is then."""
        row = None
        try:
            async with self._database.transaction() as tx:
                seated = await Tables(tx).sit(table, account)
                await _require_known(tx, seated, account)
                if seated.status is TableStatus.TAKEN:
                    row = await self._start(tx, seated)
                    seated = await Tables(tx).get(table)
        except AlreadySeated as error:
            raise OwnTable from error
        except TableNotOpen as error:
            await self._explain(table, error)
        if row is not None:
            await self._openings.opened(row)
        return seated

    async def _start(self, tx: AsyncConnection, table: Table) -> CommitRow:
        """Draw and seal the secrets, and write the match and its first commit."""
        now = self._clock.now()
        secret = secrets.token_bytes(SECRET_BYTES)
        await Tables(tx).start(table.id, table.id)
        await Matches(tx).start(
            Match(
                id=table.id,
                table=table.id,
                players=table.seats,
                started_at=now,
                ended_at=None,
                result=None,
                spectators=table.spectators,
            )
        )
        kept = DiceSecrets(secret=secret, archive_password=new_password().encode(), seeds={})
        await Secrets(tx, self._sealing).keep(table.id, kept)
        row, alarm = first_commit(table, secret, now)
        await append_alone(tx, row, alarm)
        return row

    async def _explain(self, table: UUID, error: TableNotOpen) -> None:
        """Say what became of a table that was not open."""
        async with self._database.reading() as connection:
            require_open(await Tables(connection).get(table))
        raise TableClosed from error


async def _require_known(tx: AsyncConnection, table: Table, account: UUID) -> None:
    """Keep guests from a rated table (rules, section 8); its owner was asked when he opened it."""
    if _conventions(table).rated and (await Accounts(tx).get(account)).is_guest:
        raise RatedTable


def _conventions(table: Table) -> Conventions:
    return msgspec.json.decode(table.conventions, type=Conventions)


def first_commit(table: Table, secret: bytes, now: int) -> tuple[CommitRow, AlarmWrite]:
    """Commit 0 of the match at a full table: who plays by which conventions, and the house bound
    to its secret before anybody tells a seed.
    """
    opening = MatchOpened(
        match=str(table.id),
        rules_version=RULES_VERSION,
        conventions=_conventions(table),
        players=tuple(str(seat) for seat in table.seats),
        at=Millis(now),
    )
    events = open_match(opening, hashlib.sha256(secret).hexdigest())
    state = fold(events)
    row = CommitRow(
        stream=table.id,
        seq=0,
        schema=SCHEMA,
        command_id=f"open:{table.id}",
        actor=None,
        received_at=now,
        at=now,
        events=encode_events(events),
        state_hash=bytes.fromhex(state.hash()),
    )
    return row, AlarmWrite(state.due())
