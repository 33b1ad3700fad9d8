"""The statistics of the dice: for the whole house, for one person, over a stretch of days."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec

from game.dice_statistics import (
    DiceKind,
    Figures,
    RollTally,
    figures,
    luck_deviation,
    total,
)
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.roll_tallies import Days, DayTally, RollTallies

_EPOCH: Final = date(1970, 1, 1)


class Period(msgspec.Struct, frozen=True):
    """From one date to another, both included; of matches by the day of their end, in UTC."""

    since: date | None = None
    until: date | None = None


class LuckByDay(msgspec.Struct, frozen=True):
    """Luck from the first day of a period to the end of this one: pips, and the reach of 95 %."""

    day: date
    rolls: int
    luck: float
    reach: float


class KindTold(msgspec.Struct, frozen=True):
    """The figures of one kind of dice, and how luck came to be what it is."""

    figures: Figures
    days: tuple[LuckByDay, ...]


class DiceTold(msgspec.Struct, frozen=True):
    """What dice have shown in a period, every kind of dice for itself."""

    since: date | None
    until: date
    kinds: tuple[KindTold, ...]


class Statistics:
    """Reads what was counted when matches ended."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of_house(self, period: Period) -> DiceTold:
        """Everybody's dice."""
        async with self._database.reading() as connection:
            found = await RollTallies(connection).of_house(self._days(period))
        return self._told(period, found)

    async def of_account(self, account: UUID, period: Period) -> DiceTold:
        """One person's dice."""
        async with self._database.reading() as connection:
            found = await RollTallies(connection).of_account(account, self._days(period))
        return self._told(period, found)

    def _days(self, period: Period) -> Days:
        first = 0 if period.since is None else _number(period.since)
        return Days(first, _number(self._until(period)))

    def _until(self, period: Period) -> date:
        today = datetime.fromtimestamp(self._clock.now() / 1000, UTC).date()
        return today if period.until is None else min(period.until, today)

    def _told(self, period: Period, found: Sequence[DayTally]) -> DiceTold:
        return DiceTold(period.since, self._until(period), told_by_kind(found))


def told_by_kind(found: Sequence[DayTally]) -> tuple[KindTold, ...]:
    """Figures of every kind of dice that was thrown, from tallies in the order of their days."""
    return tuple(
        _kind_told(kind, of_kind)
        for kind in DiceKind
        if (of_kind := [each for each in found if each.kind is kind])
    )


def _kind_told(kind: DiceKind, found: Sequence[DayTally]) -> KindTold:
    days, so_far = [], RollTally()
    for each in found:
        so_far += each.tally
        day, rolls = _EPOCH + timedelta(days=each.day), so_far.rolls
        days.append(LuckByDay(day, rolls, so_far.luck(kind), luck_deviation(kind, rolls)))
    return KindTold(figures(total(each.tally for each in found), kind), tuple(days))


def _number(day: date) -> int:
    return (day - _EPOCH).days
