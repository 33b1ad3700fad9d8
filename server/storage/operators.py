"""Those who run the service, by name and role; and the log of all that they do."""

from enum import StrEnum
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Row, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_new
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import NotFound, StorageError
from server.storage.ids import Millis
from server.storage.schema_operators import audit_log, operators
from server.storage.tokens import digest


class Role(StrEnum):
    """What somebody may do: each role may what the one before it may."""

    MODERATOR = "moderator"
    """Looks; mutes and bans."""
    CASHIER = "cashier"
    """Moves coins and VIP."""
    OWNER = "owner"
    """Makes operators."""

    def may(self, needed: "Role") -> bool:
        """Whether this role covers another."""
        order = tuple(Role)
        return order.index(self) >= order.index(needed)


class OperatorNotFound(NotFound):
    """Nobody works here under that name, or not any more."""


class OperatorNameTaken(StorageError):
    """Somebody works, or has worked, under that name: acts are kept by name."""


class Operator(msgspec.Struct, frozen=True):
    """Somebody who runs the service."""

    name: str
    role: Role
    created_at: Millis
    revoked_at: Millis | None


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """Who did what to whom, and why; `details` is JSON."""

    at: Millis
    operator: str
    act: str
    why: str
    subject: UUID | None = None
    details: str = "{}"


class Operators:
    """Makes and finds operators within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def add(self, name: str, role: Role, token: str, now: Millis) -> None:
        """Let somebody in by a token; raises `OperatorNameTaken`."""
        added = await self._tx.execute(
            insert_new(operators)
            .values(name=name, role=role, digest=digest(token), created_at=now)
            .on_conflict_do_nothing()
            .returning(operators.c.name)
        )
        if added.first() is None:
            raise OperatorNameTaken(name)

    async def get(self, name: str) -> Operator:
        """Who works under a name; raises `OperatorNotFound`."""
        return await self._one(operators.c.name == name)

    async def by_token(self, token: str) -> Operator:
        """Whose token it is; raises `OperatorNotFound`."""
        return await self._one(operators.c.digest == digest(token))

    async def listed(self) -> list[Operator]:
        """All there ever were, by name."""
        found = await self._tx.execute(select(operators).order_by(operators.c.name))
        return [_operator(row) for row in found]

    async def count(self) -> int:
        """How many there ever were."""
        return (await self._tx.execute(select(func.count()).select_from(operators))).scalar_one()

    async def owners(self) -> list[str]:
        """The names of those who may admit others, now."""
        found = await self._tx.execute(
            select(operators.c.name).where(
                operators.c.role == Role.OWNER, operators.c.revoked_at.is_(None)
            )
        )
        return list(found.scalars())

    async def revoke(self, name: str, now: Millis) -> None:
        """Let somebody in no more; raises `OperatorNotFound`."""
        revoked = await self._tx.execute(
            update(operators)
            .where(operators.c.name == name, operators.c.revoked_at.is_(None))
            .values(revoked_at=now)
        )
        if revoked.rowcount != 1:
            raise OperatorNotFound(name)

    async def _one(self, which: Any) -> Operator:
        found = await self._tx.execute(
            select(operators).where(which, operators.c.revoked_at.is_(None))
        )
        row = found.first()
        if row is None:
            raise OperatorNotFound("nobody works here by that name or token")
        return _operator(row)


class ActLog:
    """Appends to the log, and reads it."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def add(self, act: Act) -> None:
        """Write an act down, in the transaction that does it."""
        await self._tx.execute(insert(audit_log).values(**msgspec.structs.asdict(act)))

    async def of(self, subject: UUID | None, limit: int = 100) -> list[Act]:
        """The newest acts; those about one subject where one is named."""
        page = select(audit_log).order_by(audit_log.c.id.desc()).limit(limit)
        if subject is not None:
            page = page.where(audit_log.c.subject == subject)
        return [
            Act(
                at=row.at,
                operator=row.operator,
                act=row.act,
                why=row.why,
                subject=row.subject,
                details=row.details,
            )
            for row in await self._tx.execute(page)
        ]


def _operator(row: Row[Any]) -> Operator:
    return Operator(row.name, Role(row.role), row.created_at, row.revoked_at)
