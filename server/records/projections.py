"""What is kept of an ended match beside its log, as steps that follow it."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from game.roll_counting import count_rolls
from server.play.after_match import Ended, Step
from server.records.summary import summary
from server.storage.match_summaries import MatchSummaries
from server.storage.roll_tallies import RollTallies


class DiceStatistics:
    """Counts the rolls of a match, by seat and for the house."""

    name: Final = "dice_statistics"

    async def follow(self, tx: AsyncConnection, ended: Ended) -> None:
        """Keep the tallies."""
        await RollTallies(tx).keep(ended.match.id, ended.ended_at, count_rolls(ended.events))


class History:
    """Sums a match up for its players' histories."""

    name: Final = "history"

    async def follow(self, tx: AsyncConnection, ended: Ended) -> None:
        """Keep the summary."""
        await MatchSummaries(tx).keep(ended.match.id, summary(ended.events))


PROJECTIONS: Final[tuple[Step, ...]] = (DiceStatistics(), History())
