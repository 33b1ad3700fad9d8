"""What each person wants and does not, remembered; who never said has the defaults."""

from typing import Annotated, Literal, TypeAlias
from uuid import UUID

import msgspec
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.schema_people import preferences

Language: TypeAlias = Literal["en", "ru"]
"""What the house speaks."""
Hour = Annotated[int, msgspec.Meta(ge=0, le=23)]


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """``findable``: by friends of one's social network. ``quiet_from`` and ``quiet_until`` are
    hours of one's own ``timezone``, between which no reminder comes; equal hours are none.
    """

    lobby_chat: bool = True
    table_chat: bool = True
    findable: bool = True
    reminders: bool = True
    language: str | None = None
    timezone: str | None = None
    quiet_from: Hour = 23
    quiet_until: Hour = 8


_FIELDS = Preferences.__struct_fields__


async def preferences_of(tx: AsyncConnection, account: UUID) -> Preferences:
    """What somebody wants."""
    columns = [preferences.c[name] for name in _FIELDS]
    row = (await tx.execute(select(*columns).where(preferences.c.account == account))).first()
    return Preferences() if row is None else Preferences(**row._mapping)  # noqa: SLF001 - public


async def keep_preferences(tx: AsyncConnection, account: UUID, wanted: Preferences) -> None:
    """Remember it."""
    values = {name: getattr(wanted, name) for name in _FIELDS}
    await tx.execute(
        insert(preferences)
        .values(account=account, **values)
        .on_conflict_do_update(index_elements=[preferences.c.account], set_=values)
    )


async def news_seen(tx: AsyncConnection, account: UUID) -> UUID | None:
    """The last news that somebody was shown."""
    seen = select(preferences.c.news_seen).where(preferences.c.account == account)
    return (await tx.execute(seen)).scalar()


async def see_news(tx: AsyncConnection, account: UUID, news: UUID) -> None:
    """Show somebody no news up to this any more."""
    later = preferences.c.news_seen.is_(None) | (preferences.c.news_seen < news)
    await tx.execute(
        insert(preferences)
        .values(account=account, news_seen=news)
        .on_conflict_do_update(
            index_elements=[preferences.c.account], set_={"news_seen": news}, where=later
        )
    )
