"""The doors of the page by itself: which there are, and how a login begins."""

from typing import Annotated

import msgspec

from platforms.mail_address import LONGEST
from platforms.page_door import PageDoor
from server.http.endpoints import Call, Endpoint, Nothing, Reply
from server.logins.mail_codes import CodeAsked
from server.logins.pages import LOGIN_LIVES
from server.wordings import Code

BrowserKey = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{43,128}$(?!\n)")]


class DoorsOffered(msgspec.Struct, frozen=True):
    """The doors that are open where nobody was launched by a platform; guests need none."""

    doors: tuple[PageDoor, ...]


class LoginAsked(msgspec.Struct, frozen=True):
    """A login on the page of a platform, in the browser that made ``key`` as for a letter.

    When it comes back to ``/auth/{door}/return``, the query as it stands there is ``launch`` of
    ``POST /api/v1/sessions``, ``door`` its ``platform`` and ``key`` its ``nonce``.
    """

    door: PageDoor
    key: BrowserKey


class LoginBegun(msgspec.Struct, frozen=True):
    """Send the browser to ``url``; it may come back, once, for so many seconds."""

    url: str
    expires_in: int


class LetterAsked(msgspec.Struct, frozen=True):
    """A code to be sent to ``address``.

    ``key``: 43 to 128 characters of base64url that this browser made at random and keeps: with the
    code it is the ``nonce`` of ``POST /api/v1/sessions``.
    """

    address: Annotated[str, msgspec.Meta(max_length=LONGEST)]
    key: BrowserKey


class LetterSent(msgspec.Struct, frozen=True):
    """The code is under way, and good for so many seconds."""

    expires_in: int


async def offer_doors(call: Call[Nothing, Nothing]) -> DoorsOffered:
    """Tell which doors there are."""
    return DoorsOffered(call.services.logins.offered)


async def begin_login(call: Call[LoginAsked, Nothing]) -> Reply:
    """Begin a login on a platform's page."""
    url = await call.services.logins.begin(call.body.door, call.body.key)
    return Reply(201, LoginBegun(url, LOGIN_LIVES // 1000))


async def send_letter(call: Call[LetterAsked, Nothing]) -> Reply:
    """Send a code by mail."""
    caller = call.caller
    asked = CodeAsked(call.body.address, call.body.key, caller.address, caller.language)
    lives = await call.services.logins.send_code(asked)
    return Reply(202, LetterSent(lives // 1000))


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/doors",
        handler=offer_doors,
        summary="The doors of the page by itself that are open",
        answers={200: DoorsOffered},
        public=True,
    ),
    Endpoint(
        method="POST",
        path="/api/v1/doors/login",
        handler=begin_login,
        summary="Begin a login on the page of a platform",
        body=LoginAsked,
        answers={201: LoginBegun},
        public=True,
        raises=(Code.DOOR_SHUT,),
    ),
    Endpoint(
        method="POST",
        path="/api/v1/doors/email",
        handler=send_letter,
        summary="Send a code to sign in with, by mail",
        body=LetterAsked,
        answers={202: LetterSent},
        public=True,
        raises=(
            Code.DOOR_SHUT,
            Code.ADDRESS_REFUSED,
            Code.TOO_MANY_LETTERS,
            Code.MAIL_SILENT,
        ),
    ),
)
