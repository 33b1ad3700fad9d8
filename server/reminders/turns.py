"""Noticing that it is somebody's move who is not there: a line in the outbox, once for a turn.

The desk tells of it after a commit, from what it knows already; nothing of play waits for this.
"""

from uuid import UUID

from server.play.errands import Errands
from server.settings_people import Reminders as ReminderSettings
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.notices import Notice, Outbox


class AbsentTurns:
    """Puts a reminder of each such turn into the outbox, for a while later."""

    def __init__(
        self, database: Database, clock: Clock, settings: ReminderSettings, errands: Errands
    ) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings
        self._errands = errands

    def noticed(self, match: UUID, turn: int, account: UUID) -> None:
        """It is this person's turn, and he is not there."""
        self._errands.start(self.keep(match, turn, account), f"remind {account} of {match}")

    async def keep(self, match: UUID, turn: int, account: UUID) -> None:
        """Keep a reminder; of one turn there is one."""
        now = self._clock.now()
        notice = Notice(f"turn:{match}:{turn}", account, match, turn, now)
        async with self._database.transaction() as tx:
            await Outbox(tx).add(notice, now + self._settings.after_seconds * 1000)
