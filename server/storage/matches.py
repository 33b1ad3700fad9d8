"""Matches as lists show them: who played, from when to when, and how it ended.

The log is the match; a row here is written in the same transaction as the commit that begins or
ends it.
"""

from collections.abc import Collection
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Row, Select, func, insert, select, update
from sqlalchemy.dialects.postgresql import ARRAY, aggregate_order_by
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import Uuid

from server.storage.database import NotFound
from server.storage.ids import Millis
from server.storage.schema import match_players, matches


class MatchNotFound(NotFound):
    """There is no such match."""


class Match(msgspec.Struct, frozen=True):
    """A match in a list. `players` are accounts by seat; `result` is JSON once it has ended.

    A `private` one is for those who play it and those who were invited: in no list of others.
    """

    id: UUID
    table: UUID | None
    players: tuple[UUID, ...]
    started_at: Millis
    ended_at: Millis | None
    result: bytes | None
    spectators: bool
    private: bool = False


class Matches:
    """Keeps and lists matches within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def start(self, match: Match) -> None:
        """A match begins."""
        await self._tx.execute(
            insert(matches).values(
                id=match.id,
                table_id=match.table,
                started_at=match.started_at,
                spectators=match.spectators,
                private=match.private,
            )
        )
        players = [
            {"match": match.id, "seat": seat, "account": account}
            for seat, account in enumerate(match.players)
        ]
        await self._tx.execute(insert(match_players), players)

    async def end(self, match: UUID, ended_at: Millis, result: bytes) -> bool:
        """A match ends; says whether it ran. Of two who end it, the first one's result stays."""
        ended = await self._tx.execute(
            update(matches)
            .where(matches.c.id == match, matches.c.ended_at.is_(None))
            .values(ended_at=ended_at, result=result)
        )
        return ended.rowcount == 1

    async def get(self, match: UUID) -> Match:
        """One match; raises `MatchNotFound`."""
        row = (await self._tx.execute(_MATCH.where(matches.c.id == match))).first()
        if row is None:
            raise MatchNotFound(str(match))
        return _match(row)

    async def of(self, account: UUID, limit: int = 50, before: UUID | None = None) -> list[Match]:
        """Somebody's matches, the newest first; `before` is the last one of the page before."""
        played = _played_by(account).order_by(match_players.c.match.desc()).limit(limit)
        if before is not None:
            played = played.where(match_players.c.match < before)
        found = await self._tx.execute(
            _MATCH.where(matches.c.id.in_(played)).order_by(matches.c.id.desc())
        )
        return [_match(row) for row in found]

    async def unfinished(self, account: UUID) -> list[UUID]:
        """The matches that somebody still plays."""
        found = await self._tx.execute(
            select(matches.c.id)
            .where(matches.c.ended_at.is_(None), matches.c.id.in_(_played_by(account)))
            .order_by(matches.c.id)
        )
        return list(found.scalars())

    async def unfinished_of(self, accounts: Collection[UUID]) -> list[tuple[UUID, UUID]]:
        """Of each of these the matches that he still plays, as pairs of account and match."""
        found = await self._tx.execute(
            select(match_players.c.account, match_players.c.match)
            .join(matches, matches.c.id == match_players.c.match)
            .where(matches.c.ended_at.is_(None), match_players.c.account.in_(accounts))
            .order_by(match_players.c.match)
        )
        return [(row.account, row.match) for row in found]

    async def running(self, limit: int, after: UUID | None = None) -> list[UUID]:
        """All matches that run, the oldest first, page by page."""
        page = select(matches.c.id).where(matches.c.ended_at.is_(None))
        if after is not None:
            page = page.where(matches.c.id > after)
        return list((await self._tx.execute(page.order_by(matches.c.id).limit(limit))).scalars())


_PLAYERS = (
    select(
        func.array_agg(
            aggregate_order_by(match_players.c.account, match_players.c.seat), type_=ARRAY(Uuid)
        )
    )
    .where(match_players.c.match == matches.c.id)
    .scalar_subquery()
)
_MATCH = select(matches, _PLAYERS.label("players"))


def _played_by(account: UUID) -> Select[tuple[UUID]]:
    return select(match_players.c.match).where(match_players.c.account == account)


def _match(row: Row[Any]) -> Match:
    return Match(
        id=row.id,
        table=row.table_id,
        players=tuple(row.players or ()),
        started_at=row.started_at,
        ended_at=row.ended_at,
        result=row.result,
        spectators=row.spectators,
        private=row.private,
    )
