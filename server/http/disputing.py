"""What operators do about disputes at `/api/v1/admin`."""

from typing import Annotated
from uuid import UUID

import msgspec

from server.http.admin import Acting
from server.operators.disputes import Disputes, Verdict
from server.operators.office import Office
from server.operators.timeline import Bundle
from server.storage.cases import Case
from server.storage.operators import Operator


class Which(msgspec.Struct, frozen=True):
    """Of which match."""

    match: UUID


class Waiting(msgspec.Struct, frozen=True):
    """How many of those that wait."""

    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50


class DisputesListed(msgspec.Struct, frozen=True):
    """Disputes that wait, the oldest first."""

    disputes: tuple[Case, ...]


class Settlement(msgspec.Struct, frozen=True):
    """A verdict: coins given back at the house's cost, the match's coins undone, or nothing."""

    match: UUID
    verdict: Verdict
    why: str


class Settled(msgspec.Struct, frozen=True):
    """The coins that it has moved."""

    moved: int


def disputing(disputes: Disputes, looks: Acting, deeds: Acting) -> tuple[Acting, Acting]:
    """Return both tables with what is done about disputes."""

    async def waiting(_: Office, by: Operator, asked: Waiting) -> DisputesListed:
        return DisputesListed(tuple(await disputes.waiting(by, asked.limit)))

    async def bundle(_: Office, by: Operator, asked: Which) -> Bundle:
        return await disputes.bundle(by, asked.match)

    async def settle(_: Office, by: Operator, given: Settlement) -> Settled:
        return Settled(await disputes.settle(by, given.match, given.verdict, given.why))

    return (
        {**looks, "disputes": (Waiting, waiting), "matches/dispute": (Which, bundle)},
        {**deeds, "disputes/settle": (Settlement, settle)},
    )
