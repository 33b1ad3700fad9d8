"""What OK's profile of somebody tells, asked by our server for the application itself.

Source: apiok.ru, dev/methods/rest/users/users.getInfo.
"""

from dataclasses import dataclass
from typing import Any

import msgspec

from platforms.ok.rest import application_signature
from platforms.page_login import Form, Unanswered, read_as
from platforms.secret import Secrets
from platforms.told import NOTHING, Told, birth_date, country, whole_years

PROFILE_FIELDS = "uid,birthday,age,location"


class Profile(msgspec.Struct, frozen=True):
    """A user, as far as we read him; `location` is where he says that he lives."""

    uid: str
    birthday: Any = None
    age: Any = None
    location: Any = None

    @property
    def told(self) -> Told:
        """What it tells: the age only where the year of the birth date is hidden."""
        place = self.location if isinstance(self.location, dict) else {}
        born = birth_date(self.birthday)
        age = whole_years(self.age) if born is None else None
        return Told(country(place.get("countryCode")), born, age)


class _Users(msgspec.Struct, frozen=True):
    users: list[Profile]


@dataclass(frozen=True, slots=True)
class Profiles:
    """Our application there."""

    application_key: str
    secrets: Secrets

    def form(self, uid: str) -> Form:
        """What to post to `CALL_PATH` for one user; no session is needed."""
        call = {
            "application_key": self.application_key,
            "method": "users.getInfo",
            "uids": uid,
            "fields": PROFILE_FIELDS,
            "format": "json",
        }
        return {**call, "sig": application_signature(call, self.secrets.current)}

    def read(self, answer: object, uid: str) -> Told:
        """Its answer; a user whom OK does not show tells nothing. Raises `Unanswered`."""
        if isinstance(answer, dict) and "error_code" in answer:
            raise Unanswered(f"error {answer['error_code']}")
        listed = answer if isinstance(answer, dict) else {"users": answer}
        found = (user for user in read_as(listed, _Users).users if user.uid == uid)
        return next((user.told for user in found), NOTHING)
