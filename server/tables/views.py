"""How tables look on the wire."""

from uuid import UUID

import msgspec

from game.conventions import Conventions
from server.storage.ids import Millis
from server.storage.tables import Table, TableStatus


class TableView(msgspec.Struct, frozen=True):
    """A table, which is the match of the same id once its seats are taken."""

    id: UUID
    status: TableStatus
    owner: UUID
    seats: tuple[UUID, ...]
    """Accounts in seat order; free seats are left out."""
    size: int
    conventions: Conventions
    created_at: Millis

    @classmethod
    def of(cls, table: Table) -> "TableView":
        """Render a table."""
        return cls(
            id=table.id,
            status=table.status,
            owner=table.owner,
            seats=table.seats,
            size=table.size,
            conventions=msgspec.json.decode(table.conventions, type=Conventions),
            created_at=table.created_at,
        )
