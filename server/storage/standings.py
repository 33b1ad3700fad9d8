"""Leaderboards: a row for each account, rule set and span of time, found in order by an index."""

from enum import StrEnum
from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Row, delete, literal, select, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from game.rulesets import RuleName
from server.storage.schema import accounts
from server.storage.schema_people import standings


class Span(StrEnum):
    """How long one counts."""

    DAY = "day"
    WEEK = "week"
    EVER = "ever"


class RankedBy(StrEnum):
    """What is ranked: wins, coins won, or the rating after the last rated match of the span."""

    WINS = "wins"
    COINS = "coins"
    RATING = "rating"


class Board(msgspec.Struct, frozen=True):
    """One leaderboard. `since` is the first day of the span as an ordinal; 0 for ever."""

    span: Span
    since: int
    rules: RuleName


class Tally(msgspec.Struct, frozen=True):
    """What a match adds to somebody's row."""

    account: UUID
    wins: int
    coins: int


class Place(msgspec.Struct, frozen=True):
    """Somebody on a leaderboard, with all three measures."""

    account: UUID
    nick: str | None
    matches: int
    wins: int
    coins: int
    rating: float | None


class After(msgspec.Struct, frozen=True):
    """The last place of the page before: its value and its account."""

    value: float
    account: UUID


class Standings:
    """Counts and lists within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def count(self, boards: tuple[Board, ...], tallies: tuple[Tally, ...]) -> None:
        """Add a match to these boards; rows are met in one order by everybody."""
        for tally in sorted(tallies, key=lambda each: each.account):
            for board in boards:
                await self._tx.execute(
                    insert(standings)
                    .values(
                        **_key(board, tally.account),
                        matches=1,
                        wins=tally.wins,
                        coins=tally.coins,
                    )
                    .on_conflict_do_update(
                        index_elements=list(standings.primary_key),
                        set_={
                            "matches": standings.c.matches + 1,
                            "wins": standings.c.wins + tally.wins,
                            "coins": standings.c.coins + tally.coins,
                        },
                    )
                )

    async def rate(self, boards: tuple[Board, ...], points: dict[UUID, float]) -> None:
        """Show these ratings on the boards."""
        for account in sorted(points):
            for board in boards:
                rating = points[account]
                await self._tx.execute(
                    insert(standings)
                    .values(**_key(board, account), rating=rating)
                    .on_conflict_do_update(
                        index_elements=list(standings.primary_key), set_={"rating": rating}
                    )
                )

    async def page(
        self, board: Board, measure: RankedBy, limit: int, after: After | None = None
    ) -> list[Place]:
        """The best first; who is equal stands in the order of ids."""
        value = standings.c[measure]
        page = _PLACE.where(_is_on(board), _LISTED[measure])
        if after is not None:
            # A value of the column's own type, or the index would be of no use.
            as_kept = after.value if measure is RankedBy.RATING else int(after.value)
            last = tuple_(literal(as_kept, value.type), literal(after.account))
            page = page.where(tuple_(value, standings.c.account) < last)
        found = await self._tx.execute(
            page.order_by(value.desc(), standings.c.account.desc()).limit(limit)
        )
        return [_place(row) for row in found]

    async def of(self, account: UUID, span: Span = Span.EVER) -> dict[RuleName, Place]:
        """Somebody's rows over a span that has one row for each rule set."""
        found = await self._tx.execute(
            _PLACE.where(standings.c.account == account, standings.c.span == span)
        )
        return {RuleName(row.rules): _place(row) for row in found}


def before(span: Span, since: int) -> ColumnElement[bool]:
    """Whether a row is of an older span: what upkeep deletes."""
    return (standings.c.span == span) & (standings.c.since < since)


async def forget(tx: AsyncConnection, span: Span, since: int) -> None:
    """Delete the boards of spans that began before a day."""
    await tx.execute(delete(standings).where(before(span, since)))


_LISTED: Final = {
    RankedBy.WINS: standings.c.wins > 0,
    RankedBy.COINS: standings.c.coins > 0,
    RankedBy.RATING: standings.c.rating.is_not(None),
}
_PLACE: Final = select(standings, accounts.c.nick).join(
    accounts, accounts.c.id == standings.c.account
)


def _is_on(board: Board) -> ColumnElement[bool]:
    return (
        (standings.c.span == board.span)
        & (standings.c.since == board.since)
        & (standings.c.rules == board.rules)
    )


def _key(board: Board, account: UUID) -> dict[str, Any]:
    return {
        "span": board.span,
        "since": board.since,
        "rules": board.rules,
        "account": account,
    }


def _place(row: Row[Any]) -> Place:
    return Place(row.account, row.nick, row.matches, row.wins, row.coins, row.rating)
