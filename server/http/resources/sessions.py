"""Signing in and out."""

from enum import StrEnum
from typing import Annotated
from uuid import UUID

import msgspec

from platforms.doors import Door
from platforms.page_door import PageDoor
from server.accounts.refusals import LaunchRefused, TooManyFailures
from server.accounts.sign_in import Launch, Login, SignedIn
from server.accounts.views import AccountView
from server.http.endpoints import Call, Endpoint, Nothing, Reply
from server.storage.ids import Millis
from server.wordings import Code

Text = Annotated[str, msgspec.Meta(max_length=8192)]
Word = Annotated[str, msgspec.Meta(max_length=128)]

_OF_THE_PAGE = frozenset(door.value for door in PageDoor)


class Entrance(StrEnum):
    """How somebody comes in: by a platform's door, by one of the page's, or as a guest."""

    VK = "vk"
    VK_GAME = "vk_game"
    OK = "ok"
    FACEBOOK = "facebook"
    TELEGRAM = "telegram"
    VK_ID = "vk_id"
    TELEGRAM_LOGIN = "telegram_login"
    OK_LOGIN = "ok_login"
    FACEBOOK_LOGIN = "facebook_login"
    EMAIL = "email"
    GUEST = "guest"


class SessionAsked(msgspec.Struct, frozen=True):
    """A launch exactly as the platform gave it to the client, or a guest's device token.

    At the door ``email`` the launch is the code out of the letter, at the others of the page the
    query with which the platform sent the browser back.
    ``guest``: the device token of somebody who has been playing as a guest until now.
    ``nonce``: what ``POST /api/v1/sessions/nonce`` gave out, and Facebook signs; at a door of the
    page by itself the ``key`` with which the login began.
    """

    platform: Entrance
    launch: Text
    guest: Word | None = None
    nonce: Word | None = None


class MergeOffer(msgspec.Struct, frozen=True):
    """This identity had an account already, so the guest's progress was left where it was.

    ``POST /api/v1/me/merge`` with ``offer`` shows both sides and takes it over, for a day.
    """

    offer: UUID
    account: AccountView
    guest: AccountView


class SessionOpened(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who you are, and the token that proves it from now on."""

    token: str
    expires: Millis
    account: AccountView
    created: bool
    nick_proposal: str | None = None
    """The platform's name for you, fit to be a nick; shown while there is none."""
    merge_offer: MergeOffer | None = None


class NonceGiven(msgspec.Struct, frozen=True):
    """A word to have signed: good once, for so many seconds."""

    nonce: str
    expires_in: int


async def open_session(call: Call[SessionAsked, Nothing]) -> Reply:
    """Sign in."""
    asked = call.body
    launches = call.services.metrics.launches
    try:
        signed_in = await _signed_in(call)
    except (LaunchRefused, TooManyFailures) as refused:
        launches.count(asked.platform, refused.reason)
        raise
    launches.count(asked.platform, "accepted")
    return Reply(201 if signed_in.created else 200, _opened(signed_in))


async def give_nonce(call: Call[Nothing, Nothing]) -> NonceGiven:
    """Give a nonce."""
    return NonceGiven(await call.services.sign_in.nonce(), 300)


async def close_session(call: Call[Nothing, Nothing]) -> Reply:
    """Sign out."""
    await call.services.sign_in.sign_out(call.token)
    return Reply(204)


async def _signed_in(call: Call[SessionAsked, Nothing]) -> SignedIn:
    asked, sign_in = call.body, call.services.sign_in
    if asked.platform is Entrance.GUEST:
        return await sign_in.as_guest(asked.launch, call.caller.address)
    if asked.platform in _OF_THE_PAGE:
        login = Login(PageDoor(asked.platform), asked.launch, asked.nonce or "", asked.guest)
        return await call.services.logins.enter(login, call.caller.address)
    launch = Launch(Door(asked.platform), asked.launch, asked.nonce, asked.guest)
    return await sign_in.by_launch(launch, call.caller.address)


def _opened(signed_in: SignedIn) -> SessionOpened:
    account, left = AccountView.of(signed_in.account), signed_in.merge_offer
    offer = MergeOffer(left.offer, account, AccountView.of(left.guest)) if left else None
    return SessionOpened(
        token=signed_in.session.token,
        expires=signed_in.session.expires,
        account=account,
        created=signed_in.created,
        nick_proposal=signed_in.nick_proposal,
        merge_offer=offer,
    )


ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/v1/sessions",
        handler=open_session,
        summary="Sign in by a platform's launch, by a door of the page, or as a guest",
        body=SessionAsked,
        answers={200: SessionOpened, 201: SessionOpened},
        public=True,
        raises=(
            Code.LAUNCH_REFUSED,
            Code.LAUNCH_STALE,
            Code.DOOR_SHUT,
            Code.LOGIN_REFUSED,
            Code.LOGIN_DECLINED,
            Code.MAIL_CODE_REFUSED,
            Code.PLATFORM_SILENT,
            Code.DEVICE_REFUSED,
            Code.TOO_MANY_FAILURES,
            Code.TOO_MANY_GUESTS,
        ),
    ),
    Endpoint(
        method="POST",
        path="/api/v1/sessions/nonce",
        handler=give_nonce,
        summary="A word for the platform to sign, good once",
        answers={200: NonceGiven},
        public=True,
    ),
    Endpoint(
        method="DELETE",
        path="/api/v1/sessions",
        handler=close_session,
        summary="Sign out: the token ends",
        answers={204: None},
    ),
)
