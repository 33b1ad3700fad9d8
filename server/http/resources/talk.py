"""Talk over HTTP: what was said before, reports, and what was ruled about the caller."""

from typing import Annotated

import msgspec

from server.chat.refusals import LISTENING
from server.chat.reporting import Reported
from server.chat.rooms import PATTERN
from server.http.endpoints import Call, Endpoint, Nothing, Reply
from server.http.paging import Limit, cut
from server.storage.messages import Message
from server.storage.sanctions import Sanction
from server.wordings import Code

RoomTopic = Annotated[str, msgspec.Meta(pattern=rf"^{PATTERN}$(?!\n)")]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Note = Annotated[str, msgspec.Meta(max_length=500)]


class HistoryPage(msgspec.Struct, frozen=True):
    """Which room, and which page of what was said there."""

    topic: RoomTopic
    cursor: Number | None = None
    limit: Limit = 50


class History(msgspec.Struct, frozen=True):
    """The last said first, ninety days back; ``next`` is null on the last page.

    ``text`` is null where a moderator has taken it away, or where you keep its author away.
    """

    messages: tuple[Message, ...]
    next: int | None


class MessageReport(msgspec.Struct, frozen=True):
    """Which message, and what is wrong with it."""

    topic: RoomTopic
    seq: Number
    note: Note = ""


class Complaint(msgspec.Struct, frozen=True):
    """What is wrong."""

    note: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class SanctionsListed(msgspec.Struct, frozen=True):
    """What moderators ruled about the caller, the newest first."""

    sanctions: tuple[Sanction, ...]


async def list_messages(call: Call[Nothing, HistoryPage]) -> History:
    """List what was said."""
    asked = call.query
    talk = call.services.social.talk
    found = await talk.history(asked.topic, call.account, asked.limit + 1, asked.cursor)
    shown, last = cut(found, asked.limit)
    return History(shown, None if last is None else last.seq)


async def report_message(call: Call[MessageReport, Nothing]) -> Reply:
    """Report a message."""
    told, reporting = call.body, call.services.social.reporting
    report = await reporting.message(call.account, told.topic, told.seq, told.note)
    return Reply(201, report)


async def report_player(call: Call[Complaint, Nothing]) -> Reply:
    """Report a person."""
    reporting = call.services.social.reporting
    return Reply(201, await reporting.player(call.account, call.id, call.body.note))


async def my_sanctions(call: Call[Nothing, Nothing]) -> SanctionsListed:
    """List what was ruled about the caller."""
    return SanctionsListed(tuple(await call.services.social.reporting.sanctions(call.account)))


async def appeal(call: Call[Complaint, Nothing]) -> Reply:
    """Ask for a second look."""
    reporting = call.services.social.reporting
    return Reply(201, await reporting.appeal(call.account, call.id, call.body.note))


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/chat",
        handler=list_messages,
        summary="What was said in a room, the last said first",
        query=HistoryPage,
        answers={200: History},
        raises=LISTENING,
    ),
    Endpoint(
        method="POST",
        path="/api/v1/chat/reports",
        handler=report_message,
        summary="Report a message; the inbox tells what came of it",
        body=MessageReport,
        answers={201: Reported},
        raises=(
            *LISTENING,
            Code.MESSAGE_NOT_FOUND,
            Code.ONESELF,
            Code.TOO_MANY_REPORTS,
            Code.ALREADY_REPORTED,
        ),
    ),
    Endpoint(
        method="POST",
        path="/api/v1/players/{id}/reports",
        handler=report_player,
        summary="Report a person; the inbox tells what came of it",
        body=Complaint,
        answers={201: Reported},
        raises=(Code.ACCOUNT_NOT_FOUND, Code.ONESELF, Code.TOO_MANY_REPORTS),
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/sanctions",
        handler=my_sanctions,
        summary="Warnings, mutes and bans of the caller, with reason and term",
        answers={200: SanctionsListed},
    ),
    Endpoint(
        method="POST",
        path="/api/v1/me/sanctions/{id}/appeal",
        handler=appeal,
        summary="Ask for a second look at a ruling, once",
        body=Complaint,
        answers={201: Reported},
        raises=(Code.SANCTION_NOT_FOUND, Code.ALREADY_REPORTED),
    ),
)
