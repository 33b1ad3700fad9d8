"""The pulse of a bot: who plays by chat is served while it beats, and loses no time else."""

from server.storage.bot_beats import beat
from server.storage.chat_claims import release
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

    async def take_over(self) -> int:
        """Nobody else is there: take up at once what others left in the middle, not only when
        their claims end. How much that was. Raises ``Unavailable``.
        """
        async with self._database.transaction() as tx:
            return await release(tx, self._bot, self._clock.now())
