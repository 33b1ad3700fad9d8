"""A moment of the log as a date, in UTC."""

from typing import NamedTuple

from game.vocabulary import Millis

LATEST = Millis(253_402_300_799_999)
"""The end of the year 9999; no record began later."""

_DAY = 86_400
_ERA_YEARS, _ERA_DAYS = 400, 146_097
"""The calendar repeats itself after so many years."""

_EPOCH = 719_468
"""Days from 1 March of the year 0, which begins an era, to 1 January 1970."""


class Moment(NamedTuple):
    """A date and the time of day."""

    year: int
    month: int
    day: int
    hour: int
    minute: int
    second: int

    @classmethod
    def of(cls, millis: Millis) -> "Moment":
        """Return the moment so many milliseconds after the Unix epoch."""
        days, seconds = divmod(millis // 1_000, _DAY)
        hour, rest = divmod(seconds, 3_600)
        return cls(*_date(days), hour, *divmod(rest, 60))


def _date(days: int) -> tuple[int, int, int]:
    """Return year, month and day; years are counted from March, so that leap days come last."""
    era, day_of_era = divmod(days + _EPOCH, _ERA_DAYS)
    leaps = day_of_era // 1_460 - day_of_era // 36_524 + day_of_era // 146_096
    year = (day_of_era - leaps) // 365
    day = day_of_era - (365 * year + year // 4 - year // 100)
    month = (5 * day + 2) // 153
    day_of_month = day - (153 * month + 2) // 5 + 1
    year += era * _ERA_YEARS + (month >= 10)
    return year, month + 3 if month < 10 else month - 9, day_of_month
