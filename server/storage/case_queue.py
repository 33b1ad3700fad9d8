"""The queue of cases: who waits, whose case it is, what was said about it."""

from collections.abc import Collection
from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import Row, Select, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.cases import Case, CaseNotFound
from server.storage.database import StorageError
from server.storage.ids import Millis
from server.storage.schema_cases import case_words, cases
from server.storage.schema_money import vip_grants
from server.storage.schema_operators import operators


class CaseTaken(StorageError):
    """It is another operator's case: `agent`."""

    def __init__(self, agent: str) -> None:
        super().__init__(f"the case is {agent}'s")
        self.agent = agent


class Waiting(msgspec.Struct, frozen=True):
    """A case that nobody has closed; a VIP's comes before all others."""

    case: Case
    vip: bool


class Said(msgspec.Struct, frozen=True):
    """Words about a case: an operator's, or where there is none the person's."""

    at: Millis
    operator: str | None
    words: str


class Wanted(msgspec.Struct, frozen=True):
    """Which cases: of these kinds, one operator's, or those that are nobody's yet."""

    kinds: Collection[str]
    agent: str | None = None
    unclaimed: bool = False


class Waits(msgspec.Struct, frozen=True):
    """Milliseconds to a first answer, the median and of nine in ten; who waits, how long."""

    median: float = 0
    most: float = 0
    unanswered: int = 0
    oldest: Millis = 0


class CaseQueue:
    """Lists cases, hands them out and keeps what is said, within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def get(self, case: UUID) -> Case:
        """A case, open or closed; raises `CaseNotFound`."""
        return await self._one(select(cases).where(cases.c.id == case))

    async def waiting(self, wanted: Wanted, now: Millis, limit: int) -> list[Waiting]:
        """Those that are open: VIPs' first, then the oldest."""
        page = select(cases, _is_vip(now).label("vip")).where(
            cases.c.closed_at.is_(None), cases.c.kind.in_(wanted.kinds)
        )
        if wanted.agent is not None:
            page = page.where(cases.c.agent == wanted.agent)
        if wanted.unclaimed:
            page = page.where(cases.c.agent.is_(None))
        order = (_is_vip(now).desc(), cases.c.opened_at, cases.c.id)
        found = await self._tx.execute(page.order_by(*order).limit(limit))
        return [Waiting(_case(row), row.vip) for row in found]

    async def of(
        self, account: UUID, limit: int, kinds: Collection[str] = (), before: UUID | None = None
    ) -> list[Case]:
        """Somebody's cases, open or closed, the newest first."""
        page = select(cases).where(cases.c.account == account)
        if kinds:
            page = page.where(cases.c.kind.in_(kinds))
        if before is not None:
            page = page.where(cases.c.id < before)
        found = await self._tx.execute(page.order_by(cases.c.id.desc()).limit(limit))
        return [_case(row) for row in found]

    async def claim(self, case: UUID, agent: str, now: Millis, *, over: bool = False) -> Case:
        """Make an open case this operator's; `over` takes it from another.

        Raises `CaseNotFound` where it is closed, and `CaseTaken`.
        """
        found = await self._one(
            select(cases).where(cases.c.id == case, cases.c.closed_at.is_(None)).with_for_update()
        )
        if found.agent == agent and found.claimed_at is not None:
            return found
        if found.agent not in (None, agent) and found.claimed_at is not None and not over:
            raise CaseTaken(found.agent or "")
        return await self._change(case, agent=agent, claimed_at=now)

    async def answered(self, case: UUID, now: Millis) -> None:
        """The person was answered; the first time stands."""
        await self._change(case, answered_at=func.coalesce(cases.c.answered_at, now))

    async def close(self, case: UUID, by: str, now: Millis) -> Case:
        """Close it; whoever holds it has claimed it before."""
        return await self._change(case, closed_at=now, closed_by=by)

    async def say(self, case: UUID, said: Said, key: str | None = None) -> bool:
        """Keep words; false where those of this key are kept already."""
        kept = await self._tx.execute(
            insert(case_words)
            .values(case_id=case, key=key, **msgspec.structs.asdict(said))
            .on_conflict_do_nothing(index_elements=[case_words.c.key])
            .returning(case_words.c.id)
        )
        return kept.first() is not None

    async def of_key(self, key: str) -> UUID | None:
        """The case that has words of this key."""
        found = await self._tx.execute(select(case_words.c.case_id).where(case_words.c.key == key))
        return found.scalar()

    async def find_open(self, case: UUID, kind: str) -> Case | None:
        """A case of this kind that nobody has closed, kept from being closed for now."""
        found = await self._tx.execute(
            select(cases)
            .where(cases.c.id == case, cases.c.kind == kind, cases.c.closed_at.is_(None))
            .with_for_update()
        )
        row = found.first()
        return None if row is None else _case(row)

    async def wrote(self, case: UUID, sender: str) -> None:
        """Its person wrote from this address, where answers go too."""
        await self._change(case, sender=sender)

    async def last_agent(self, account: UUID) -> str | None:
        """Who answered somebody last, if he still works here."""
        found = await self._tx.execute(
            select(cases.c.agent)
            .join(operators, operators.c.name == cases.c.agent)
            .where(
                cases.c.account == account,
                cases.c.answered_at.is_not(None),
                operators.c.revoked_at.is_(None),
            )
            .order_by(cases.c.answered_at.desc())
            .limit(1)
        )
        return found.scalar()

    async def waits(self, kinds: Collection[str], now: Millis, since: Millis) -> Waits:
        """How long first answers took that were given since a moment, and who waits now."""
        took = cases.c.answered_at - cases.c.opened_at
        given = await self._tx.execute(
            select(
                func.coalesce(func.percentile_cont(0.5).within_group(took), 0).label("median"),
                func.coalesce(func.percentile_cont(0.9).within_group(took), 0).label("most"),
            ).where(cases.c.answered_at >= since, cases.c.kind.in_(kinds))
        )
        waiting = await self._tx.execute(
            select(func.count().label("all"), func.min(cases.c.opened_at).label("first")).where(
                cases.c.closed_at.is_(None),
                cases.c.answered_at.is_(None),
                cases.c.kind.in_(kinds),
            )
        )
        took_, waits = given.one(), waiting.one()
        oldest = 0 if waits.first is None else now - waits.first
        return Waits(took_.median, took_.most, waits.all, oldest)

    async def talk(self, case: UUID) -> list[Said]:
        """What was said, in order."""
        found = await self._tx.execute(
            select(case_words).where(case_words.c.case_id == case).order_by(case_words.c.id)
        )
        return [Said(row.at, row.operator, row.words) for row in found]

    async def _one(self, wanted: Select[Any]) -> Case:
        row = (await self._tx.execute(wanted)).first()
        if row is None:
            raise CaseNotFound("no such case is open")
        return _case(row)

    async def _change(self, case: UUID, **values: Any) -> Case:
        changed = await self._tx.execute(
            update(cases).where(cases.c.id == case).values(**values).returning(*cases.c)
        )
        return _case(changed.one())


def _is_vip(now: Millis) -> Any:
    newest = (
        select(vip_grants.c.until)
        .where(vip_grants.c.account == cases.c.account)
        .order_by(vip_grants.c.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    return func.coalesce(newest > now, False)


_FIELDS: Final = Case.__struct_fields__


def _case(row: Row[Any]) -> Case:
    return Case(**{name: getattr(row, name) for name in _FIELDS})
