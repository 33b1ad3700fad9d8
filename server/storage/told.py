"""What platforms told of people, by identity: country and age, when and from where."""

from collections.abc import Collection
from datetime import date
from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Row, Select, case, exists, func, literal, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from platforms.told import Told
from server.storage.accounts import Identity, is_identity
from server.storage.ids import Millis
from server.storage.schema import identities
from server.storage.schema_told import told_facts

PROFILE: Final = "profile"
"""The source of what we asked for; every other one is a door."""


class Fact(msgspec.Struct, frozen=True):
    """What one source told of one identity. ``source`` is the door that somebody came by, or
    ``profile`` where we asked the platform.

    ``country`` is a code of ISO 3166-1 alpha-2; ``born`` the birth date, or where that is not
    told ``age`` the whole years reached at ``age_at``. What is told no more stays as it was told.
    """

    platform: str
    kind: str
    id: str
    source: str
    country: str | None = None
    country_at: Millis | None = None
    born: date | None = None
    age: int | None = None
    age_at: Millis | None = None


class ToldFacts:
    """Keeps and reads them within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def keep(self, identity: Identity, source: str, told: Told, now: Millis) -> None:
        """Remember what was told, and that it was; nothing of an identity that has just gone."""
        born = None if told.born is None else date.fromisoformat(told.born)
        by_country = None if told.country is None else now
        by_age = None if told.born is None and told.age is None else now
        row: Select[Any] = (
            select(
                identities.c.platform,
                identities.c.kind,
                identities.c.id,
                literal(source),
                literal(now, told_facts.c.asked_at.type),
                literal(told.country, told_facts.c.country.type),
                literal(by_country, told_facts.c.country_at.type),
                literal(born, told_facts.c.born.type),
                literal(told.age, told_facts.c.age.type),
                literal(by_age, told_facts.c.age_at.type),
            )
            .where(is_identity(identity))
            .with_for_update(read=True, key_share=True)
        )
        added = insert(told_facts).from_select([column.name for column in told_facts.c], row)
        new, held = added.excluded, told_facts.c
        tells_age = new.age_at.is_not(None)
        await self._tx.execute(
            added.on_conflict_do_update(
                index_elements=list(told_facts.primary_key),
                set_={
                    "asked_at": new.asked_at,
                    "country": func.coalesce(new.country, held.country),
                    "country_at": func.coalesce(new.country_at, held.country_at),
                    # A birth date, and an age that is told instead of it, go together.
                    **{
                        name: case((tells_age, new[name]), else_=held[name])
                        for name in ("born", "age", "age_at")
                    },
                },
            )
        )

    async def of(self, account: UUID) -> list[Fact]:
        """All that is known of somebody, by whatever identity, in a fixed order."""
        found = await self._tx.execute(
            select(told_facts)
            .join(identities, _same_identity())
            .where(identities.c.account == account)
            .order_by(*told_facts.primary_key)
        )
        return [_fact(row) for row in found if row.country or row.born or row.age]

    async def unasked(
        self, account: UUID, platforms: Collection[str], since: Millis
    ) -> list[Identity]:
        """His identities on these platforms whose profile was not asked since that moment."""
        asked = exists().where(
            _same_identity(), told_facts.c.source == PROFILE, told_facts.c.asked_at > since
        )
        found = await self._tx.execute(
            select(identities)
            .where(identities.c.account == account, identities.c.platform.in_(platforms), ~asked)
            .order_by(identities.c.platform, identities.c.id)
        )
        return [Identity(row.platform, row.kind, row.id) for row in found]


def _same_identity() -> ColumnElement[bool]:
    return (
        (told_facts.c.platform == identities.c.platform)
        & (told_facts.c.kind == identities.c.kind)
        & (told_facts.c.id == identities.c.id)
    )


def _fact(row: Row[Any]) -> Fact:
    return Fact(
        platform=row.platform,
        kind=row.kind,
        id=row.id,
        source=row.source,
        country=row.country,
        country_at=row.country_at,
        born=row.born,
        age=row.age,
        age_at=row.age_at,
    )
