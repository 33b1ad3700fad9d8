"""The daily bonus: more for each day in a row; a day ends at the operator's midnight."""

from datetime import date, datetime
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.money.giving import Given, give
from server.money.refusals import MembersAlone, TakenToday
from server.money.terms import BonusTerms
from server.storage.account_locks import shared
from server.storage.accounts import Accounts
from server.storage.clock import Clock
from server.storage.daily_bonuses import DailyBonuses, Streak
from server.storage.database import Database
from server.storage.former import formerly
from server.storage.ids import Millis
from server.storage.ledger import Cause, Ledger
from server.storage.ledger_accounts import wallet

_EPOCH: Final = date(1970, 1, 1).toordinal()


class DailyBonus(msgspec.Struct, frozen=True):
    """What the next one brings: on the `streak`-th day in a row, and whether it is there now."""

    coins: int
    streak: int
    ready: bool


class Daily:
    """The use case."""

    def __init__(
        self, database: Database, clock: Clock, terms: BonusTerms, zone: ZoneInfo
    ) -> None:
        self._database = database
        self._clock = clock
        self._terms = terms
        self._zone = zone

    async def next(self, account: UUID) -> DailyBonus:
        """What somebody may take now, or tomorrow."""
        async with self._database.reading() as connection:
            last = await _last(connection, account)
        today = day_of(self._clock.now(), self._zone)
        if last is not None and last.day >= today:
            return self._bonus(last.length + 1, ready=False)
        return self._bonus(_following(last, today), ready=True)

    async def take(self, account: UUID) -> DailyBonus:
        """Take today's; what comes back was given. Raises `TakenToday`, `MembersAlone`."""
        now = self._clock.now()
        today = day_of(now, self._zone)
        async with self._database.transaction() as tx:
            if (await Accounts(tx).get(account)).is_guest:
                raise MembersAlone
            standing = (await shared(tx, [account]))[account]
            await Ledger(tx).lock([wallet(standing)])
            last = await _last(tx, standing)
            if last is not None and last.day >= today:
                raise TakenToday
            streak = _following(last, today)
            bonus = self._bonus(streak, ready=False)
            await DailyBonuses(tx).keep(standing, Streak(today, streak))
            await give(
                tx,
                Given(
                    key=f"daily:{standing}:{today}",
                    account=standing,
                    amount=bonus.coins,
                    cause=Cause.DAILY,
                    at=now,
                ),
            )
        return bonus

    def _bonus(self, streak: int, *, ready: bool) -> DailyBonus:
        """Beyond the last amount of the terms it stays at that."""
        steps = self._terms.daily
        return DailyBonus(steps[min(streak, len(steps)) - 1], streak, ready)


async def _last(tx: AsyncConnection, account: UUID) -> Streak | None:
    """The last one that the person has had, under accounts of before too."""
    persons = [account, *await formerly(tx, account)]
    taken = [await DailyBonuses(tx).of(each) for each in persons]
    return max((each for each in taken if each is not None), default=None)


def _following(last: Streak | None, today: int) -> int:
    return last.length + 1 if last is not None and last.day == today - 1 else 1


def day_of(at: Millis, zone: ZoneInfo) -> int:
    """The day of a moment, as a number: days since 1970-01-01 by the clocks of that zone."""
    return datetime.fromtimestamp(at / 1000, zone).toordinal() - _EPOCH
