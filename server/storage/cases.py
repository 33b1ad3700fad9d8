"""Cases: what a human has to look at. One of a kind is open about one thing at a time."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Row, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import NotFound
from server.storage.ids import Millis
from server.storage.schema_cases import cases


class CaseNotFound(NotFound):
    """No case of that id is open."""


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """`kind` says of what sort, `about` names the thing, `words` tell what is known.

    `channel` is how it came, `sender` the address of who wrote a letter, `agent` the operator
    whose case it is; `answered_at` is when the person was first answered.
    """

    id: UUID
    kind: str
    about: UUID
    account: UUID | None
    words: str
    opened_at: Millis
    closed_at: Millis | None = None
    channel: str | None = None
    sender: str | None = None
    agent: str | None = None
    claimed_at: Millis | None = None
    answered_at: Millis | None = None
    closed_by: str | None = None


class Cases:
    """Opens, lists and closes cases within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def open(self, case: Case) -> Case:
        """Open it, unless one of its kind is open about that thing; the one that is open."""
        await self._tx.execute(
            insert(cases)
            .values(**msgspec.structs.asdict(case))
            .on_conflict_do_nothing(
                index_elements=[cases.c.kind, cases.c.about],
                index_where=cases.c.closed_at.is_(None),
            )
        )
        found = await self._tx.execute(
            select(cases).where(
                cases.c.kind == case.kind,
                cases.c.about == case.about,
                cases.c.closed_at.is_(None),
            )
        )
        return _case(found.one())

    async def close(self, kind: str, about: UUID, now: Millis) -> bool:
        """Close the one that is open about a thing; false where none is."""
        closed = await self._tx.execute(
            update(cases)
            .where(cases.c.kind == kind, cases.c.about == about, cases.c.closed_at.is_(None))
            .values(closed_at=now)
        )
        return closed.rowcount > 0

    async def waiting(
        self, limit: int, account: UUID | None = None, kinds: Collection[str] = ()
    ) -> list[Case]:
        """Those that are open, the oldest first; of one person, of some kinds, if asked so."""
        wanted = select(cases).where(cases.c.closed_at.is_(None))
        if account is not None:
            wanted = wanted.where(cases.c.account == account)
        if kinds:
            wanted = wanted.where(cases.c.kind.in_(kinds))
        found = await self._tx.execute(wanted.order_by(cases.c.opened_at, cases.c.id).limit(limit))
        return [_case(row) for row in found]

    async def about(self, thing: UUID, kinds: Collection[str]) -> list[Case]:
        """All of these kinds about a thing, open or closed, the oldest first."""
        found = await self._tx.execute(
            select(cases)
            .where(cases.c.about == thing, cases.c.kind.in_(kinds))
            .order_by(cases.c.opened_at, cases.c.id)
        )
        return [_case(row) for row in found]


def _case(row: Row[Any]) -> Case:
    return Case(**row._asdict())
