"""What was agreed when stakes were held: how much of whom, and the rake he would pay of a win.

The coins themselves are in the ledger, in an account of the match and the seat.
"""

from uuid import UUID

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.schema_money import holds


class Hold(msgspec.Struct, frozen=True):
    """One seat's; `rake` is JSON, fixed for the match."""

    match: UUID
    seat: int
    account: UUID
    amount: int
    rake: bytes


class Holds:
    """Keeps and reads holds within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def keep(self, agreed: list[Hold]) -> None:
        """Write what the seats of a match agreed to, once."""
        await self._tx.execute(insert(holds), [msgspec.structs.asdict(each) for each in agreed])

    async def of(self, match: UUID) -> list[Hold]:
        """The holds of a match in seat order."""
        found = await self._tx.execute(
            select(holds).where(holds.c.match == match).order_by(holds.c.seat)
        )
        return [Hold(row.match, row.seat, row.account, row.amount, row.rake) for row in found]
