"""Finding an opponent: quick game and rematch; and who watches a match."""

from typing import Annotated
from uuid import UUID

import msgspec

from game.conventions import ConventionsAsked, resolve
from server.http.endpoints import Call, Endpoint, Nothing, Reply
from server.tables import refusals
from server.tables.quick import Seeking
from server.tables.rematch import RematchStanding
from server.wordings import Code


class OpponentWanted(msgspec.Struct, frozen=True):
    """On what to play with whoever is found."""

    conventions: ConventionsAsked


class RematchWanted(msgspec.Struct, frozen=True):
    """The terms that are agreed to: the table's card, needed where there is a stake."""

    card: str | None = None


class SpectatorPage(msgspec.Struct, frozen=True):
    """Which page of a list: ``cursor`` is the ``next`` of the page before."""

    cursor: UUID | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50


class SpectatorView(msgspec.Struct, frozen=True):
    """Somebody who watches."""

    account: UUID
    nick: str | None


class SpectatorsListed(msgspec.Struct, frozen=True):
    """Who watches a match without a seat in it, on which page; ``count`` is of all of them."""

    spectators: tuple[SpectatorView, ...]
    next: UUID | None
    count: int


async def seek(call: Call[OpponentWanted, Nothing]) -> Seeking:
    """Look for an opponent."""
    quick = call.services.tables.quick
    seeking = await quick.seek(call.account, resolve(call.body.conventions))
    call.services.sockets.expect(call.account)
    return seeking


async def seeking(call: Call[Nothing, Nothing]) -> Seeking:
    """Show what one looks for."""
    return await call.services.tables.quick.status(call.account)


async def stop_seeking(call: Call[Nothing, Nothing]) -> Seeking:
    """Look no more."""
    return await call.services.tables.quick.stop(call.account)


async def want_rematch(call: Call[RematchWanted, Nothing]) -> RematchStanding:
    """Ask for a rematch, or agree."""
    return await call.services.tables.rematches.want(call.id, call.account, call.body.card)


async def decline_rematch(call: Call[Nothing, Nothing]) -> Reply:
    """Decline a rematch."""
    await call.services.tables.rematches.decline(call.id, call.account)
    return Reply(204)


async def list_spectators(call: Call[Nothing, SpectatorPage]) -> SpectatorsListed:
    """List who watches."""
    page, spectators = call.query, call.services.spectators
    await call.services.desk.seen(call.id, call.account)
    found = await spectators.page(call.id, page.limit + 1, page.cursor)
    shown = found[: page.limit]
    return SpectatorsListed(
        tuple(SpectatorView(each.account, each.nick) for each in shown),
        shown[-1].account if len(found) > page.limit else None,
        await spectators.count(call.id),
    )


_QUICK = "/api/v1/me/quick-game"
_REMATCH = "/api/v1/matches/{id}/rematch"

ENDPOINTS = (
    Endpoint(
        method="PUT",
        path=_QUICK,
        handler=seek,
        summary="Look for an opponent; topic `tables` tells of one, while one has a socket",
        body=OpponentWanted,
        answers={200: Seeking},
        raises=refusals.SEEKING,
    ),
    Endpoint(
        method="GET",
        path=_QUICK,
        handler=seeking,
        summary="What the caller looks for",
        answers={200: Seeking},
        raises=(Code.NOT_SEEKING,),
    ),
    Endpoint(
        method="DELETE",
        path=_QUICK,
        handler=stop_seeking,
        summary="Look no more",
        answers={200: Seeking},
        raises=(Code.NOT_SEEKING,),
    ),
    Endpoint(
        method="POST",
        path=_REMATCH,
        handler=want_rematch,
        summary="Ask to play an ended match again with the seats exchanged, or agree to it",
        body=RematchWanted,
        body_needed=False,
        answers={200: RematchStanding},
        raises=refusals.REMATCH,
    ),
    Endpoint(
        method="DELETE",
        path=_REMATCH,
        handler=decline_rematch,
        summary="Say that one will not play it again",
        answers={204: None},
        raises=refusals.PLAYED,
    ),
    Endpoint(
        method="GET",
        path="/api/v1/matches/{id}/spectators",
        handler=list_spectators,
        summary="Who watches it without a seat",
        query=SpectatorPage,
        answers={200: SpectatorsListed},
        raises=(Code.MATCH_NOT_FOUND, Code.NOT_FOR_SPECTATORS),
    ),
)
