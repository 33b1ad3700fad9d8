"""News, and the rules of play."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec

from server.http.endpoints import Call, Endpoint, Nothing, Reply
from server.http.paging import ById, cut
from server.people.newsroom import Piece
from server.people.terms import TermsState
from server.wordings import Code


class NewsListed(msgspec.Struct, frozen=True):
    """The newest first; ``next`` is null on the last page."""

    news: tuple[Piece, ...]
    next: UUID | None


class Unseen(msgspec.Struct, frozen=True):
    """The oldest first."""

    news: tuple[Piece, ...]


class TermsAcceptance(msgspec.Struct, frozen=True):
    """What is declared: the version that was read, one's age, and that the law permits it."""

    version: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
    of_age: Literal[True]
    lawful: Literal[True]


async def list_news(call: Call[Nothing, ById]) -> NewsListed:
    """List all news."""
    page, caller = call.query, call.caller
    found = await call.services.social.newsroom.page(caller.language, page.limit + 1, page.cursor)
    shown, last = cut(found, page.limit)
    return NewsListed(shown, None if last is None else last.id)


async def my_news(call: Call[Nothing, ById]) -> NewsListed:
    """List all news for the caller."""
    page, newsroom = call.query, call.services.social.newsroom
    found = await newsroom.for_reader(
        call.account, call.caller.language, page.limit + 1, page.cursor
    )
    shown, last = cut(found, page.limit)
    return NewsListed(shown, None if last is None else last.id)


async def unseen_news(call: Call[Nothing, Nothing]) -> Unseen:
    """List what the caller was not shown yet."""
    newsroom = call.services.social.newsroom
    return Unseen(tuple(await newsroom.unseen(call.account, call.caller.language)))


async def see_news(call: Call[Nothing, Nothing]) -> Reply:
    """The caller was shown all news up to this."""
    await call.services.social.newsroom.see(call.account, call.id)
    return Reply(204)


async def show_terms(call: Call[Nothing, Nothing]) -> TermsState:
    """Tell which rules of play are in force."""
    return await call.services.social.terms.state(call.account)


async def accept_terms(call: Call[TermsAcceptance, Nothing]) -> TermsState:
    """Accept the rules of play."""
    terms = call.services.social.terms
    return await terms.accept(call.account, call.body.version, call.holder.digest)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/news",
        handler=list_news,
        summary="News of the house, the newest first",
        query=ById,
        answers={200: NewsListed},
        public=True,
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/news",
        handler=unseen_news,
        summary="News that the caller was not shown yet, the oldest first",
        answers={200: Unseen},
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/news/all",
        handler=my_news,
        summary="All news for the caller, with the promotions that are for him, newest first",
        query=ById,
        answers={200: NewsListed},
    ),
    Endpoint(
        method="POST",
        path="/api/v1/me/news/{id}/seen",
        handler=see_news,
        summary="Show the caller no news up to this one any more",
        answers={204: None},
        raises=(Code.NEWS_NOT_FOUND,),
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/terms",
        handler=show_terms,
        summary="The version of the rules of play in force, and the one the caller accepted",
        answers={200: TermsState},
    ),
    Endpoint(
        method="POST",
        path="/api/v1/me/terms",
        handler=accept_terms,
        summary="Accept the rules of play, before the first table and when they have changed",
        body=TermsAcceptance,
        answers={200: TermsState},
        raises=(Code.TERMS_CHANGED,),
    ),
)
