"""A tournament as a value: commands ask, events tell, nothing changes in place."""

from collections.abc import Iterable
from functools import reduce
from typing import Self

from game.tournament.commands import AnyTournamentCommand
from game.tournament.deciding import decide, due
from game.tournament.events import AnyTournamentEvent
from game.tournament.facts import Context, TournamentFacts
from game.tournament.folding import folded
from game.vocabulary import Millis


class TournamentState(TournamentFacts, frozen=True, kw_only=True):
    """A tournament after some of its events. It is not stored, but folded from the log."""

    def apply(
        self, command: AnyTournamentCommand, context: Context
    ) -> tuple[AnyTournamentEvent, ...]:
        """Say what happens by the command, or raise TournamentRefused. Changes nothing."""
        return tuple(decide(self, command, context))

    def after(self, event: AnyTournamentEvent) -> Self:
        """Return the tournament after the event."""
        return folded(self, event)

    def due(self) -> Millis | None:
        """Return the earliest moment at which anything may fall due, none if nothing can."""
        return due(self)


def fold(events: Iterable[AnyTournamentEvent]) -> TournamentState:
    """Return the tournament that these events, from the first on, have made."""
    return reduce(TournamentState.after, events, TournamentState())
