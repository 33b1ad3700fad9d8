"""What may be asked of a tournament. Entrants are account ids, named by whoever verified them."""

from typing import TypeAlias

import msgspec

from game.tournament.terms import CancelCause
from game.vocabulary import snake


class TournamentCommand(msgspec.Struct, frozen=True, tag_field="do", tag=snake):
    """The base of all commands; not one itself."""


class Register(TournamentCommand, frozen=True):
    """Enter, while registration is open. The last place of a Sit & Go begins it."""

    entrant: str


class Withdraw(TournamentCommand, frozen=True):
    """Leave: before the start as if one had never entered, later out at once.

    A meeting that is not being played is lost by it; one that is, is played to its end.
    """

    entrant: str


class Come(TournamentCommand, frozen=True):
    """Say that one is there to play the meeting that one was called to.

    When both have come their match begins, under the id that the context has.
    """

    entrant: str


class ReportResult(TournamentCommand, frozen=True):
    """The service's: the match of a meeting has ended, and who won it."""

    match: str
    winner: str


class ReportVoid(TournamentCommand, frozen=True):
    """The service's: the match of a meeting ended without a result.

    ``missing`` are those whose fault it was, if it was anybody's.
    """

    match: str
    missing: tuple[str, ...] = ()


class Ring(TournamentCommand, frozen=True):
    """The service's: the moment has come that ``TournamentState.due`` named."""


class Cancel(TournamentCommand, frozen=True):
    """The operator's: it does not take place, or not to its end."""

    cause: CancelCause = CancelCause.OPERATOR


AnyTournamentCommand: TypeAlias = (
    Register | Withdraw | Come | ReportResult | ReportVoid | Ring | Cancel
)
