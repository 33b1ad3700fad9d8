"""Reports of messages and people, and appeals: a queue for moderators, each with its outcome."""

from enum import StrEnum
from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import Row, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.named import Named
from server.storage.database import NotFound
from server.storage.ids import Millis
from server.storage.schema import accounts
from server.storage.schema_talk import reports


class ReportKind(StrEnum):
    """What it is about."""

    MESSAGE = "message"
    PLAYER = "player"
    APPEAL = "appeal"
    """Of the one who was ruled about; ``topic`` is then the ruling's id."""


class Outcome(StrEnum):
    """What came of it, as the reporter hears it."""

    NOTHING = "nothing"
    REMOVED = "removed"
    WARNED = "warned"
    MUTED = "muted"
    BANNED = "banned"
    LIFTED = "lifted"
    """Of an appeal: the ruling was taken back."""


class ReportNotFound(NotFound):
    """There is no such report, or it was closed."""


class Filed(msgspec.Struct, frozen=True, kw_only=True):
    """A report as it is made. ``text`` is a copy of what was said."""

    id: UUID
    kind: ReportKind
    reporter: UUID
    accused: UUID
    topic: str | None = None
    seq: int | None = None
    text: str | None = None
    note: str
    at: Millis


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A report as moderators see it."""

    id: UUID
    kind: ReportKind
    reporter: UUID
    accused: Named
    topic: str | None
    seq: int | None
    text: str | None
    note: str
    at: Millis


class Reports:
    """Files, lists and closes within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def file(self, report: Filed) -> bool:
        """Keep a report; false when the reporter has reported the same before."""
        filed = await self._tx.execute(
            insert(reports)
            .values(**msgspec.structs.asdict(report))
            .on_conflict_do_nothing()
            .returning(reports.c.id)
        )
        return filed.first() is not None

    async def appealed(self, sanction: UUID) -> bool:
        """Whether somebody has appealed against a ruling before."""
        found = await self._tx.execute(
            select(reports.c.id).where(
                reports.c.kind == ReportKind.APPEAL, reports.c.topic == str(sanction)
            )
        )
        return found.first() is not None

    async def count(self, reporter: UUID, since: Millis) -> int:
        """How many reports somebody made since."""
        found = await self._tx.execute(
            select(func.count()).where(reports.c.reporter == reporter, reports.c.at > since)
        )
        return found.scalar_one()

    async def waiting(self, limit: int, after: UUID | None) -> list[Report]:
        """What nobody has closed, the oldest first."""
        page = _REPORT.where(reports.c.closed_at.is_(None))
        if after is not None:
            page = page.where(reports.c.id > after)
        found = await self._tx.execute(page.order_by(reports.c.id).limit(limit))
        return [_report(row) for row in found]

    async def close(self, report: UUID, outcome: Outcome, by: str, now: Millis) -> Report:
        """Close a report with its outcome; raises `ReportNotFound`, also the second time."""
        closed = await self._tx.execute(
            update(reports)
            .where(reports.c.id == report, reports.c.closed_at.is_(None))
            .values(outcome=outcome, closed_at=now, closed_by=by)
        )
        if closed.rowcount != 1:
            raise ReportNotFound(str(report))
        return _report((await self._tx.execute(_REPORT.where(reports.c.id == report))).one())


_REPORT: Final = select(reports, accounts.c.nick).join(
    accounts, accounts.c.id == reports.c.accused
)


def _report(row: Row[Any]) -> Report:
    return Report(
        id=row.id,
        kind=ReportKind(row.kind),
        reporter=row.reporter,
        accused=Named(row.accused, row.nick),
        topic=row.topic,
        seq=row.seq,
        text=row.text,
        note=row.note,
        at=row.at,
    )
