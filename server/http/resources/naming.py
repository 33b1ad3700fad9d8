"""What the caller is called, and what he wants and does not."""

from typing import Annotated

import msgspec

from server.accounts.naming import NickState
from server.accounts.views import AccountView
from server.http.endpoints import Call, Endpoint, Nothing
from server.people.wants import Wish
from server.storage.preferences import Preferences
from server.wordings import Code


class NickAsked(msgspec.Struct, frozen=True):
    """How to be called: 2 to 20 letters, digits, single blanks, ``-``, ``_`` and ``.``."""

    nick: Annotated[str, msgspec.Meta(max_length=200)]


async def show_nick(call: Call[Nothing, Nothing]) -> NickState:
    """Tell callers what they are called, and what they might be."""
    return await call.services.social.naming.state(call.account, call.caller.language)


async def choose_nick(call: Call[NickAsked, Nothing]) -> AccountView:
    """Call the caller so."""
    return AccountView.of(await call.services.social.naming.choose(call.account, call.body.nick))


async def my_settings(call: Call[Nothing, Nothing]) -> Preferences:
    """Show what the caller wants."""
    return await call.services.social.wants.of(call.account)


async def change_settings(call: Call[Wish, Nothing]) -> Preferences:
    """Remember what the caller wants from now on."""
    return await call.services.social.wants.change(call.account, call.body)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/me/nick",
        handler=show_nick,
        summary="The caller's nick, a free one to propose, and the changes that are left",
        answers={200: NickState},
    ),
    Endpoint(
        method="PUT",
        path="/api/v1/me/nick",
        handler=choose_nick,
        summary="Choose a nick, or change it as often as one may",
        body=NickAsked,
        answers={200: AccountView},
        raises=(
            Code.NICK_REFUSED,
            Code.NICK_TAKEN,
            Code.NICK_SETTLED,
            Code.MEMBERS_ONLY,
            Code.BANNED,
        ),
    ),
    Endpoint(
        method="GET",
        path="/api/v1/me/settings",
        handler=my_settings,
        summary="What the caller wants: talk, reminders, quiet hours, being found",
        answers={200: Preferences},
    ),
    Endpoint(
        method="PATCH",
        path="/api/v1/me/settings",
        handler=change_settings,
        summary="Change what is given, leave the rest",
        body=Wish,
        answers={200: Preferences},
    ),
)
