"""What VK's profile of somebody tells, asked by our server with the service token of the app.

A country has a number of VK's own; which number a code of ISO 3166-1 has, VK tells as well.
Source: dev.vk.com, method/users.get, reference/objects/user and method/database.getCountries.
"""

from typing import Any, NamedTuple

import msgspec

from platforms.page_login import Form, read_as
from platforms.told import birth_date

USERS = "users.get"
COUNTRIES = "database.getCountries"


class VkProfile(NamedTuple):
    """A birth date, and the country by VK's number; None of either is not told."""

    born: str | None = None
    country: int | None = None


class _Country(msgspec.Struct, frozen=True):
    id: int


class _User(msgspec.Struct, frozen=True):
    id: int
    bdate: Any = None
    country: _Country | None = None


class _Users(msgspec.Struct, frozen=True):
    users: list[_User]


class _Countries(msgspec.Struct, frozen=True):
    items: list[_Country]


def user_form(user: str) -> Form:
    """What to ask of `users.get`."""
    return {"user_ids": user, "fields": "bdate,country"}


def read_user(response: object, user: str) -> VkProfile:
    """Its response; a user whom VK does not show tells nothing. Raises `Unanswered`."""
    for each in read_as({"users": response}, _Users).users:
        if str(each.id) == user:
            return VkProfile(birth_date(each.bdate), each.country.id if each.country else None)
    return VkProfile()


def country_form(code: str) -> Form:
    """What to ask of `database.getCountries`, for one code alone, so that its number is clear."""
    return {"code": code, "count": "1"}


def read_country(response: object) -> int | None:
    """The number of the country asked for; None where VK knows none. Raises `Unanswered`."""
    items = read_as(response, _Countries).items
    return items[0].id if len(items) == 1 else None
