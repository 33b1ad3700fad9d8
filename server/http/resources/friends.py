"""The caller's friends, requests, and people whom he keeps away."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec

from server.http.endpoints import Call, Endpoint, Nothing, Reply
from server.http.paging import ById, Limit, cut
from server.named import Named
from server.storage.friends import Known, Relation
from server.wordings import Code

UserId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class KnownListed(msgspec.Struct, frozen=True):
    """People in the order of their ids; ``next`` is null on the last page."""

    people: tuple[Known, ...]
    next: UUID | None


class AllKnown(msgspec.Struct, frozen=True):
    """People in the order of their ids, all of them."""

    people: tuple[Known, ...]


class Requests(msgspec.Struct, frozen=True):
    """Whose requests: of others to the caller, or the caller's own."""

    of: Literal["others", "mine"] = "others"
    cursor: UUID | None = None
    limit: Limit = 50


class Related(msgspec.Struct, frozen=True):
    """What that person is to the caller now."""

    relation: Relation


class NetworkFriends(msgspec.Struct, frozen=True):
    """Friends on the caller's own social network, as it told the client; 500 ids at most."""

    platform: Literal["vk", "ok", "facebook", "telegram"]
    ids: Annotated[tuple[UserId, ...], msgspec.Meta(max_length=500)]


class NetworkFriendsFound(msgspec.Struct, frozen=True):
    """Those of them who play here, by their id on the network."""

    people: dict[str, Named]


async def list_friends(call: Call[Nothing, ById]) -> KnownListed:
    """List the caller's friends."""
    page = call.query
    found = await call.services.social.friendship.page(call.account, page.limit + 1, page.cursor)
    return _listed(found, page.limit)


async def list_requests(call: Call[Nothing, Requests]) -> KnownListed:
    """List requests that wait for an answer."""
    page, friendship = call.query, call.services.social.friendship
    asked = friendship.asking if page.of == "others" else friendship.asked
    return _listed(await asked(call.account, page.limit + 1, page.cursor), page.limit)


async def ask_friend(call: Call[Nothing, Nothing]) -> Related:
    """Ask somebody to be a friend, or accept."""
    return Related(await call.services.social.friendship.ask(call.account, call.id))


async def part_friend(call: Call[Nothing, Nothing]) -> Reply:
    """End a friendship, or a request from either side."""
    await call.services.social.friendship.part(call.account, call.id)
    return Reply(204)


async def find_network_friends(call: Call[NetworkFriends, Nothing]) -> NetworkFriendsFound:
    """Find who of one's social network plays here."""
    asked = call.body
    friendship = call.services.social.friendship
    return NetworkFriendsFound(
        await friendship.playing(call.account, asked.platform, set(asked.ids))
    )


async def list_blocked(call: Call[Nothing, Nothing]) -> AllKnown:
    """List whom the caller keeps away."""
    return AllKnown(tuple(await call.services.social.avoidance.listed(call.account)))


async def block_person(call: Call[Nothing, Nothing]) -> Reply:
    """Keep somebody away."""
    await call.services.social.avoidance.block(call.account, call.id)
    return Reply(204)


async def unblock_person(call: Call[Nothing, Nothing]) -> Reply:
    """Let somebody come near again."""
    await call.services.social.avoidance.unblock(call.account, call.id)
    return Reply(204)


def _listed(found: list[Known], limit: int) -> KnownListed:
    shown, last = cut(found, limit)
    return KnownListed(shown, None if last is None else last.person.id)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/me/friends",
        handler=list_friends,
        summary="The caller's friends",
        query=ById,
        answers={200: KnownListed},
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/friend-requests",
        handler=list_requests,
        summary="Requests to become friends that wait for an answer",
        query=Requests,
        answers={200: KnownListed},
    ),
    Endpoint(
        method="PUT",
        path="/api/v1/me/friends/{id}",
        handler=ask_friend,
        summary="Ask somebody to be a friend, or accept what he asked",
        answers={200: Related},
        raises=(
            Code.ACCOUNT_NOT_FOUND,
            Code.ONESELF,
            Code.NOT_WANTED,
            Code.TOO_MANY_FRIENDS,
            Code.TOO_MANY_FRIEND_REQUESTS,
            Code.BANNED,
        ),
    ),
    Endpoint(
        method="DELETE",
        path="/api/v1/me/friends/{id}",
        handler=part_friend,
        summary="Remove a friend, decline a request or take one's own back",
        answers={204: None},
        raises=(Code.ACCOUNT_NOT_FOUND, Code.ONESELF),
    ),
    Endpoint(
        method="POST",
        path="/api/v1/me/network-friends",
        handler=find_network_friends,
        summary="Which friends of one's own social network play here and let themselves be found",
        body=NetworkFriends,
        answers={200: NetworkFriendsFound},
        raises=(Code.MEMBERS_ONLY, Code.NOT_ON_PLATFORM),
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/blocked",
        handler=list_blocked,
        summary="People whom the caller keeps away",
        answers={200: AllKnown},
    ),
    Endpoint(
        method="PUT",
        path="/api/v1/me/blocked/{id}",
        handler=block_person,
        summary="Keep somebody away: no words, requests or invitations of his arrive any more",
        answers={204: None},
        raises=(Code.ACCOUNT_NOT_FOUND, Code.ONESELF, Code.TOO_MANY_BLOCKED),
    ),
    Endpoint(
        method="DELETE",
        path="/api/v1/me/blocked/{id}",
        handler=unblock_person,
        summary="Let him come near again",
        answers={204: None},
    ),
)
