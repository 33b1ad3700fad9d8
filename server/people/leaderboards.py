"""Leaderboards of the day, the week and all time, for each rule set."""

from zoneinfo import ZoneInfo

from game.rulesets import RuleName
from server.people.spans import since
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.standings import After, Board, Place, RankedBy, Span, Standings


class Leaderboards:
    """The use case."""

    def __init__(self, database: Database, clock: Clock, zone: ZoneInfo) -> None:
        self._database = database
        self._clock = clock
        self._zone = zone

    def board(self, span: Span, rules: RuleName) -> Board:
        """The board of this span as it runs now."""
        return Board(span, since(span, self._clock.now(), self._zone), rules)

    async def best(self, rules: RuleName, limit: int) -> list[Place]:
        """Those with the highest ratings of all time."""
        return await self.page(self.board(Span.EVER, rules), RankedBy.RATING, limit, None)

    async def page(
        self, board: Board, measure: RankedBy, limit: int, after: After | None
    ) -> list[Place]:
        """The best first."""
        async with self._database.reading() as tx:
            return await Standings(tx).page(board, measure, limit, after)
