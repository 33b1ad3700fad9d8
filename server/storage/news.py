"""News in each language, and the rules of play: which version somebody has accepted."""

from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Row, and_, false, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import NotFound
from server.storage.ids import Millis, floor
from server.storage.promotions import Audience
from server.storage.schema import table_seats, tables
from server.storage.schema_gifts import promotions
from server.storage.schema_people import news, terms_acceptances


class NewsNotFound(NotFound):
    """There is no such piece of news."""


class Text(msgspec.Struct, frozen=True):
    """A headline and what it is about."""

    title: str
    text: str


class News(msgspec.Struct, frozen=True):
    """A piece of news, by language; shown from ``at`` on, and to nobody after ``until``.

    Where it announces a ``promotion``, only those whom that is for are shown it.
    """

    id: UUID
    at: Millis
    until: Millis | None
    texts: dict[str, Text]
    promotion: UUID | None = None


class Reader(msgspec.Struct, frozen=True):
    """Who reads, as promotions are for some and not for others; to guests they are not shown."""

    since: Millis
    """When he came."""
    vip: bool


class NewsRoom:
    """Keeps and lists news within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def keep(self, piece: News, by: str) -> None:
        """Publish."""
        texts = msgspec.json.encode(piece.texts)
        await self._tx.execute(
            insert(news).values(
                id=piece.id,
                at=piece.at,
                until=piece.until,
                by=by,
                texts=texts,
                promotion=piece.promotion,
            )
        )

    async def require(self, piece: UUID, now: Millis) -> None:
        """Raise `NewsNotFound` for what was never published by then."""
        found = await self._tx.execute(
            select(news.c.id).where(news.c.id == piece, news.c.at <= now)
        )
        if found.first() is None:
            raise NewsNotFound(str(piece))

    async def end(self, piece: UUID, now: Millis) -> None:
        """Show it to nobody any more; raises `NewsNotFound`."""
        ended = await self._tx.execute(update(news).where(news.c.id == piece).values(until=now))
        if ended.rowcount != 1:
            raise NewsNotFound(str(piece))

    async def end_announcing(self, promotion: UUID, now: Millis) -> None:
        """Show what announces a promotion to nobody any more."""
        await self._tx.execute(update(news).where(news.c.promotion == promotion).values(until=now))

    async def newest(self, now: Millis) -> UUID | None:
        """The last piece that anybody is shown at this moment, a promotion or not."""
        found = await self._tx.execute(
            select(news.c.id).where(_lasts(now)).order_by(news.c.id.desc()).limit(1)
        )
        return found.scalar()

    async def page(
        self, now: Millis, limit: int, before: UUID | None, reader: Reader | None = None
    ) -> list[News]:
        """What is shown at this moment, the newest first; promotions only to whom they are for."""
        page = _NEWS.where(_is_shown(now, reader))
        if before is not None:
            page = page.where(news.c.id < before)
        found = await self._tx.execute(page.order_by(news.c.id.desc()).limit(limit))
        return [_news(row) for row in found]

    async def unseen(
        self, now: Millis, since: Millis, seen: UUID | None, limit: int, reader: Reader | None
    ) -> list[News]:
        """What was published since, or is announced still, and after the last piece seen.

        The oldest first.
        """
        page = _NEWS.where(
            or_(news.c.id > floor(since), news.c.promotion.is_not(None)), _is_shown(now, reader)
        )
        if seen is not None:
            page = page.where(news.c.id > seen)
        found = await self._tx.execute(page.order_by(news.c.id).limit(limit))
        return [_news(row) for row in found]


class Acceptance(msgspec.Struct, frozen=True):
    """Somebody accepts a version of the rules of play, and declares his least age with it."""

    account: UUID
    version: int
    at: Millis
    door: str | None
    age: int


async def accept_terms(tx: AsyncConnection, given: Acceptance) -> None:
    """Keep it; of one version the first time stands, unless a higher age is declared later."""
    added = insert(terms_acceptances).values(**msgspec.structs.asdict(given))
    held, new = terms_acceptances.c, added.excluded
    await tx.execute(
        added.on_conflict_do_update(
            index_elements=list(terms_acceptances.primary_key),
            set_={"at": new.at, "door": new.door, "age": new.age},
            where=func.coalesce(held.age, -1) < new.age,
        )
    )


async def declared_age(tx: AsyncConnection, account: UUID) -> int | None:
    """The highest age that somebody has declared to have reached; none before he did."""
    found: int | None = await tx.scalar(
        select(func.max(terms_acceptances.c.age)).where(terms_acceptances.c.account == account)
    )
    return found


async def accepted_terms(tx: AsyncConnection, account: UUID) -> tuple[int, Millis] | None:
    """The newest version that somebody has accepted, and when."""
    found = await tx.execute(
        select(terms_acceptances.c.version, terms_acceptances.c.at)
        .where(terms_acceptances.c.account == account)
        .order_by(terms_acceptances.c.version.desc())
        .limit(1)
    )
    row = found.first()
    return None if row is None else (row.version, row.at)


async def seated_unagreed(tx: AsyncConnection, version: int) -> list[UUID]:
    """Who has a seat at an open table, and has not accepted this version of the rules."""
    agreed = select(terms_acceptances.c.account).where(
        terms_acceptances.c.account == table_seats.c.account,
        terms_acceptances.c.version >= version,
    )
    found = await tx.execute(
        select(table_seats.c.account)
        .join(tables, tables.c.id == table_seats.c.table_id)
        .where(tables.c.status == "open", ~agreed.exists())
        .distinct()
    )
    return list(found.scalars())


_NEWS: Final = select(news).outerjoin(promotions, promotions.c.id == news.c.promotion)


def _is_shown(now: Millis, reader: Reader | None) -> ColumnElement[bool]:
    return _lasts(now) & or_(news.c.promotion.is_(None), _is_for(reader))


def _lasts(now: Millis) -> ColumnElement[bool]:
    return (news.c.at <= now) & or_(news.c.until.is_(None), news.c.until > now)


def _is_for(reader: Reader | None) -> ColumnElement[bool]:
    """Whether the promotion that is announced is for this reader."""
    if reader is None:
        return false()
    audience = promotions.c.audience
    return or_(
        audience.in_((Audience.EVERYBODY, Audience.VIP if reader.vip else Audience.NOT_VIP)),
        and_(audience == Audience.NEWCOMERS, promotions.c.starts <= reader.since),
    )


def _news(row: Row[Any]) -> News:
    texts = msgspec.json.decode(row.texts, type=dict[str, Text])
    return News(row.id, row.at, row.until, texts, row.promotion)
