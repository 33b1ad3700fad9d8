"""The use cases of tables, one of each in a process."""

from collections.abc import Callable
from typing import Self

import msgspec

from server.people.barring import Barring
from server.tables.abandoned import Abandoned
from server.tables.conduct import Conducting
from server.tables.hall import Hall
from server.tables.invitations import Invitations
from server.tables.lobby import Lobby
from server.tables.quick import QuickGame
from server.tables.rematch import Rematching
from server.tables.sitting import Seating


class TableCases(msgspec.Struct, frozen=True):
    """What handlers may use, and what the process itself does of it."""

    lobby: Lobby
    seating: Seating
    invitations: Invitations
    quick: QuickGame
    rematches: Rematching
    conducting: Conducting
    abandoned: Abandoned
    barring: Barring

    @classmethod
    def on(cls, hall: Hall, leaving: Callable[[], bool] = lambda: False) -> Self:
        """All of them over one hall; `leaving` says that a planned shutdown has begun."""
        return cls(
            lobby=Lobby(hall, leaving),
            seating=Seating(hall),
            invitations=Invitations(hall),
            quick=QuickGame(hall, leaving),
            rematches=Rematching(hall),
            conducting=Conducting(hall.database, hall.clock, hall.settings.conduct),
            abandoned=Abandoned(hall),
            barring=hall.barring,
        )
