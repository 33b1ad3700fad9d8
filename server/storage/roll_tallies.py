"""Rolls counted: by match and seat, and by day for the whole house.

Both are written once, when a match has ended; the logs stay what they are computed from. A day is
of UTC, counted from the Unix epoch; a match counts on the day on which it ended.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import Row, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from game.dice_statistics import DiceKind, RollTally, total
from game.roll_counting import MatchRolls
from server.storage.ids import Millis
from server.storage.schema import match_rolls

DAY: Final = 24 * 60 * 60 * 1000


class Days(msgspec.Struct, frozen=True):
    """From one day to another, both included."""

    first: int
    last: int


class DayTally(msgspec.Struct, frozen=True):
    """What was thrown in the matches that ended on a day, with one kind of dice."""

    day: int
    kind: DiceKind
    tally: RollTally


_ADD_TO_HOUSE = text("""
INSERT INTO house_rolls AS kept (day, kind, counts)
VALUES (:day, :kind, CAST(:counts AS bigint[]))
ON CONFLICT (day, kind) DO UPDATE SET counts = (
    SELECT array_agg(mine + more ORDER BY place)
    FROM unnest(kept.counts, excluded.counts) WITH ORDINALITY AS both_counts (mine, more, place))
""")

_OF_HOUSE = text("""
SELECT day, kind, counts FROM house_rolls
WHERE day BETWEEN :first AND :last ORDER BY day, kind
""")

_OF_ACCOUNT = text("""
SELECT day, kind, array_agg(number ORDER BY place) AS counts
FROM (
    SELECT matches.ended_at / :day_millis AS day, rolls.kind, counted.place,
        sum(counted.number) AS number
    FROM match_players AS player
    JOIN match_rolls AS rolls ON rolls.match = player.match AND rolls.seat = player.seat
    JOIN matches ON matches.id = player.match
    CROSS JOIN LATERAL unnest(rolls.counts) WITH ORDINALITY AS counted (number, place)
    WHERE player.account = :account AND matches.ended_at >= :began AND matches.ended_at < :ended
    GROUP BY 1, 2, 3
) AS sums
GROUP BY day, kind ORDER BY day, kind
""")


class RollTallies:
    """Keeps and sums tallies within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def keep(self, match: UUID, ended_at: Millis, rolls: MatchRolls) -> None:
        """Store what a match threw, once, and add it to the house's day."""
        rows = [
            {"match": match, "seat": seat, "kind": rolls.kind, "counts": list(tally.counts)}
            for seat, tally in enumerate(rolls.seats)
        ]
        await self._tx.execute(insert(match_rolls), rows)
        counts = list(total(rolls.seats).counts)
        await self._tx.execute(
            _ADD_TO_HOUSE, {"day": day_of(ended_at), "kind": rolls.kind, "counts": counts}
        )

    async def of_house(self, days: Days) -> list[DayTally]:
        """What everybody threw, day by day."""
        found = await self._tx.execute(_OF_HOUSE, {"first": days.first, "last": days.last})
        return [_day_tally(row) for row in found]

    async def of_account(self, account: UUID, days: Days) -> list[DayTally]:
        """What somebody threw, day by day."""
        found = await self._tx.execute(
            _OF_ACCOUNT,
            {
                "account": account,
                "began": days.first * DAY,
                "ended": (days.last + 1) * DAY,
                "day_millis": DAY,
            },
        )
        return [_day_tally(row) for row in found]

    async def of_matches(self, matches: Collection[UUID]) -> Mapping[UUID, MatchRolls]:
        """What is stored of each of these matches; those not counted yet are left out."""
        found = await self._tx.execute(
            select(match_rolls)
            .where(match_rolls.c.match.in_(matches))
            .order_by(match_rolls.c.match, match_rolls.c.seat)
        )
        stored: dict[UUID, MatchRolls] = {}
        for row in found:
            before = stored.get(row.match)
            seats = before.seats if before else ()
            tally = RollTally.of_counts(row.counts)
            stored[row.match] = MatchRolls(DiceKind(row.kind), (*seats, tally))
        return stored


def day_of(at: Millis) -> int:
    """The day of a moment."""
    return at // DAY


def _day_tally(row: Row[Any]) -> DayTally:
    counts = [int(number) for number in row.counts]
    return DayTally(int(row.day), DiceKind(row.kind), RollTally.of_counts(counts))
