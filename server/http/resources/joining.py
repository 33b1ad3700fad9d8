"""The caller as one person: accounts that become one, link codes, identities, being forgotten."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec

from server.accounts.forgetting import Identities
from server.accounts.linking import LinkCode
from server.accounts.merging import MergeDone, MergeShown
from server.http.endpoints import Call, Endpoint, Nothing, Reply
from server.storage.accounts import Identity
from server.wordings import Code

Word = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class MergeAsked(msgspec.Struct, frozen=True):
    """Which offer; without ``confirm`` it is only shown."""

    offer: UUID
    confirm: bool = False


class MergesView(msgspec.Struct, frozen=True):
    """What the caller is offered, and what came over and may still go back."""

    offers: tuple[MergeShown, ...]
    merges: tuple[MergeDone, ...]


class LinkCodeTyped(msgspec.Struct, frozen=True):
    """A link code as somebody has typed it."""

    code: Word


class IdentityNamed(msgspec.Struct, frozen=True):
    """One of ``GET /api/v1/me/identities``."""

    platform: Word
    kind: Word
    id: Word


class Farewell(msgspec.Struct, frozen=True):
    """That it is meant."""

    forget_me: Literal[True]


async def my_merges(call: Call[Nothing, Nothing]) -> MergesView:
    """Show offers and merges."""
    merging = call.services.accounts.merging
    offers = await merging.offers(call.account)
    return MergesView(tuple(offers), tuple(await merging.done(call.account)))


async def merge(call: Call[MergeAsked, Nothing]) -> MergeShown:
    """Show both sides, or agree."""
    merging = call.services.accounts.merging
    if call.body.confirm:
        return await merging.confirm(call.account, call.body.offer)
    return await merging.show(call.account, call.body.offer)


async def undo_merge(call: Call[Nothing, Nothing]) -> Reply:
    """Make two accounts of one again."""
    await call.services.accounts.merging.undo(call.account, call.id)
    return Reply(204)


async def give_link_code(call: Call[Nothing, Nothing]) -> LinkCode:
    """Give a code."""
    return await call.services.accounts.linking.give(call.account)


async def type_link_code(call: Call[LinkCodeTyped, Nothing]) -> MergeShown:
    """Ask to join whoever made the code."""
    linking = call.services.accounts.linking
    return await linking.join(call.account, call.body.code, call.caller.address)


async def my_identities(call: Call[Nothing, Nothing]) -> Identities:
    """Show by what the caller may sign in."""
    return await call.services.accounts.forgetting.identities(call.account)


async def unlink(call: Call[IdentityNamed, Nothing]) -> Identities:
    """Let an identity go."""
    named = call.body
    identity = Identity(named.platform, named.kind, named.id)
    return await call.services.accounts.forgetting.unlink(call.account, identity)


async def forget_me(call: Call[Farewell, Nothing]) -> Reply:
    """Forget the caller."""
    await call.services.accounts.forgetting.forget_me(call.account)
    return Reply(204)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/me/merge",
        handler=my_merges,
        summary="Offers to become one person, and merges that may still be undone",
        answers={200: MergesView},
    ),
    Endpoint(
        method="POST",
        path="/api/v1/me/merge",
        handler=merge,
        summary="Show both sides of an offer, or agree: once both sides have, they are one",
        body=MergeAsked,
        answers={200: MergeShown},
        raises=(Code.OFFER_NOT_FOUND, Code.MERGE_REFUSED, Code.MERGE_OVER),
    ),
    Endpoint(
        method="POST",
        path="/api/v1/me/merges/{id}/undo",
        handler=undo_merge,
        summary="Make two accounts of one again, within seven days; all sessions of both end",
        answers={204: None},
        raises=(
            Code.MERGE_NOT_FOUND,
            Code.MERGE_REFUSED,
            Code.MERGE_OVER,
            Code.MERGE_SPENT,
            Code.UNDO_LAPSED,
            Code.MUTED,
            Code.BANNED,
        ),
    ),
    Endpoint(
        method="POST",
        path="/api/v1/me/link-codes",
        handler=give_link_code,
        summary="A code to type on another platform, good once and for ten minutes",
        answers={200: LinkCode},
        raises=(Code.MEMBERS_ONLY,),
    ),
    Endpoint(
        method="POST",
        path="/api/v1/me/link",
        handler=type_link_code,
        summary="Type a link code: shows both sides, who then agree by `POST /api/v1/me/merge`",
        body=LinkCodeTyped,
        answers={200: MergeShown},
        raises=(Code.CODE_REFUSED, Code.ONESELF, Code.TOO_MANY_FAILURES, Code.MERGE_OVER),
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/identities",
        handler=my_identities,
        summary="By what the caller may sign in",
        answers={200: Identities},
    ),
    Endpoint(
        method="POST",
        path="/api/v1/me/identities/unlink",
        handler=unlink,
        summary="Let an identity go; sessions by its platform end",
        body=IdentityNamed,
        answers={200: Identities},
        raises=(Code.IDENTITY_NOT_FOUND, Code.LAST_IDENTITY, Code.MUTED, Code.BANNED),
    ),
    Endpoint(
        method="POST",
        path="/api/v1/me/forget",
        handler=forget_me,
        summary="Forget the caller for good; matches and ledger stay, without a name",
        body=Farewell,
        answers={204: None},
        raises=(Code.MERGE_REFUSED,),
    ),
)
