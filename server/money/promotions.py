"""Promotions: what the operator gives away for a while, as data, to each person so often."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from server.money.giving import Given, give
from server.money.refusals import (
    MembersAlone,
    NotInAudience,
    PromotionOver,
    PromotionTaken,
)
from server.money.vip import Vip, VipTerm
from server.storage.account_locks import shared
from server.storage.accounts import Account, Accounts
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.former import formerly
from server.storage.ids import Millis
from server.storage.ledger import Cause, Ledger
from server.storage.ledger_accounts import Currency, House, wallet
from server.storage.promotions import Audience, Bonus, Promotion, Promotions
from server.storage.vip import VipCause, VipGrants


class Promoting:
    """The use case of those who are given something; operators add promotions as data."""

    def __init__(self, database: Database, clock: Clock, vip: Vip) -> None:
        self._database = database
        self._clock = clock
        self._vip = vip

    async def open_to(self, account: UUID) -> list[Promotion]:
        """What somebody may claim now."""
        now = self._clock.now()
        async with self._database.reading() as connection:
            found = await Accounts(connection).get(account)
            if found.is_guest:
                return []
            is_vip = await VipGrants(connection).until(found.id) > now
            return [
                each
                for each in await Promotions(connection).running(now)
                if await _fits(connection, each, found, is_vip=is_vip)
                and await _granted(connection, each.id, found.id) < each.per_person
            ]

    async def claim(self, account: UUID, promotion: UUID) -> Promotion:
        """Give somebody what a promotion promises.

        Raises `PromotionNotFound`, `PromotionOver`, `NotInAudience`, `PromotionTaken`,
        `MembersAlone`.
        """
        now = self._clock.now()
        async with self._database.transaction() as tx:
            offered = await Promotions(tx).get(promotion)
            if not offered.starts <= now < offered.ends:
                raise PromotionOver
            await shared(tx, [account])
            found = await Accounts(tx).get(account)
            if found.is_guest:
                raise MembersAlone
            await Ledger(tx).lock([wallet(found.id), wallet(found.id, Currency.POINTS)])
            is_vip = await VipGrants(tx).until(found.id) > now
            if not await _fits(tx, offered, found, is_vip=is_vip):
                raise NotInAudience
            number = await _granted(tx, offered.id, found.id) + 1
            if number > offered.per_person:
                raise PromotionTaken
            await Promotions(tx).grant(offered.id, found.id, number, now)
            await self._give(tx, offered, found.id, f"promotion:{offered.id}:{found.id}:{number}")
        return offered

    async def _give(
        self, tx: AsyncConnection, offered: Promotion, account: UUID, key: str
    ) -> None:
        if offered.bonus is Bonus.VIP_DAYS:
            await self._vip.extend(
                tx,
                VipTerm(key=key, account=account, days=offered.amount, cause=VipCause.PROMOTION),
            )
            return
        now: Millis = self._clock.now()
        await give(
            tx,
            Given(
                key=key,
                account=account,
                amount=offered.amount,
                cause=Cause.PROMOTION,
                at=now,
                source=House.GIFTS if offered.bonus is Bonus.COINS else House.LOYALTY,
                about=offered.id,
            ),
        )


async def _granted(tx: AsyncConnection, promotion: UUID, account: UUID) -> int:
    """How often the person has had it, under accounts of before too."""
    persons = [account, *await formerly(tx, account)]
    return sum([await Promotions(tx).granted(promotion, each) for each in persons])


async def _fits(
    tx: AsyncConnection, promotion: Promotion, account: Account, *, is_vip: bool
) -> bool:
    """Whether it is for this person; who comes back is no newcomer."""
    match promotion.audience:
        case Audience.EVERYBODY:
            return True
        case Audience.NEWCOMERS:
            is_new = account.created_at >= promotion.starts
            return is_new and not await formerly(tx, account.id)
        case Audience.VIP:
            return is_vip
        case Audience.NOT_VIP:
            return not is_vip
