"""People: who is online, who is called so, who somebody is, who leads."""

from typing import Annotated
from uuid import UUID

import msgspec

from game.rulesets import RuleName
from server.http.endpoints import Call, Endpoint, Nothing
from server.http.paging import ById, Limit, cut
from server.named import Named
from server.people.profiles import Profile
from server.requests import Malformed
from server.storage.online import Counted
from server.storage.profiles import Played
from server.storage.standings import After, Place, RankedBy, Span
from server.wordings import Code


class PeopleListed(msgspec.Struct, frozen=True):
    """People in the order of their ids; ``next`` is null on the last page."""

    people: tuple[Named, ...]
    next: UUID | None


class Search(msgspec.Struct, frozen=True):
    """How the nick begins: two letters at least; case, accents and look-alikes are overlooked."""

    nick: Annotated[str, msgspec.Meta(min_length=2, max_length=40)]
    cursor: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    limit: Limit = 20


class PeopleFound(msgspec.Struct, frozen=True):
    """People by nick; ``next`` is null on the last page."""

    people: tuple[Named, ...]
    next: str | None


class MatchesPlayed(msgspec.Struct, frozen=True):
    """The last begun first; ``next`` is null on the last page."""

    matches: tuple[Played, ...]
    next: UUID | None


class BoardAsked(msgspec.Struct, frozen=True):
    """Which leaderboard, and which page of it."""

    rules: RuleName
    span: Span = Span.WEEK
    by: RankedBy = RankedBy.RATING
    cursor: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    limit: Limit = 50


class BoardListed(msgspec.Struct, frozen=True):
    """The best first; ``next`` is null on the last page. Coins are counted before rake; a match
    for coins counts when spectators know its end.
    """

    places: tuple[Place, ...]
    next: str | None


async def count_online(call: Call[Nothing, Nothing]) -> Counted:
    """Count who is online."""
    return await call.services.social.whereabouts.count()


async def list_online(call: Call[Nothing, ById]) -> PeopleListed:
    """List who is online."""
    page = call.query
    found = await call.services.social.whereabouts.page(page.limit + 1, page.cursor)
    shown, last = cut(found, page.limit)
    return PeopleListed(shown, None if last is None else last.id)


async def search_people(call: Call[Nothing, Search]) -> PeopleFound:
    """Find people by nick."""
    asked = call.query
    found = await call.services.social.whereabouts.search(
        asked.nick, asked.limit + 1, asked.cursor
    )
    shown, last = cut(found, asked.limit)
    return PeopleFound(tuple(each.person for each in shown), None if last is None else last.key)


async def show_profile(call: Call[Nothing, Nothing]) -> Profile:
    """Show somebody."""
    return await call.services.social.profiles.of(call.id, call.account)


async def list_played(call: Call[Nothing, ById]) -> MatchesPlayed:
    """List somebody's matches."""
    page = call.query
    profiles = call.services.social.profiles
    found = await profiles.matches(call.id, call.account, page.limit + 1, page.cursor)
    shown, last = cut(found, page.limit)
    return MatchesPlayed(shown, None if last is None else last.id)


async def show_board(call: Call[Nothing, BoardAsked]) -> BoardListed:
    """Show a leaderboard."""
    asked, leaderboards = call.query, call.services.social.leaderboards
    after = None if asked.cursor is None else _after(asked.cursor)
    board = leaderboards.board(asked.span, asked.rules)
    found = await leaderboards.page(board, asked.by, asked.limit + 1, after)
    shown, last = cut(found, asked.limit)
    return BoardListed(shown, None if last is None else _cursor(last, asked.by))


def _cursor(place: Place, measure: RankedBy) -> str:
    return f"{getattr(place, measure)}:{place.account}"


def _after(cursor: str) -> After:
    value, separator, account = cursor.partition(":")
    try:
        place = After(float(value), UUID(account))
    except ValueError as error:
        raise Malformed("query: no such cursor") from error
    if not separator or not abs(place.value) < 2**53:
        raise Malformed("query: no such cursor")
    return place


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/online",
        handler=count_online,
        summary="How many are online: all, guests, members",
        answers={200: Counted},
        public=True,
    ),
    Endpoint(
        method="GET",
        path="/api/v1/online/people",
        handler=list_online,
        summary="Members who are online",
        query=ById,
        answers={200: PeopleListed},
    ),
    Endpoint(
        method="GET",
        path="/api/v1/players",
        handler=search_people,
        summary="People whose nick begins so",
        query=Search,
        answers={200: PeopleFound},
    ),
    Endpoint(
        method="GET",
        path="/api/v1/players/{id}",
        handler=show_profile,
        summary="Somebody's profile: ratings, last matches, what he is to the caller",
        answers={200: Profile},
        raises=(Code.ACCOUNT_NOT_FOUND,),
    ),
    Endpoint(
        method="GET",
        path="/api/v1/players/{id}/matches",
        handler=list_played,
        summary="Somebody's ended matches, the last begun first",
        query=ById,
        answers={200: MatchesPlayed},
        raises=(Code.ACCOUNT_NOT_FOUND,),
    ),
    Endpoint(
        method="GET",
        path="/api/v1/leaderboards",
        handler=show_board,
        summary="Who leads a rule set: this day, this week or ever, by wins, coins or rating",
        query=BoardAsked,
        answers={200: BoardListed},
    ),
)
