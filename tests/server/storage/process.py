"""A process of ours, as far as time and presence go."""

from collections.abc import Callable
from uuid import uuid4

from server.storage.beats import Beats
from server.storage.clock import DatabaseClock, local_now
from server.storage.database import Database
from server.storage.gaps import Gaps
from server.storage.ids import Millis
from server.storage.presence import Presence


class Process:
    """One that beats when the test says so."""

    def __init__(self, opened: Database, local: Callable[[], Millis] = local_now) -> None:
        self.id = uuid4()
        self.clock = DatabaseClock(local)
        self.gaps = Gaps(opened, self.clock)
        self.presence = Presence(opened, self.id)
        self.beats = Beats(opened, self.clock, self.gaps, self.presence, self.id)
