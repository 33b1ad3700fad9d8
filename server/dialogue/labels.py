"""Buttons by what they say, kept with their chat: what one process showed is typed to any."""

from collections.abc import Mapping, Sequence
from typing import Final

from server.storage.chat_labels import ChatLabels
from server.storage.clock import Clock
from server.storage.database import Database

MESSAGES: Final = 10
"""Of a chat, by whose buttons a text may be meant: what is further up is out of sight."""


class Labels:
    """The use case, for one bot."""

    def __init__(self, database: Database, clock: Clock, bot: str) -> None:
        self._database = database
        self._clock = clock
        self._bot = bot

    async def shown(self, chat: int, message: int, said: Mapping[str, str]) -> None:
        """A message offers these buttons now, and no others; raises ``Unavailable``."""
        async with self._database.transaction() as tx:
            await ChatLabels(tx, self._bot).show(chat, message, said, self._clock.now())

    async def newest(self, chat: int) -> Sequence[Mapping[str, str]]:
        """The buttons of a chat's newest messages, the newest first; raises ``Unavailable``."""
        async with self._database.reading() as tx:
            return await ChatLabels(tx, self._bot).newest(chat, MESSAGES)
