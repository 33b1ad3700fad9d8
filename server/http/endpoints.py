"""An endpoint as data: from it come the route, the checks before the handler, and the document.

A handler gets a ``Call`` with everything read and typed, and gives a struct; it never sees the
request.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final, Generic, TypeVar
from uuid import UUID

import msgspec

from server.accounts.refusals import NotSignedIn
from server.accounts.sessions import Holder
from server.services import Services
from server.storage.preferences import Language


class Nothing(msgspec.Struct, frozen=True):
    """No body, no query."""


NOTHING: Final = Nothing()

Body = TypeVar("Body", bound=msgspec.Struct)
Query = TypeVar("Query", bound=msgspec.Struct)


class Caller(msgspec.Struct, frozen=True):
    """Who asks, from where, in which language."""

    address: str
    language: Language
    holder: Holder | None = None
    token: str | None = None


class Call(Generic[Body, Query]):
    """One request, read and checked."""

    __slots__ = ("body", "caller", "id", "query", "services")

    def __init__(
        self, services: Services, caller: Caller, body: Body, query: Query, id_: UUID | None
    ) -> None:
        self.services = services
        self.caller = caller
        self.body = body
        self.query = query
        self.id = id_ or UUID(int=0)

    @property
    def holder(self) -> Holder:
        """The signed-in person; raises ``NotSignedIn``."""
        if self.caller.holder is None:
            raise NotSignedIn
        return self.caller.holder

    @property
    def token(self) -> str:
        """The token of the signed-in person; raises ``NotSignedIn``."""
        if self.caller.token is None:
            raise NotSignedIn
        return self.caller.token

    @property
    def account(self) -> UUID:
        """The account of the signed-in person; raises ``NotSignedIn``."""
        return self.holder.account


class Reply(msgspec.Struct, frozen=True):
    """An answer that is not simply 200 with a struct as JSON."""

    status: int
    body: msgspec.Struct | None = None


class File(msgspec.Struct, frozen=True):
    """An answer of bytes to be kept as a file."""

    name: str
    media_type: str
    content: bytes


Answer = msgspec.Struct | Reply | File
Handler = Callable[[Call[Any, Any]], Awaitable[Answer]]


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One method of one path. ``{id}`` in a path is a UUID."""

    method: str
    path: str
    handler: Handler
    summary: str
    answers: dict[int, type[msgspec.Struct] | None]
    """The shape of each success, by status; none for no body, ``File`` for bytes."""
    media_type: str = "application/zip"
    """Of a ``File``."""
    body: type[msgspec.Struct] = Nothing
    body_needed: bool = True
    """Whether the body must be there; else it may be left out, for its defaults."""
    query: type[msgspec.Struct] = Nothing
    public: bool = False
    """Whether it may be called without a token."""
    raises: tuple[str, ...] = ()
    """The codes of its own refusals."""
