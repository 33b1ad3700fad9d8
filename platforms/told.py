"""What a platform tells of somebody besides who he is: where he is at home, and how old.

The platform's own word alone counts: a parameter that it signed, or its server's answer to ours.
What cannot be read is not told, for nobody is kept out of a login by it.
"""

import re
from calendar import monthrange
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Told:
    """None of a member: it is not told.

    `country` is a code of ISO 3166-1 alpha-2, `born` the birth date as `YYYY-MM-DD`; `age` are
    whole years that somebody has reached, where the date is not told.
    """

    country: str | None = None
    born: str | None = None
    age: int | None = None


NOTHING: Final = Told()

_OLDEST: Final = 130
_FIRST_YEAR: Final = 1900
"""Of a birth date that somebody who plays may have."""
_COUNTRY: Final = re.compile(r"[A-Z]{2}")
_NOWHERE: Final = frozenset({"XX", "ZZ"})
"""Codes that stand for no country that is known."""
_DATES: Final = (
    re.compile(r"(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>\d{4})", re.ASCII),
    re.compile(r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})", re.ASCII),
)


def country(text: object) -> str | None:
    """The code of a country, in capitals; None for anything else."""
    code = text.strip().upper() if isinstance(text, str) else ""
    return code if _COUNTRY.fullmatch(code) and code not in _NOWHERE else None


def birth_date(text: object) -> str | None:
    """A date that was written as `D.M.YYYY` or `YYYY-MM-DD`, as the latter.

    None where the year is hidden, or nobody lives so long.
    """
    if not isinstance(text, str):
        return None
    for form in _DATES:
        if found := form.fullmatch(text):
            year, month, day = (int(found[part]) for part in "ymd")
            return f"{year}-{month:02}-{day:02}" if _is_date(year, month, day) else None
    return None


def whole_years(value: object) -> int | None:
    """An age; None for anything else, and for zero, which platforms write for an unknown one."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value < _OLDEST:
        return value
    return None


def _is_date(year: int, month: int, day: int) -> bool:
    return year >= _FIRST_YEAR and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]
