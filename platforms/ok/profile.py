"""What OK's profile of somebody tells, asked by our server for the application itself.

OK answers no External application without a session: it tells of its people by a login alone.
Source: apiok.ru, dev/methods/rest/users/users.getInfo: `birthday` as text (`YYYY-MM-DD`, or
`MM-DD` with its year hidden), `age` in years, `location` with `city`, `country`, `countryCode` and
`countryName`. Beside a birth date it says by `birthdaySet` whether the user has set it himself.
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
    is_born_set: Any = msgspec.field(default=None, name="birthdaySet")
    age: Any = None
    location: Any = None

    @property
    def told(self) -> Told:
        """What it tells: the age only where the year of the birth date is hidden, and neither of a
        birth date that he did not set.
        """
        place = self.location if isinstance(self.location, dict) else {}
        lives = country(place.get("countryCode"))
        if self.is_born_set is False:
            return Told(lives)
        born = birth_date(self.birthday)
        return Told(lives, born, whole_years(self.age) if born is None else None)


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
