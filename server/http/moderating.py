"""What moderators do at `/api/v1/admin`: look at people and reports, rule, answer, post news."""

from typing import Annotated
from uuid import UUID

import msgspec

from server.chat.moderation import File, Ruling
from server.http.admin import Acting, Moment
from server.operators.office import Office
from server.people.social import Social
from server.storage.news import News, Text
from server.storage.operators import Operator
from server.storage.preferences import Language
from server.storage.reports import Outcome, Report
from server.storage.sanctions import Sanction


class Suspect(msgspec.Struct, frozen=True):
    """Whom to look at."""

    account: UUID


class Waiting(msgspec.Struct, frozen=True):
    """Which page of the queue: those after this report."""

    after: UUID | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50


class ReportsListed(msgspec.Struct, frozen=True):
    """Reports and appeals that wait, the oldest first."""

    reports: tuple[Report, ...]


class Lifting(msgspec.Struct, frozen=True):
    """A ruling to take back."""

    sanction: UUID
    why: str


class Deletion(msgspec.Struct, frozen=True):
    """Whose account to close for good; a ban without an end must keep him out."""

    account: UUID
    why: str


class Removal(msgspec.Struct, frozen=True):
    """A message to show no more."""

    topic: str
    seq: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    why: str


class Closing(msgspec.Struct, frozen=True):
    """A report to answer without a ruling."""

    report: UUID
    outcome: Outcome
    why: str


class Posting(msgspec.Struct, frozen=True):
    """News in each language: by its two letters."""

    texts: Annotated[dict[Language, Text], msgspec.Meta(min_length=1)]
    why: str
    until: Moment | None = None


class Ending(msgspec.Struct, frozen=True):
    """News to show no more."""

    news: UUID
    why: str


class Nothing(msgspec.Struct, frozen=True):
    """Done."""


def moderating(social: Social, looks: Acting, deeds: Acting) -> tuple[Acting, Acting]:
    """The acts of operators with those of moderators among them."""
    moderation, newsroom = social.moderation, social.newsroom

    async def file(_: Office, by: Operator, asked: Suspect) -> File:
        return await moderation.file(by, asked.account)

    async def queue(_: Office, by: Operator, asked: Waiting) -> ReportsListed:
        return ReportsListed(tuple(await moderation.queue(by, asked.limit, asked.after)))

    async def rule(_: Office, by: Operator, given: Ruling) -> Sanction:
        return await moderation.rule(by, given)

    async def lift(_: Office, by: Operator, given: Lifting) -> Nothing:
        await moderation.lift(by, given.sanction, given.why)
        return Nothing()

    async def delete(_: Office, by: Operator, given: Deletion) -> Nothing:
        await moderation.delete(by, given.account, given.why)
        return Nothing()

    async def remove(_: Office, by: Operator, given: Removal) -> Nothing:
        await moderation.remove(by, given.topic, given.seq, given.why)
        return Nothing()

    async def close(_: Office, by: Operator, given: Closing) -> Nothing:
        await moderation.close(by, given.report, given.outcome, given.why)
        return Nothing()

    async def publish(_: Office, by: Operator, given: Posting) -> News:
        texts = {str(language): text for language, text in given.texts.items()}
        return await newsroom.publish(by, texts, given.until, given.why)

    async def end(_: Office, by: Operator, given: Ending) -> Nothing:
        await newsroom.end(by, given.news, given.why)
        return Nothing()

    return (
        {**looks, "conduct": (Suspect, file), "reports": (Waiting, queue)},
        {
            **deeds,
            "conduct/rule": (Ruling, rule),
            "conduct/lift": (Lifting, lift),
            "people/delete": (Deletion, delete),
            "messages/remove": (Removal, remove),
            "reports/close": (Closing, close),
            "news": (Posting, publish),
            "news/end": (Ending, end),
        },
    )
