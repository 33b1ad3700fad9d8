"""The treasury of a process, with a clock that a test moves."""

from zoneinfo import ZoneInfo

from server.money.stakes import Unrated
from server.money.treasury import Treasury, Vault
from server.settings import Settings
from server.storage.clock import DatabaseClock, local_now
from server.storage.commits import Hint
from server.storage.database import Database
from server.storage.ids import Ids

ZONE = ZoneInfo("Asia/Vladivostok")
DAY = 24 * 60 * 60 * 1000


class House:
    """A treasury, so many milliseconds ahead of the time."""

    def __init__(self, database: Database, settings: Settings | None = None) -> None:
        self.database = database
        self.ahead = 0
        self.hints: list[Hint] = []
        self.clock = DatabaseClock(lambda: local_now() + self.ahead)
        self.ids = Ids()
        self.settings = settings or Settings()
        self.treasury = Treasury.on(
            Vault(
                database=database,
                clock=self.clock,
                ids=self.ids,
                settings=self.settings,
                zone=ZONE,
                strengths=Unrated(),
                posted=self.hints.extend,
            )
        )
