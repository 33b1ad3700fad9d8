"""Promotions: bonuses as data, and who has had which how often."""

from collections.abc import Collection
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import Row, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import NotFound
from server.storage.ids import Millis
from server.storage.schema_gifts import promotion_grants, promotions

LONGEST_TITLE: Final = 200


class Bonus(StrEnum):
    """What a promotion gives."""

    COINS = "coins"
    POINTS = "points"
    VIP_DAYS = "vip_days"


class Audience(StrEnum):
    """Whom it is for; guests never."""

    EVERYBODY = "everybody"
    NEWCOMERS = "newcomers"
    """Accounts no older than the promotion."""
    VIP = "vip"
    NOT_VIP = "not_vip"


class PromotionNotFound(NotFound):
    """There is no such promotion."""


class Promotion(msgspec.Struct, frozen=True, kw_only=True):
    """A bonus for an audience, from `starts` until `ends`, so often to each person."""

    id: UUID
    bonus: Bonus
    amount: int
    audience: Audience
    starts: Millis
    ends: Millis
    per_person: int
    en: str
    ru: str


class Promotions:
    """Keeps and reads within a transaction; granting wants the person's wallet locked."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def add(self, promotion: Promotion) -> bool:
        """Begin one; the operator's. False where it was begun before."""
        added = await self._tx.execute(
            insert(promotions)
            .values(**msgspec.structs.asdict(promotion))
            .on_conflict_do_nothing(index_elements=[promotions.c.id])
            .returning(promotions.c.id)
        )
        return added.first() is not None

    async def get(self, promotion: UUID) -> Promotion:
        """One; raises `PromotionNotFound`."""
        found = await self._tx.execute(select(promotions).where(promotions.c.id == promotion))
        row = found.first()
        if row is None:
            raise PromotionNotFound(str(promotion))
        return _promotion(row)

    async def running(self, now: Millis) -> list[Promotion]:
        """Those that run, the one that ends first at the head."""
        found = await self._tx.execute(
            select(promotions)
            .where(promotions.c.starts <= now, promotions.c.ends > now)
            .order_by(promotions.c.ends, promotions.c.id)
        )
        return [_promotion(row) for row in found]

    async def page(self, limit: int, before: UUID | None) -> list[Promotion]:
        """All of them, the last id first; `before` is the last of the page before."""
        page = select(promotions)
        if before is not None:
            page = page.where(promotions.c.id < before)
        found = await self._tx.execute(page.order_by(promotions.c.id.desc()).limit(limit))
        return [_promotion(row) for row in found]

    async def counts(self, of: Collection[UUID]) -> dict[UUID, int]:
        """How often each of these was had; those that nobody has had are left out."""
        found = await self._tx.execute(
            select(promotion_grants.c.promotion, func.count().label("times"))
            .where(promotion_grants.c.promotion.in_(of))
            .group_by(promotion_grants.c.promotion)
        )
        return {row.promotion: row.times for row in found}

    async def stop(self, promotion: UUID, now: Millis) -> Promotion | None:
        """Let it end now, also one that has not begun; none where it has ended already."""
        stopped = await self._tx.execute(
            update(promotions)
            .where(promotions.c.id == promotion, promotions.c.ends > now)
            .values(starts=func.least(promotions.c.starts, now - 1), ends=now)
            .returning(promotions)
        )
        row = stopped.first()
        return None if row is None else _promotion(row)

    async def granted(self, promotion: UUID, account: UUID) -> int:
        """How often somebody has had it."""
        found = await self._tx.execute(
            select(func.count()).where(
                promotion_grants.c.promotion == promotion, promotion_grants.c.account == account
            )
        )
        return found.scalar_one()

    async def grant(self, promotion: UUID, account: UUID, number: int, now: Millis) -> None:
        """Note that somebody has it for the `number`-th time."""
        await self._tx.execute(
            insert(promotion_grants).values(
                promotion=promotion, account=account, number=number, at=now
            )
        )


def _promotion(row: Row[Any]) -> Promotion:
    return Promotion(
        id=row.id,
        bonus=Bonus(row.bonus),
        amount=row.amount,
        audience=Audience(row.audience),
        starts=row.starts,
        ends=row.ends,
        per_person=row.per_person,
        en=row.en,
        ru=row.ru,
    )
