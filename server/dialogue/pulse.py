"""The pulse of a bot: who plays by chat is served while it beats, and loses no time else."""

from server.storage.bot_beats import beat
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Millis


class Pulse:
    """The use case, for one bot, in however many processes it runs."""

    def __init__(self, database: Database, clock: Clock, bot: str) -> None:
        self._database = database
        self._clock = clock
        self._bot = bot

    async def beat(self) -> Millis:
        """Say that the bot is there; for how long it was not. Raises ``Unavailable``."""
        async with self._database.transaction() as tx:
            return await beat(tx, self._bot, self._clock.now())
