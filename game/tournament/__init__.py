"""A tournament: a pure value like a match, that commands question and events change.

state = fold(events)
events = state.apply(Register(entrant), Context(at=now, secret=secret))  # or TournamentRefused
for event in events:
state = state.after(event)
"""

from game.tournament.commands import (
    AnyTournamentCommand,
    Cancel,
    Come,
    Register,
    ReportResult,
    ReportVoid,
    Ring,
    Withdraw,
)
from game.tournament.events import AnyTournamentEvent, TournamentAnnounced
from game.tournament.facts import Context, Entrant, Meeting, Round
from game.tournament.refusals import TournamentRefused
from game.tournament.standings import standings
from game.tournament.state import TournamentState, fold
from game.tournament.terms import (
    CancelCause,
    DecisionCause,
    System,
    TournamentPhase,
    TournamentTerms,
)

__all__ = [
    "AnyTournamentCommand",
    "AnyTournamentEvent",
    "Cancel",
    "CancelCause",
    "Come",
    "Context",
    "DecisionCause",
    "Entrant",
    "Meeting",
    "Register",
    "ReportResult",
    "ReportVoid",
    "Ring",
    "Round",
    "System",
    "TournamentAnnounced",
    "TournamentPhase",
    "TournamentRefused",
    "TournamentState",
    "TournamentTerms",
    "Withdraw",
    "fold",
    "standings",
]
