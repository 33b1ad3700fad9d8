"""A question to the people who run the service: a case, which operators see and close."""

from typing import Final
from uuid import UUID

from server.storage.cases import Case, Cases
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Ids

KIND: Final = "support"
LONGEST: Final = 1000


class Support:
    """The use case. Of one person one case is open at a time."""

    def __init__(self, database: Database, clock: Clock, ids: Ids) -> None:
        self._database = database
        self._clock = clock
        self._ids = ids

    async def ask(self, account: UUID, words: str) -> UUID:
        """Open a case with these words, or find the one that is open; its number."""
        now = self._clock.now()
        case = Case(
            id=self._ids.new(now),
            kind=KIND,
            about=account,
            account=account,
            words=words[:LONGEST],
            opened_at=now,
        )
        async with self._database.transaction() as tx:
            return (await Cases(tx).open(case)).id
