"""Months of `commits`: each a partition, bounded by the least keys of two moments.

A stream's commits all lie in the month of its key. What arrives for a month without a partition is
kept in the default one and moved when the month gets its own, so a missed run loses nothing.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage import locks
from server.storage.ids import Millis, floor

AHEAD = 3
"""How many months beyond the present one are made."""


@dataclass(frozen=True, slots=True)
class Month:
    """A calendar month in UTC, and its partition."""

    year: int
    month: int

    @classmethod
    def of(cls, at: Millis) -> "Month":
        """The month of a moment."""
        day = datetime.fromtimestamp(at / 1000, UTC)
        return cls(day.year, day.month)

    @property
    def following(self) -> "Month":
        """The month after this one."""
        return Month(self.year + self.month // 12, self.month % 12 + 1)

    @property
    def began(self) -> Millis:
        """Its first millisecond."""
        return int(datetime(self.year, self.month, 1, tzinfo=UTC).timestamp()) * 1000

    @property
    def partition(self) -> str:
        """The name of its partition."""
        return f"commits_{self.year:04}_{self.month:02}"


async def ensure(tx: AsyncConnection, now: Millis, ahead: int = AHEAD) -> list[str]:
    """Make the partitions of this month and the coming ones; returns the names of the new."""
    await locks.take(tx, locks.PARTITIONS)
    made = []
    month = Month.of(now)
    for _ in range(ahead + 1):
        exists = await tx.execute(text("SELECT to_regclass(:name)"), {"name": month.partition})
        if exists.scalar() is None:
            await _make(tx, month)
            made.append(month.partition)
        month = month.following
    return made


async def _make(tx: AsyncConnection, month: Month) -> None:
    # ATTACH, unlike CREATE TABLE … PARTITION OF, does not lock readers and writers of the log out.
    low, high = floor(month.began), floor(month.following.began)
    name = month.partition
    await tx.execute(
        text(f"CREATE TABLE {name} (LIKE commits INCLUDING DEFAULTS INCLUDING CONSTRAINTS)")
    )
    await tx.execute(
        text(f"ALTER TABLE {name} ADD CONSTRAINT pk_{name} PRIMARY KEY (stream, seq)")
    )
    await tx.execute(text("LOCK TABLE commits_default IN ACCESS EXCLUSIVE MODE"))
    strays = "DELETE FROM commits_default WHERE stream >= :low AND stream < :high RETURNING *"
    moving = f"WITH strays AS ({strays}) INSERT INTO {name} SELECT * FROM strays"  # noqa: S608
    await tx.execute(text(moving), {"low": low, "high": high})
    await tx.execute(
        text(
            f"ALTER TABLE commits ATTACH PARTITION {name} FOR VALUES FROM ('{low}') TO ('{high}')"
        )
    )
