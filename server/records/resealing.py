"""All dice secrets under the first key, so that an older one can be retired.

A match that has ended is revealed from its sealed secret for as long as it is kept; so an older
key is needed until everything that it sealed was sealed anew.
"""

from collections.abc import Callable
from uuid import UUID

from server.storage.database import Database
from server.storage.dice_secrets import Secrets
from server.storage.sealing import Sealing


class Resealing:
    """Seals page by page, in short transactions; may be cut and given again."""

    def __init__(self, database: Database, sealing: Sealing) -> None:
        self._database = database
        self._sealing = sealing

    async def count(self) -> int:
        """How many secrets an older key sealed."""
        async with self._database.reading() as connection:
            return await Secrets(connection, self._sealing).sealed_before()

    async def reseal(self, read: Callable[[int], object]) -> list[UUID]:
        """Seal them all; `read` hears how many, page by page. Returns those whose key is lost."""
        lost: list[UUID] = []
        after: UUID | None = None
        while True:
            async with self._database.transaction() as tx:
                page = await Secrets(tx, self._sealing).reseal(after)
            if not page.read:
                return lost
            lost += page.lost
            read(len(page.read))
            after = page.read[-1]
