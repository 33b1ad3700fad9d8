"""The use cases of tournaments, one of each in a process."""

from collections.abc import Callable
from typing import Self

import msgspec

from server.money.entries import Fees
from server.storage.ids import Millis
from server.tables.hall import Hall
from server.tournaments.after_match import TournamentStep
from server.tournaments.arena import Arena
from server.tournaments.clockwork import Clockwork
from server.tournaments.coming import Coming
from server.tournaments.desk import TournamentDesk
from server.tournaments.registering import Registration
from server.tournaments.showing import Showing


class TournamentCases(msgspec.Struct, frozen=True):
    """What handlers may use, and what the process itself does of it."""

    registration: Registration
    coming: Coming
    showing: Showing
    desk: TournamentDesk
    clockwork: Clockwork
    step: TournamentStep

    @classmethod
    def on(
        cls, hall: Hall, fees: Fees, may_ring: Callable[[Millis], bool] = lambda _: True
    ) -> Self:
        """All of them over one hall; `may_ring` says whether this process may judge by time."""
        database, clock, posted = hall.database, hall.clock, hall.feeds.posted
        arena = Arena(hall.sealing, fees)
        return cls(
            registration=Registration(hall, arena),
            coming=Coming(hall, arena),
            showing=Showing(database, fees),
            desk=TournamentDesk(database, clock, arena, posted),
            clockwork=Clockwork(database, clock, arena, posted, may_ring),
            step=TournamentStep(arena, clock),
        )
