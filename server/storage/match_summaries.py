"""Ended matches as a history lists them: what was played, who won, how it ended.

Written once, when a match has ended; by account they are found over `match_players`.
"""

from enum import StrEnum
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Row, Select, and_, exists, func, insert, select
from sqlalchemy.dialects.postgresql import ARRAY, aggregate_order_by
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import Uuid

from game.conventions import Form
from game.rulesets import RuleName
from server.storage.ids import Millis
from server.storage.schema import match_players, match_summaries, matches


class Summary(msgspec.Struct, frozen=True):
    """How a match ended. `winner` is a seat; nobody won a level session or a void match.

    `length` is of a match to points; `score` stands in seat order.
    """

    rules: RuleName
    form: Form
    length: int | None
    cause: str
    void: bool
    winner: int | None
    score: tuple[int, int]


class Result(StrEnum):
    """How a match ended for one of its players."""

    WON = "won"
    LOST = "lost"
    LEVEL = "level"
    """A money session in which both had the same."""
    VOID = "void"


class Past(msgspec.Struct, frozen=True):
    """An ended match as one of its players sees it: from his seat."""

    match: UUID
    players: tuple[UUID, ...]
    seat: int
    started_at: Millis
    ended_at: Millis
    summary: Summary

    @property
    def result(self) -> Result:
        """How it ended for him."""
        if self.summary.void:
            return Result.VOID
        if self.summary.winner is None:
            return Result.LEVEL
        return Result.WON if self.summary.winner == self.seat else Result.LOST


class Wanted(msgspec.Struct, frozen=True):
    """Which of somebody's matches: those that ended since a moment, and all that is not none."""

    since: Millis
    rules: RuleName | None = None
    opponent: UUID | None = None
    result: Result | None = None


class MatchSummaries:
    """Keeps and lists summaries within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def keep(self, match: UUID, summary: Summary) -> None:
        """Store a summary, once a match."""
        await self._tx.execute(
            insert(match_summaries).values(
                match=match,
                rules=summary.rules,
                form=summary.form,
                length=summary.length,
                cause=summary.cause,
                void=summary.void,
                winner=summary.winner,
                score=list(summary.score),
            )
        )

    async def of(
        self, account: UUID, wanted: Wanted, limit: int, before: UUID | None = None
    ) -> list[Past]:
        """Somebody's matches, the last begun first; `before` is the last of the page before."""
        page = _PAST.where(match_players.c.account == account, _is_wanted(account, wanted))
        if before is not None:
            page = page.where(match_players.c.match < before)
        found = await self._tx.execute(page.order_by(match_players.c.match.desc()).limit(limit))
        return [_past(row) for row in found]


_others = match_players.alias("others")
_PLAYERS = (
    select(
        func.array_agg(aggregate_order_by(_others.c.account, _others.c.seat), type_=ARRAY(Uuid))
    )
    .where(_others.c.match == matches.c.id)
    .scalar_subquery()
)
_PAST: Select[Any] = select(
    match_summaries,
    match_players.c.seat,
    matches.c.started_at,
    matches.c.ended_at,
    _PLAYERS.label("players"),
).select_from(
    match_players.join(matches, matches.c.id == match_players.c.match).join(
        match_summaries, match_summaries.c.match == match_players.c.match
    )
)


def _is_wanted(account: UUID, wanted: Wanted) -> ColumnElement[bool]:
    conditions: list[ColumnElement[bool]] = [matches.c.ended_at >= wanted.since]
    if wanted.rules is not None:
        conditions.append(match_summaries.c.rules == wanted.rules)
    if wanted.opponent is not None:
        conditions.append(_played_against(account, wanted.opponent))
    if wanted.result is not None:
        conditions.append(_ended_as(wanted.result))
    return and_(*conditions)


def _played_against(account: UUID, opponent: UUID) -> ColumnElement[bool]:
    against = match_players.alias("against")
    return exists().where(
        against.c.match == match_players.c.match,
        against.c.account == opponent,
        against.c.account != account,
    )


def _ended_as(result: Result) -> ColumnElement[bool]:
    void, winner = match_summaries.c.void, match_summaries.c.winner
    match result:
        case Result.VOID:
            return void
        case Result.LEVEL:
            return ~void & winner.is_(None)
        case Result.WON:
            return winner == match_players.c.seat
        case Result.LOST:
            return winner != match_players.c.seat


def _past(row: Row[Any]) -> Past:
    first, second = row.score
    return Past(
        match=row.match,
        players=tuple(row.players),
        seat=row.seat,
        started_at=row.started_at,
        ended_at=row.ended_at,
        summary=Summary(
            rules=RuleName(row.rules),
            form=Form(row.form),
            length=row.length,
            cause=row.cause,
            void=row.void,
            winner=row.winner,
            score=(first, second),
        ),
    )
