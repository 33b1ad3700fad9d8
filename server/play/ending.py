"""The end of a match: events, result, coins and the work to follow, in one transaction."""

from collections.abc import Sequence

import msgspec

from game.events import AnyEvent, MatchEnded, MatchVoided
from game.match import MatchState
from server.play.ground import Ground
from server.play.settlement import Settlement
from server.storage.commits import AlarmWrite, CommitRow, Conflicted, append_alone
from server.storage.jobs import Jobs
from server.storage.matches import Matches

AFTER_MATCH = "after_match"
"""The job from which ratings, notices and tournaments follow, each once."""


class Endings:
    """Commits the last events of a match together with all that they cause."""

    def __init__(self, ground: Ground, settlement: Settlement) -> None:
        self._ground = ground
        self._settlement = settlement

    async def append(self, row: CommitRow, events: Sequence[AnyEvent], state: MatchState) -> bool:
        """Write the end; false when another commit took its place and nothing was written."""
        now = self._ground.clock.now()
        try:
            async with self._ground.database.transaction() as tx:
                await Matches(tx).end(row.stream, row.at, msgspec.json.encode(_result(events)))
                await self._settlement.settle(tx, state, events)
                await Jobs(tx).add(row.stream, AFTER_MATCH, now)
                await append_alone(tx, row, AlarmWrite(None, fired=True))
        except Conflicted:
            return False
        return True


def _result(events: Sequence[AnyEvent]) -> MatchEnded | MatchVoided:
    return next(event for event in events if isinstance(event, MatchEnded | MatchVoided))
