"""Commits that end a match or move coins: each alone, with all it causes, in one transaction."""

from collections.abc import Sequence

import msgspec

from game.events import AnyEvent, MatchEnded, MatchVoided
from game.match import MatchState
from server.play.ground import Ground
from server.play.settlement import Settlement
from server.storage.commits import AlarmWrite, CommitRow, Conflicted, append_alone
from server.storage.jobs import AFTER_MATCH, Jobs
from server.storage.matches import Matches


class Endings:
    """Commits what cannot share a transaction with other matches."""

    def __init__(self, ground: Ground, settlement: Settlement) -> None:
        self._ground = ground
        self._settlement = settlement

    async def append(self, row: CommitRow, events: Sequence[AnyEvent], state: MatchState) -> bool:
        """Write the end; false when another commit took its place and nothing was written.

        Two that end one match wait for each other at its row, before they touch a coin.
        """
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

    async def settle(
        self,
        row: CommitRow,
        alarm: AlarmWrite | None,
        events: Sequence[AnyEvent],
        state: MatchState,
    ) -> bool:
        """Write a commit within a session that moves coins; false as there.

        Raises `CannotRestore` when a seat lacks what the next game needs.
        """
        try:
            async with self._ground.database.transaction() as tx:
                await self._settlement.settle(tx, state, events)
                await append_alone(tx, row, alarm)
        except Conflicted:
            return False
        return True


def _result(events: Sequence[AnyEvent]) -> MatchEnded | MatchVoided:
    return next(event for event in events if isinstance(event, MatchEnded | MatchVoided))
