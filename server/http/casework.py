"""What operators do at `/api/v1/admin` about purchases, and for those who wait for an answer."""

from typing import Annotated, Literal
from uuid import UUID

import msgspec

from server.http.admin import Acting
from server.operators.casework import KINDS, CaseFile, Casework, Words
from server.operators.office import Office
from server.operators.sales import Bought, Sales, TakenBack
from server.storage.case_queue import Waiting, Wanted
from server.storage.cases import Case
from server.storage.operators import Operator

Limit = Annotated[int, msgspec.Meta(ge=1, le=100)]


class Buyer(msgspec.Struct, frozen=True):
    """Whose purchases, older than the purchase `before`."""

    account: UUID
    before: UUID | None = None
    limit: Limit = 50


class Refund(msgspec.Struct, frozen=True):
    """A purchase to take back; `pay_back` has its platform return the money too."""

    purchase: UUID
    why: str
    pay_back: bool = False


class Queue(msgspec.Struct, frozen=True):
    """Which cases: of a kind, of an operator by name, or nobody's."""

    kind: Literal["payment", "support"] | None = None
    agent: str | None = None
    unclaimed: bool = False
    limit: Limit = 50


class CasesListed(msgspec.Struct, frozen=True):
    """Cases that wait: VIPs' first, then the oldest."""

    cases: tuple[Waiting, ...]


class Which(msgspec.Struct, frozen=True):
    """Which case."""

    case: UUID


class Claim(msgspec.Struct, frozen=True):
    """A case to make one's own; `over` takes it from another operator."""

    case: UUID
    why: str = "claimed"
    over: bool = False


class Reply(msgspec.Struct, frozen=True):
    """What to answer."""

    case: UUID
    words: Words


class Closing(msgspec.Struct, frozen=True):
    """A case that is done."""

    case: UUID
    why: str


def casework(work: Casework, sales: Sales, looks: Acting, deeds: Acting) -> tuple[Acting, Acting]:
    """Return both tables with what is done about purchases and cases."""

    async def bought(_: Office, by: Operator, asked: Buyer) -> Bought:
        return await sales.of(by, asked.account, asked.limit, asked.before)

    async def refund(_: Office, by: Operator, given: Refund) -> TakenBack:
        return await sales.refund(by, given.purchase, given.why, pay_back=given.pay_back)

    async def queue(_: Office, by: Operator, asked: Queue) -> CasesListed:
        kinds = KINDS if asked.kind is None else (asked.kind,)
        wanted = Wanted(kinds, asked.agent, asked.unclaimed)
        return CasesListed(tuple(await work.waiting(by, wanted, asked.limit)))

    async def file(_: Office, by: Operator, asked: Which) -> CaseFile:
        return await work.file(by, asked.case)

    async def claim(_: Office, by: Operator, given: Claim) -> Case:
        return await work.claim(by, given.case, given.why, over=given.over)

    async def answer(_: Office, by: Operator, given: Reply) -> Case:
        return await work.answer(by, given.case, given.words)

    async def close(_: Office, by: Operator, given: Closing) -> Case:
        return await work.close(by, given.case, given.why)

    return (
        {
            **looks,
            "purchases": (Buyer, bought),
            "cases": (Queue, queue),
            "cases/file": (Which, file),
        },
        {
            **deeds,
            "purchases/refund": (Refund, refund),
            "cases/claim": (Claim, claim),
            "cases/answer": (Reply, answer),
            "cases/close": (Closing, close),
        },
    )
