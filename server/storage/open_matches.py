"""Matches that run and that anybody may watch."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Row, Select, func, select, union_all
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.ext.asyncio import AsyncConnection

from game.conventions import Conventions
from game.rulesets import RuleName
from server.named import Named
from server.storage.ids import Millis
from server.storage.jobs import held_back
from server.storage.schema import accounts, match_players, matches, tables
from server.storage.spectators import watching


class OpenMatch(msgspec.Struct, frozen=True):
    """A running match: who plays, by seat, what was agreed, and how many watch."""

    id: UUID
    started_at: Millis
    players: tuple[Named, ...]
    conventions: Conventions
    spectators: int


class Look(msgspec.Struct, frozen=True):
    """When one looks, and how late, in milliseconds, matches for coins are shown."""

    now: Millis
    delay: Millis = 0


async def open_matches(
    tx: AsyncConnection, rules: RuleName | None, look: Look, limit: int, before: UUID | None
) -> list[OpenMatch]:
    """One page, the last begun first; `before` is the last match of the page before.

    A match for coins comes late and goes late, as whoever watches it is told.
    """
    begun = (tables.c.stake == 0) | (matches.c.started_at <= look.now - look.delay)
    running = _watchable(rules, look, before).where(matches.c.ended_at.is_(None), begun)
    ending = _watchable(rules, look, before).where(
        matches.c.id.in_(held_back()), matches.c.ended_at.is_not(None), tables.c.stake > 0
    )
    newest = matches.c.id.desc()
    pages = [part.order_by(newest).limit(limit).subquery() for part in (running, ending)]
    both = union_all(*(select(page) for page in pages)).subquery()
    found = await tx.execute(select(both).order_by(both.c.id.desc()).limit(limit))
    return [_open(row) for row in found]


def _watchable(rules: RuleName | None, look: Look, before: UUID | None) -> Select[Any]:
    page = (
        select(
            matches.c.id,
            matches.c.started_at,
            tables.c.conventions,
            _PLAYERS.label("players"),
            _NICKS.label("nicks"),
            _counted(watching(matches.c.id, look.now)).label("spectators"),
        )
        .join(tables, tables.c.id == matches.c.table_id)
        .where(matches.c.spectators, matches.c.private.is_(False))
    )
    if rules is not None:
        page = page.where(tables.c.rules == rules)
    if before is not None:
        page = page.where(matches.c.id < before)
    return page


def _by_seat(column: Any) -> Any:
    return (
        select(func.array_agg(aggregate_order_by(column, match_players.c.seat)))
        .select_from(match_players.join(accounts, accounts.c.id == match_players.c.account))
        .where(match_players.c.match == matches.c.id)
        .correlate(matches)
        .scalar_subquery()
    )


_PLAYERS = _by_seat(match_players.c.account)
_NICKS = _by_seat(accounts.c.nick)


def _counted(people: Select[tuple[UUID]]) -> Any:
    return select(func.count()).select_from(people.correlate(matches).lateral()).scalar_subquery()


def _open(row: Row[*tuple[Any, ...]]) -> OpenMatch:
    return OpenMatch(
        id=row.id,
        started_at=row.started_at,
        players=tuple(map(Named, row.players, row.nicks)),
        conventions=msgspec.json.decode(row.conventions, type=Conventions),
        spectators=row.spectators,
    )
