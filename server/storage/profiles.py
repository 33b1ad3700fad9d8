"""Somebody's ended matches as everybody may see them: private ones are left out."""

from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from sqlalchemy import Row, select
from sqlalchemy.ext.asyncio import AsyncConnection

from game.conventions import Form
from game.rulesets import RuleName
from server.named import Named
from server.storage.ids import Millis
from server.storage.jobs import held_back
from server.storage.match_summaries import Result
from server.storage.schema import accounts, match_players, match_summaries, matches
from server.storage.schema_people import rating_changes


class Played(msgspec.Struct, frozen=True):
    """A match from the seat of the one whose profile it is.

    ``score`` is his and the opponent's; ``gained`` what it did to his rating, null where unrated.
    """

    id: UUID
    ended_at: Millis
    rules: RuleName
    form: Form
    length: int | None
    opponent: Named
    result: Result
    score: tuple[int, int]
    gained: float | None


class Seen(NamedTuple):
    """Whose matches, and who asks."""

    account: UUID
    asker: UUID


async def played(tx: AsyncConnection, seen: Seen, limit: int, before: UUID | None) -> list[Played]:
    """One page, the last begun first; `before` is the last match of the page before.

    What is held back is told to its players alone.
    """
    account, asker = seen
    mine, other = match_players.alias("mine"), match_players.alias("other")
    page = (
        select(
            match_summaries,
            matches.c.ended_at,
            mine.c.seat,
            accounts.c.id.label("opponent"),
            accounts.c.nick,
            rating_changes.c.gained,
        )
        .select_from(mine)
        .join(matches, matches.c.id == mine.c.match)
        .join(match_summaries, match_summaries.c.match == mine.c.match)
        .join(other, (other.c.match == mine.c.match) & (other.c.seat != mine.c.seat))
        .join(accounts, accounts.c.id == other.c.account)
        .outerjoin(
            rating_changes,
            (rating_changes.c.match == mine.c.match) & (rating_changes.c.account == account),
        )
        .where(mine.c.account == account, matches.c.private.is_(False))
    )
    if asker != account:
        page = page.where(mine.c.match.not_in(held_back()) | (other.c.account == asker))
    if before is not None:
        page = page.where(mine.c.match < before)
    found = await tx.execute(page.order_by(mine.c.match.desc()).limit(limit))
    return [_played(row) for row in found]


def _played(row: Row[Any]) -> Played:
    first, second = row.score
    return Played(
        id=row.match,
        ended_at=row.ended_at,
        rules=RuleName(row.rules),
        form=Form(row.form),
        length=row.length,
        opponent=Named(row.opponent, row.nick),
        result=_result(row),
        score=(first, second) if row.seat == 0 else (second, first),
        gained=row.gained,
    )


def _result(row: Row[Any]) -> Result:
    if row.void:
        return Result.VOID
    if row.winner is None:
        return Result.LEVEL
    return Result.WON if row.winner == row.seat else Result.LOST
