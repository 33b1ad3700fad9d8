"""VIP: append-only grants, each of which says where the term of its person ends after it.

A grant goes on from the end that there was, or from now where that has passed. What is taken back
is a grant too, whose `until` lies before its `since`. So the newest one says until when somebody
is VIP, and time alone makes it end.
"""

from enum import StrEnum
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Row, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema_money import vip_grants


class VipCause(StrEnum):
    """Where VIP time came from, or why it was taken back."""

    PURCHASE = "purchase"
    SUBSCRIPTION = "subscription"
    GIFT = "gift"
    CERTIFICATE = "certificate"
    PROMOTION = "promotion"
    OPERATOR = "operator"
    CHARGEBACK = "chargeback"
    MERGE = "merge"


class VipGrant(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of a term, from `since` to `until`; `giver` is the friend who paid for it."""

    key: str
    account: UUID
    since: Millis
    until: Millis
    cause: VipCause
    at: Millis
    giver: UUID | None = None


class VipGrants:
    """Reads and appends within a transaction; appending wants the person's wallet locked."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def until(self, account: UUID) -> Millis:
        """When somebody's VIP ends or has ended; 0 for who never was."""
        found = await self._tx.execute(
            select(vip_grants.c.until)
            .where(vip_grants.c.account == account)
            .order_by(vip_grants.c.id.desc())
            .limit(1)
        )
        return found.scalar() or 0

    async def find(self, key: str) -> VipGrant | None:
        """What was granted under a key."""
        row = (await self._tx.execute(select(vip_grants).where(vip_grants.c.key == key))).first()
        return None if row is None else _grant(row)

    async def add(self, grant: VipGrant) -> bool:
        """Append; false when its key was used before."""
        added = await self._tx.execute(
            insert(vip_grants)
            .values(**msgspec.structs.asdict(grant))
            .on_conflict_do_nothing(index_elements=[vip_grants.c.key])
            .returning(vip_grants.c.id)
        )
        return added.first() is not None

    async def taken_back(self, account: UUID, since: Millis) -> bool:
        """Whether time was taken from somebody since a moment, but for what a merge moved."""
        found = await self._tx.execute(
            select(vip_grants.c.id)
            .where(
                vip_grants.c.account == account,
                vip_grants.c.at >= since,
                vip_grants.c.until < vip_grants.c.since,
                vip_grants.c.cause != VipCause.MERGE,
            )
            .limit(1)
        )
        return found.first() is not None

    async def of(self, account: UUID, limit: int = 100) -> list[VipGrant]:
        """Somebody's grants, the newest first."""
        found = await self._tx.execute(
            select(vip_grants)
            .where(vip_grants.c.account == account)
            .order_by(vip_grants.c.id.desc())
            .limit(limit)
        )
        return [_grant(row) for row in found]


def _grant(row: Row[Any]) -> VipGrant:
    return VipGrant(
        key=row.key,
        account=row.account,
        since=row.since,
        until=row.until,
        cause=VipCause(row.cause),
        at=row.at,
        giver=row.giver,
    )
