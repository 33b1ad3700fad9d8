"""Disputes: a player opens one about a match of his, and gets his copy of all that is known."""

from uuid import UUID

import msgspec

from server.http.endpoints import Call, Endpoint, File, Nothing
from server.operators.disputes import Words
from server.storage.ids import Millis
from server.wordings import Code


class Grievance(msgspec.Struct, frozen=True):
    """What went wrong."""

    words: Words


class DisputeView(msgspec.Struct, frozen=True):
    """The receipt: ``case`` is the number under which somebody looks into it."""

    case: UUID
    match: UUID
    words: str
    opened_at: Millis


async def open_dispute(call: Call[Grievance, Nothing]) -> DisputeView:
    """Open a dispute."""
    case = await call.services.disputes.open(call.id, call.account, call.body.words)
    return DisputeView(case.id, case.about, case.words, case.opened_at)


async def own_copy(call: Call[Nothing, Nothing]) -> File:
    """Hand out the player's copy."""
    bundle = await call.services.disputes.copy(call.id, call.account)
    return File("dispute.json", "application/json", msgspec.json.encode(bundle))


_SEATED = (Code.MATCH_NOT_FOUND, Code.NOT_SEATED)

ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/v1/matches/{id}/dispute",
        handler=open_dispute,
        summary="Say that something went wrong in a match of one's own; again is no fault",
        body=Grievance,
        answers={200: DisputeView},
        raises=_SEATED,
    ),
    Endpoint(
        method="GET",
        path="/api/v1/matches/{id}/dispute.json",
        handler=own_copy,
        summary="All that is known of it on one line of time, without what is the other's own",
        answers={200: File},
        raises=_SEATED,
    ),
)
