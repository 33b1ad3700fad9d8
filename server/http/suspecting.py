"""What operators do at `/api/v1/admin` about what looks arranged."""

from typing import Annotated
from uuid import UUID

import msgspec

from server.http.admin import Acting
from server.operators.office import Office
from server.signs.desk import SignDesk, SignFile
from server.storage.operators import Operator
from server.storage.signs import Sign, SignKind, Verdict


class Waiting(msgspec.Struct, frozen=True):
    """Which page: those of a kind, after this sign."""

    kind: SignKind | None = None
    after: UUID | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50


class SignsListed(msgspec.Struct, frozen=True):
    """Signs that nobody has closed, the oldest first."""

    signs: tuple[Sign, ...]


class Which(msgspec.Struct, frozen=True):
    """Which sign."""

    sign: UUID


class Closing(msgspec.Struct, frozen=True):
    """What a sign was."""

    sign: UUID
    verdict: Verdict
    why: str


def suspecting(desk: SignDesk, looks: Acting, deeds: Acting) -> tuple[Acting, Acting]:
    """Return both tables with what is done about signs."""

    async def waiting(_: Office, by: Operator, asked: Waiting) -> SignsListed:
        found = await desk.waiting(by, asked.limit, asked.after, asked.kind)
        return SignsListed(tuple(found))

    async def file(_: Office, by: Operator, asked: Which) -> SignFile:
        return await desk.file(by, asked.sign)

    async def close(_: Office, by: Operator, given: Closing) -> Sign:
        return await desk.close(by, given.sign, given.verdict, given.why)

    return (
        {**looks, "signs": (Waiting, waiting), "signs/file": (Which, file)},
        {**deeds, "signs/close": (Closing, close)},
    )
