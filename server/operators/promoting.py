"""Promotions as operators see them: all of them, a new one, one that is to stop."""

from uuid import UUID

import msgspec

from server.money.refusals import KeyUsed, PromotionOver
from server.operators.announcing import announcement
from server.operators.deeds import MOST_DAYS, MOST_OFFERED, require_within
from server.operators.staff import reason, require
from server.requests import require_printable
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.news import NewsRoom
from server.storage.operators import Act, ActLog, Operator, Role
from server.storage.promotions import Bonus, Promotion, Promotions


class Listed(msgspec.Struct, frozen=True):
    """A promotion, and how often somebody has had it."""

    promotion: Promotion
    granted: int


class PromotionDesk(msgspec.Struct, frozen=True):
    """The use cases."""

    database: Database
    clock: Clock

    async def listed(self, by: Operator, limit: int, before: UUID | None = None) -> list[Listed]:
        """All that there are and were, the last one made first."""
        require(by, Role.MODERATOR)
        async with self.database.reading() as tx:
            found = await Promotions(tx).page(limit, before)
            counts = await Promotions(tx).counts([each.id for each in found])
        return [Listed(each, counts.get(each.id, 0)) for each in found]

    async def begin(self, by: Operator, promotion: Promotion, why: str) -> None:
        """Begin a promotion and announce it to those whom it is for; once.

        Raises `AmountRefused`, `Malformed` for a title without words or with control
        characters, and `KeyUsed` where another one has its id.
        """
        require(by, Role.CASHIER)
        is_vip = promotion.bonus is Bonus.VIP_DAYS
        require_within(promotion.amount, MOST_DAYS if is_vip else MOST_OFFERED)
        require_printable(en=promotion.en, ru=promotion.ru)
        given, now = reason(why), self.clock.now()
        async with self.database.transaction() as tx:
            new = await Promotions(tx).add(promotion)
            if new:
                await NewsRoom(tx).keep(announcement(promotion, now), by.name)
            elif await Promotions(tx).get(promotion.id) != promotion:
                raise KeyUsed
            told = {"amount": promotion.amount, "key": str(promotion.id), "new": new}
            await ActLog(tx).add(
                Act(
                    at=now,
                    operator=by.name,
                    act="promotion",
                    why=given,
                    subject=promotion.id,
                    details=msgspec.json.encode(told).decode(),
                )
            )

    async def stop(self, by: Operator, promotion: UUID, why: str) -> Promotion:
        """Give no more of it from now on, and announce it no more; what was given stays.

        Raises `PromotionNotFound`, `PromotionOver`.
        """
        require(by, Role.CASHIER)
        given, now = reason(why), self.clock.now()
        async with self.database.transaction() as tx:
            stopped = await Promotions(tx).stop(promotion, now)
            if stopped is None:
                await Promotions(tx).get(promotion)
                raise PromotionOver
            await NewsRoom(tx).end_announcing(promotion, now)
            act = Act(at=now, operator=by.name, act="promotion.stop", why=given, subject=promotion)
            await ActLog(tx).add(act)
        return stopped
