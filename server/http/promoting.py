"""What operators do at `/api/v1/admin` about promotions."""

from typing import Annotated
from uuid import UUID

import msgspec

from server.http.admin import Acting, Moment
from server.operators.deeds import MOST_OFFERED
from server.operators.office import Office
from server.operators.promoting import Listed
from server.requests import Malformed
from server.storage.operators import Operator
from server.storage.promotions import LONGEST_TITLE, Audience, Bonus, Promotion


class NewPromotion(msgspec.Struct, frozen=True):
    """A promotion to begin; `id` is its key."""

    id: UUID
    bonus: Bonus
    amount: Annotated[int, msgspec.Meta(ge=1, le=MOST_OFFERED)]
    audience: Audience
    starts: Moment
    ends: Moment
    per_person: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    en: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TITLE)]
    ru: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TITLE)]
    why: str


class Begun(msgspec.Struct, frozen=True):
    """The promotion that runs now."""

    promotion: UUID


class Older(msgspec.Struct, frozen=True):
    """Which page: those older than the promotion `before`."""

    before: UUID | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50


class PromotionsListed(msgspec.Struct, frozen=True):
    """Promotions that run, will run and ran, the last one made first."""

    promotions: tuple[Listed, ...]


class Stopping(msgspec.Struct, frozen=True):
    """A promotion to give no more of; what was given stays."""

    promotion: UUID
    why: str


def promoting(looks: Acting, deeds: Acting) -> tuple[Acting, Acting]:
    """Return both tables with what is done about promotions."""
    return (
        {**looks, "promotions": (Older, _listed)},
        {**deeds, "promotions": (NewPromotion, _begin), "promotions/stop": (Stopping, _stop)},
    )


async def _listed(office: Office, by: Operator, asked: Older) -> PromotionsListed:
    found = await office.promotions.listed(by, asked.limit, asked.before)
    return PromotionsListed(tuple(found))


async def _begin(office: Office, by: Operator, given: NewPromotion) -> Begun:
    if given.starts >= given.ends:
        raise Malformed("ends: before it starts")
    told = {name: each for name, each in msgspec.structs.asdict(given).items() if name != "why"}
    await office.promotions.begin(by, Promotion(**told), given.why)
    return Begun(given.id)


async def _stop(office: Office, by: Operator, given: Stopping) -> Promotion:
    return await office.promotions.stop(by, given.promotion, given.why)
