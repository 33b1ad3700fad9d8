"""The caller's ended matches."""

from typing import Annotated
from uuid import UUID

import msgspec

from game.conventions import Form
from game.rulesets import RuleName
from server.http.endpoints import Call, Endpoint, Nothing
from server.records.history import Filter
from server.storage.ids import Millis
from server.storage.match_summaries import Past, Result


class PastPage(msgspec.Struct, frozen=True):
    """Which page of which matches: ``cursor`` is the ``next`` of the page before."""

    cursor: UUID | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50
    rules: RuleName | None = None
    opponent: UUID | None = None
    result: Result | None = None


class PastMatch(msgspec.Struct, frozen=True):
    """An ended match from the caller's seat. ``players``, ``nicks``, ``score``: in seat order."""

    id: UUID
    started_at: Millis
    ended_at: Millis
    players: tuple[UUID, ...]
    nicks: tuple[str | None, ...]
    seat: int
    rules: RuleName
    form: Form
    length: int | None
    result: Result
    cause: str
    score: tuple[int, int]

    @classmethod
    def of(cls, past: Past, nicks: tuple[str | None, ...]) -> "PastMatch":
        """Render a match of a history."""
        summary = past.summary
        return cls(
            id=past.match,
            started_at=past.started_at,
            ended_at=past.ended_at,
            players=past.players,
            nicks=nicks,
            seat=past.seat,
            rules=summary.rules,
            form=summary.form,
            length=summary.length,
            result=past.result,
            cause=summary.cause,
            score=summary.score,
        )


class PastMatches(msgspec.Struct, frozen=True):
    """The last begun first; ``next`` is null on the last page. ``days``: how far back it goes."""

    matches: tuple[PastMatch, ...]
    next: UUID | None
    days: int


async def my_matches(call: Call[Nothing, PastPage]) -> PastMatches:
    """List the caller's matches."""
    page, histories = call.query, call.services.histories
    wanted = Filter(page.rules, page.opponent, page.result)
    found = await histories.of(call.account, wanted, page.limit + 1, page.cursor)
    shown = found[: page.limit]
    more = len(found) > page.limit
    players = tuple({player for past in shown for player in past.players})
    known = await call.services.social.profiles.names(players)
    nicks = {each.id: each.nick for each in known}
    return PastMatches(
        tuple(PastMatch.of(past, tuple(map(nicks.get, past.players))) for past in shown),
        shown[-1].match if more else None,
        await histories.days(call.account),
    )


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/me/matches",
        handler=my_matches,
        summary="The caller's ended matches, the last begun first",
        query=PastPage,
        answers={200: PastMatches},
    ),
)
