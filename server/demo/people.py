"""The invented people of the demo, and the launches with which their platforms would send them."""

import secrets
import time
from collections.abc import Callable
from urllib.parse import quote

import msgspec

from platforms.doors import Door, Doors
from platforms.signing import Pretended, sign_launch


class DemoPerson(msgspec.Struct, frozen=True):
    """Somebody whom the demo's page offers to be. `url` opens the game as the platform would."""

    door: Door
    user: str
    name: str
    url: str | None = None


PEOPLE = (
    DemoPerson(Door.VK, "501001", "Анна"),
    DemoPerson(Door.OK, "570000000002", "Тигран"),
    DemoPerson(Door.TELEGRAM, "700003", "Лейла"),
    DemoPerson(Door.FACEBOOK, "4000000000004", "David"),
)
"""One for each platform; any other id can be launched too."""


class DemoLaunches:
    """Signs launches with the throw-away keys of a demo's doors.

    `now` gives Unix seconds. Never made outside a demo: whoever holds it can be anybody.
    """

    def __init__(self, doors: Doors, now: Callable[[], float] = time.time) -> None:
        self._doors = doors
        self._now = now

    def people(self) -> tuple[DemoPerson, ...]:
        """Those of the page, each with a fresh launch in its address."""
        return tuple(
            msgspec.structs.replace(person, url=self._url(person.door, person.user))
            for person in PEOPLE
        )

    def launch(self, door: Door, user: str, nonce: str = "") -> str:
        """A launch for a user id of digits; `nonce` is the server's, for the Facebook door alone.

        Raises `DoorClosed` and, for an id that is no number, `ValueError`.
        """
        if not (user.isascii() and user.isdigit() and 0 < len(user) < 19):
            raise ValueError("the users of the demo have ids of digits")
        name = next((person.name for person in PEOPLE if person.user == user), f"Nardy {user}")
        who = Pretended(user, name, nonce or secrets.token_hex(16))
        return sign_launch(self._doors, door, who, int(self._now()))

    def _url(self, door: Door, user: str) -> str | None:
        """Where the platform's frame would point; Facebook hosts its games itself."""
        match door:
            case Door.FACEBOOK:
                return None
            case Door.TELEGRAM:
                return f"/#tgWebAppData={quote(self.launch(door, user), safe='')}"
            case _:
                return f"/?{self.launch(door, user)}"
