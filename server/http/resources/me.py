"""What the service keeps of the caller."""

import msgspec

from server.accounts.views import AccountView
from server.http.endpoints import Call, Endpoint, Nothing


class Me(msgspec.Struct, frozen=True):
    """The caller."""

    account: AccountView


async def me(call: Call[Nothing, Nothing]) -> Me:
    """Tell callers who they are."""
    return Me(AccountView.of(await call.services.authority.account(call.holder)))


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/v1/me",
        handler=me,
        summary="The account of the caller",
        answers={200: Me},
    ),
)
