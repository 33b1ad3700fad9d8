"""Questions to the people who run the service, and what they have answered."""

from typing import Annotated
from uuid import UUID

import msgspec

from server.dialogue.support import LONGEST, Talk
from server.http.endpoints import Call, Endpoint, Nothing
from server.http.paging import ById, cut
from server.storage.ids import Millis
from server.wordings import Code


class Question(msgspec.Struct, frozen=True):
    """What one wants to know, or what went wrong."""

    words: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]


class SaidView(msgspec.Struct, frozen=True):
    """Words: of ``agent``, by his name here, or where there is none one's own."""

    at: Millis
    agent: str | None
    words: str


class CaseView(msgspec.Struct, frozen=True):
    """A case of one's own. ``agent`` is who sees to it; ``kind`` is what it is about."""

    id: UUID
    kind: str
    opened_at: Millis
    agent: str | None
    answered_at: Millis | None
    closed_at: Millis | None
    said: tuple[SaidView, ...]


class CasesListed(msgspec.Struct, frozen=True):
    """The newest first; ``next`` is null on the last page."""

    cases: tuple[CaseView, ...]
    next: UUID | None


async def ask(call: Call[Question, Nothing]) -> CaseView:
    """Ask something."""
    return _view(await call.services.support.open(call.account, call.body.words))


async def own_cases(call: Call[Nothing, ById]) -> CasesListed:
    """List one's own cases."""
    page = call.query
    found = await call.services.support.own(call.account, page.limit + 1, page.cursor)
    shown, last = cut(found, page.limit)
    return CasesListed(tuple(map(_view, shown)), None if last is None else last.case.id)


def _view(talk: Talk) -> CaseView:
    case = talk.case
    return CaseView(
        id=case.id,
        kind=case.kind.partition(":")[0],
        opened_at=case.opened_at,
        agent=case.agent,
        answered_at=case.answered_at,
        closed_at=case.closed_at,
        said=tuple(SaidView(each.at, each.operator, each.words) for each in talk.said),
    )


ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/v1/support/cases",
        handler=ask,
        summary="Ask those who run the service; more words go into the case that is open",
        body=Question,
        answers={200: CaseView},
        raises=(Code.RATE_LIMITED,),
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/cases",
        handler=own_cases,
        summary="One's own cases with all that was said, the newest first",
        query=ById,
        answers={200: CasesListed},
    ),
)
