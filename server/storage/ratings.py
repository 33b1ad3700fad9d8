"""Ratings by account and rule set, and how each rated match moved them."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Row, exists, false, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from game.rating import Rating
from game.rulesets import RuleName
from server.storage.jobs import held_back
from server.storage.schema import match_players
from server.storage.schema_people import rating_changes, ratings


class Change(msgspec.Struct, frozen=True):
    """How a match moved a rating, and the points after it."""

    account: UUID
    points: float
    gained: float


class Ratings:
    """Reads and moves ratings within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def locked(self, rules: RuleName, accounts: tuple[UUID, ...]) -> dict[UUID, Rating]:
        """The ratings of these, made where there are none, and kept from all others until the
        transaction ends; always in the order of ids, so that two matches never wait crosswise.
        """
        ordered = sorted(accounts)
        fresh = Rating()
        await self._tx.execute(
            insert(ratings).on_conflict_do_nothing(),
            [
                {
                    "account": account,
                    "rules": rules,
                    "points": fresh.points,
                    "experience": fresh.experience,
                }
                for account in ordered
            ],
        )
        found = await self._tx.execute(
            select(ratings)
            .where(ratings.c.rules == rules, ratings.c.account.in_(ordered))
            .order_by(ratings.c.account)
            .with_for_update()
        )
        return {row.account: _rating(row) for row in found}

    async def move(
        self, rules: RuleName, before: dict[UUID, Rating], after: dict[UUID, Rating], match: UUID
    ) -> None:
        """Keep the ratings after a match, and what it did to them."""
        for account, rating in after.items():
            await self._tx.execute(
                ratings.update()
                .where(ratings.c.account == account, ratings.c.rules == rules)
                .values(points=rating.points, experience=rating.experience)
            )
            await self._tx.execute(
                rating_changes.insert().values(
                    match=match,
                    account=account,
                    rules=rules,
                    points=rating.points,
                    gained=round(rating.points - before[account].points, 3),
                    experience=rating.experience - before[account].experience,
                )
            )

    async def of(self, account: UUID) -> dict[RuleName, Rating]:
        """Somebody's ratings; a rule set without a rated match is left out."""
        found = await self._tx.execute(
            select(ratings).where(ratings.c.account == account).order_by(ratings.c.rules)
        )
        return {RuleName(row.rules): _rating(row) for row in found}

    async def seen(self, account: UUID, asker: UUID | None = None) -> dict[RuleName, Rating]:
        """Somebody's ratings as `asker` may see them, or everybody: without what matches did to
        them whose end is known to their players alone. Who played no other has none yet.
        """
        ratings = await self.of(account)
        hidden = await self._tx.execute(
            select(
                rating_changes.c.rules,
                func.sum(rating_changes.c.gained),
                func.sum(func.coalesce(rating_changes.c.experience, 0)),
            )
            .where(rating_changes.c.account == account, rating_changes.c.match.in_(held_back()))
            .where(~_played_by(asker))
            .group_by(rating_changes.c.rules)
        )
        for rules, gained, experience in hidden:
            known = ratings.pop(RuleName(rules))
            if known.experience > experience:
                shown = Rating(known.points - gained, known.experience - experience)
                ratings[RuleName(rules)] = shown
        return ratings

    async def changes(self, match: UUID) -> list[Change]:
        """How a match moved the ratings of its players; none before it was rated."""
        found = await self._tx.execute(
            select(rating_changes)
            .where(rating_changes.c.match == match)
            .order_by(rating_changes.c.account)
        )
        return [Change(row.account, row.points, row.gained) for row in found]


def _played_by(asker: UUID | None) -> ColumnElement[bool]:
    if asker is None:
        return false()
    return exists().where(
        match_players.c.match == rating_changes.c.match, match_players.c.account == asker
    )


def _rating(row: Row[Any]) -> Rating:
    return Rating(row.points, row.experience)
