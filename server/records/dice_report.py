"""The dice of the house, counted again from the logs and held against what is kept of them.

What people are shown comes from counts that were kept when each match ended. This reads every log
anew: a figure that was touched up afterwards, or counted wrongly, is found with its match or day.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping
from uuid import UUID

import msgspec

from game.dice_statistics import DiceKind, RollTally, total
from game.events import AnyEvent
from game.log import decode_events
from game.roll_counting import MatchRolls, count_rolls
from server.records.statistics import KindTold, told_by_kind
from server.storage import commits
from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.match_listing import MatchListing, Span
from server.storage.matches import Matches
from server.storage.roll_tallies import DAY, Days, DayTally, RollTallies, day_of

_PAGE = 1_000


class Recount(msgspec.Struct, frozen=True):
    """What the logs say, and where what is kept says otherwise.

    `uncounted` matches ended so lately that their step has not been done, or it keeps failing.
    """

    matches: int
    kinds: tuple[KindTold, ...]
    uncounted: int
    matches_differ: tuple[UUID, ...]
    days_differ: tuple[int, ...]
    """Days, from the Unix epoch, whose sum for the house is not that of its matches."""

    @property
    def agrees(self) -> bool:
        """Whether what is shown is what the logs say."""
        return not self.matches_differ and not self.days_differ


class DiceReport:
    """Counts a stretch of days again, in short transactions; `now` is when it begins."""

    def __init__(self, database: Database, days: Days, now: Millis) -> None:
        self._database = database
        self._days = days
        self._today = day_of(now)
        self._span = Span(days.first * DAY, (days.last + 1) * DAY)
        self._logged: defaultdict[tuple[int, DiceKind], RollTally] = defaultdict(RollTally)
        self._kept: defaultdict[tuple[int, DiceKind], RollTally] = defaultdict(RollTally)
        self._matches = self._uncounted = 0
        self._differ: list[UUID] = []

    async def count(self) -> int:
        """How many matches there are to read."""
        async with self._database.reading() as connection:
            return await MatchListing(connection).count(self._span)

    async def recount(self, read: Callable[[int], object]) -> Recount:
        """Read every log; `read` is told how many matches were read, page by page."""
        async for page in self._pages():
            async with self._database.reading() as connection:
                kept = await RollTallies(connection).of_matches(page)
            for match in page:
                await self._recount_match(match, kept.get(match))
            read(len(page))
        return Recount(
            matches=self._matches,
            kinds=told_by_kind(
                [DayTally(*key, self._logged[key]) for key in sorted(self._logged)]
            ),
            uncounted=self._uncounted,
            matches_differ=tuple(self._differ),
            days_differ=tuple(await self._days_that_differ()),
        )

    async def _pages(self) -> AsyncIterator[list[UUID]]:
        after: UUID | None = None
        while True:
            async with self._database.reading() as connection:
                page = await MatchListing(connection).page(self._span, after)
            if not page:
                return
            yield page
            after = page[-1]

    async def _recount_match(self, match: UUID, kept: MatchRolls | None) -> None:
        async with self._database.reading() as connection:
            ended_at = (await Matches(connection).get(match)).ended_at or 0
        logged = count_rolls([event async for event in self._events(match)])
        key = (day_of(ended_at), logged.kind)
        self._matches += 1
        self._logged[key] += total(logged.seats)
        if kept is None:
            self._uncounted += 1
            return
        self._kept[day_of(ended_at), kept.kind] += total(kept.seats)
        if kept != logged:
            self._differ.append(match)

    async def _events(self, match: UUID) -> AsyncIterator[AnyEvent]:
        after = -1
        while True:
            async with self._database.reading() as connection:
                rows = await commits.read(connection, match, after, _PAGE)
            for row in rows:
                for event in decode_events(row.events):
                    yield event
            if len(rows) < _PAGE:
                return
            after = rows[-1].seq

    async def _days_that_differ(self) -> list[int]:
        """Of the days that are over: matches that end today go on being counted meanwhile."""
        async with self._database.reading() as connection:
            house = await RollTallies(connection).of_house(self._days)
        told: Mapping[tuple[int, DiceKind], RollTally] = {
            (each.day, each.kind): each.tally for each in house
        }
        nothing = RollTally()
        return sorted(
            {
                key[0]
                for key in told.keys() | self._kept.keys()
                if key[0] < self._today and told.get(key, nothing) != self._kept.get(key, nothing)
            }
        )
