"""The port through which the end of a match moves coins, in the transaction that ends it."""

from collections.abc import Sequence
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from game.events import AnyEvent
from game.match import MatchState


class Settlement(Protocol):
    """Writes the ledger's part of an end. A failure undoes the end with it."""

    async def settle(
        self, tx: AsyncConnection, state: MatchState, events: Sequence[AnyEvent]
    ) -> None:
        """Pay, refund, release: ``state`` is the ended match, ``events`` what ended it."""


class FreeTables:
    """The settlement of a house without stakes: tables are free, so nothing is owed."""

    async def settle(
        self, tx: AsyncConnection, state: MatchState, events: Sequence[AnyEvent]
    ) -> None:
        """Owe nothing."""
