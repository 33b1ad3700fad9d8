"""Invitations of one person to a table."""

from typing import Annotated
from uuid import UUID

import msgspec

from server.http.endpoints import Call, Endpoint, Nothing, Reply
from server.storage.invitations import Invitation
from server.tables.refusals import INVITING, SITTING
from server.tables.views import TableView
from server.wordings import Code

Card = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]


class InvitationAsked(msgspec.Struct, frozen=True):
    """Whom to ask to which table."""

    player: UUID
    table: UUID


class Acceptance(msgspec.Struct, frozen=True):
    """The digest of the table's card as it was read; needed where there is a stake."""

    card: Card | None = None


class Refusal(msgspec.Struct, frozen=True):
    """``mute``: and let this person ask no more."""

    mute: bool = False


class InvitationsListed(msgspec.Struct, frozen=True):
    """The next to lapse first."""

    invitations: tuple[Invitation, ...]


async def invite_somebody(call: Call[InvitationAsked, Nothing]) -> Reply:
    """Ask somebody to one's table."""
    asked, inviting = call.body, call.services.social.inviting
    return Reply(201, await inviting.invite(call.account, asked.player, asked.table))


async def my_invitations(call: Call[Nothing, Nothing]) -> InvitationsListed:
    """List what the caller may still answer."""
    return InvitationsListed(tuple(await call.services.social.inviting.waiting(call.account)))


async def accept_invitation(call: Call[Acceptance, Nothing]) -> TableView:
    """Sit down where one was asked to."""
    inviting = call.services.social.inviting
    seated = await inviting.accept(call.account, call.id, call.body.card)
    call.services.sockets.expect(call.account)
    return seated


async def decline_invitation(call: Call[Refusal, Nothing]) -> Reply:
    """Say no."""
    await call.services.social.inviting.decline(call.account, call.id, mute=call.body.mute)
    return Reply(204)


async def withdraw_invitation(call: Call[Nothing, Nothing]) -> Reply:
    """Ask no more."""
    await call.services.social.inviting.withdraw(call.account, call.id)
    return Reply(204)


async def mute_inviter(call: Call[Nothing, Nothing]) -> Reply:
    """Let somebody ask no more."""
    await call.services.social.inviting.mute(call.account, call.id, muted=True)
    return Reply(204)


async def unmute_inviter(call: Call[Nothing, Nothing]) -> Reply:
    """Let somebody ask again."""
    await call.services.social.inviting.mute(call.account, call.id, muted=False)
    return Reply(204)


_UNKNOWN = (Code.INVITATION_NOT_FOUND, Code.INVITATION_LAPSED)

ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/v1/invitations",
        handler=invite_somebody,
        summary="Ask a friend to one's table; VIP may ask anybody",
        body=InvitationAsked,
        answers={201: Invitation},
        raises=(
            Code.TABLE_NOT_FOUND,
            Code.NOT_AT_TABLE,
            Code.TABLE_TAKEN,
            Code.TABLE_CLOSED,
            *INVITING,
        ),
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/invitations",
        handler=my_invitations,
        summary="Invitations that the caller may still answer",
        answers={200: InvitationsListed},
    ),
    Endpoint(
        method="POST",
        path="/api/v1/invitations/{id}/accept",
        handler=accept_invitation,
        summary="Sit down where one was asked to",
        body=Acceptance,
        answers={200: TableView},
        raises=(*_UNKNOWN, *SITTING),
    ),
    Endpoint(
        method="POST",
        path="/api/v1/invitations/{id}/decline",
        handler=decline_invitation,
        summary="Say no, and mute whoever asks if need be",
        body=Refusal,
        answers={204: None},
        raises=_UNKNOWN,
    ),
    Endpoint(
        method="DELETE",
        path="/api/v1/invitations/{id}",
        handler=withdraw_invitation,
        summary="Withdraw one's own invitation",
        answers={204: None},
        raises=_UNKNOWN,
    ),
    Endpoint(
        method="PUT",
        path="/api/v1/me/muted-inviters/{id}",
        handler=mute_inviter,
        summary="Let somebody invite the caller no more",
        answers={204: None},
        raises=(Code.ACCOUNT_NOT_FOUND,),
    ),
    Endpoint(
        method="DELETE",
        path="/api/v1/me/muted-inviters/{id}",
        handler=unmute_inviter,
        summary="Let him invite again",
        answers={204: None},
    ),
)
