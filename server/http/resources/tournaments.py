"""Tournaments: listed, shown, entered, played."""

from typing import Annotated
from uuid import UUID

import msgspec

from game.tournament import TournamentPhase
from server.http.endpoints import Call, Endpoint, Nothing
from server.http.paging import Limit, cut
from server.tournaments.coming import Called
from server.tournaments.views import TournamentCard, TournamentShown
from server.wordings import Code

_PHASES = "|".join(TournamentPhase)


class TournamentsAsked(msgspec.Struct, frozen=True):
    """Which page of which tournaments: of one ``phase``, or those to come and running.

    ``cursor`` is the ``next`` of the page before.
    """

    phase: Annotated[str, msgspec.Meta(pattern=rf"^({_PHASES})$(?!\n)")] | None = None
    cursor: UUID | None = None
    limit: Limit = 50

    @property
    def phases(self) -> tuple[TournamentPhase, ...]:
        """All that are wanted."""
        if self.phase is None:
            return TournamentPhase.REGISTERING, TournamentPhase.PLAYING
        return (TournamentPhase(self.phase),)


class TournamentsListed(msgspec.Struct, frozen=True):
    """Tournaments, the last announced first; ``next`` is null on the last page.

    Watch ``tournaments`` with ``after`` set to ``seq`` of the first page to hear what changes.
    """

    tournaments: tuple[TournamentCard, ...]
    next: UUID | None
    seq: int


class OwnTournaments(msgspec.Struct, frozen=True):
    """Those in which the caller takes part and that are not over, the last announced first."""

    tournaments: tuple[TournamentCard, ...]


async def list_tournaments(call: Call[Nothing, TournamentsAsked]) -> TournamentsListed:
    """List tournaments."""
    page, showing = call.query, call.services.tournaments.showing
    listed = await showing.listed(page.phases, page.limit + 1, page.cursor, call.caller.language)
    shown, last = cut(listed.tournaments, page.limit)
    return TournamentsListed(shown, None if last is None else last.id, listed.seq)


async def list_own_tournaments(call: Call[Nothing, Nothing]) -> OwnTournaments:
    """List the caller's tournaments."""
    showing = call.services.tournaments.showing
    return OwnTournaments(tuple(await showing.of(call.account, call.caller.language)))


async def show_tournament(call: Call[Nothing, Nothing]) -> TournamentShown:
    """Show one tournament whole."""
    return await call.services.tournaments.showing.shown(call.id, call.caller.language)


async def enter_tournament(call: Call[Nothing, Nothing]) -> TournamentShown:
    """Take part."""
    await call.services.tournaments.registration.enter(call.id, call.account)
    return await call.services.tournaments.showing.shown(call.id, call.caller.language)


async def leave_tournament(call: Call[Nothing, Nothing]) -> TournamentShown:
    """Take part no more."""
    await call.services.tournaments.registration.withdraw(call.id, call.account)
    return await call.services.tournaments.showing.shown(call.id, call.caller.language)


async def come_to_meeting(call: Call[Nothing, Nothing]) -> Called:
    """Be there to play."""
    called = await call.services.tournaments.coming.come(call.id, call.account)
    call.services.sockets.expect(call.account)
    return called


_TOURNAMENT = "/api/v1/tournaments/{id}"
ENTERING = (
    Code.TOURNAMENT_NOT_FOUND,
    Code.MEMBERS_ONLY,
    Code.BANNED,
    Code.TERMS_NOT_ACCEPTED,
    Code.BARRED_FROM_STAKES,
    Code.RATING_OUT_OF_RANGE,
    Code.REGISTRATION_OVER,
    Code.TOURNAMENT_FULL,
    Code.ENTERED_TOO_OFTEN,
    Code.TOURNAMENT_OVER,
    Code.INSUFFICIENT_COINS,
    Code.INSUFFICIENT_POINTS,
    Code.DICE_KEY_LOST,
)
"""What entering is refused with."""

ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/tournaments",
        handler=list_tournaments,
        summary="Tournaments, the last announced first",
        query=TournamentsAsked,
        answers={200: TournamentsListed},
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/tournaments",
        handler=list_own_tournaments,
        summary="Those in which the caller takes part and that are not over",
        answers={200: OwnTournaments},
    ),
    Endpoint(
        method="GET",
        path=_TOURNAMENT,
        handler=show_tournament,
        summary="One tournament: its standings and all meetings of its rounds",
        answers={200: TournamentShown},
        raises=(Code.TOURNAMENT_NOT_FOUND,),
    ),
    Endpoint(
        method="POST",
        path=f"{_TOURNAMENT}/entry",
        handler=enter_tournament,
        summary="Take part and pay the fee; who takes part already pays nothing again",
        answers={200: TournamentShown},
        raises=ENTERING,
    ),
    Endpoint(
        method="DELETE",
        path=f"{_TOURNAMENT}/entry",
        handler=leave_tournament,
        summary="Withdraw: before the start the fee goes back, later one is out at once",
        answers={200: TournamentShown},
        raises=(Code.TOURNAMENT_NOT_FOUND, Code.NOT_ENTERED, Code.TOURNAMENT_OVER),
    ),
    Endpoint(
        method="POST",
        path=f"{_TOURNAMENT}/coming",
        handler=come_to_meeting,
        summary="Be there for the meeting one is called to; with both there the match begins",
        answers={200: Called},
        raises=(
            Code.TOURNAMENT_NOT_FOUND,
            Code.NOT_CALLED,
            Code.TOURNAMENT_OVER,
            Code.BANNED,
        ),
    ),
)
