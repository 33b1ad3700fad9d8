"""The port through which play moves coins, in the transaction of the commit that moves them."""

from collections.abc import Sequence
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection

from game.conventions import Form
from game.events import AnyEvent, GameEnded, GameStarted
from game.match import MatchState


class CannotRestore(Exception):
    """A seat has no longer what the next game of a session needs; ask `unable` again."""


class Settlement(Protocol):
    """Writes the ledger's part of a commit. A failure undoes the commit with it."""

    async def settle(
        self, tx: AsyncConnection, state: MatchState, events: Sequence[AnyEvent]
    ) -> None:
        """Pay, refund, release what ``events`` decided; ``state`` is the match after them.

        Before a further game of a session restore what is held, or raise `CannotRestore`.
        """

    async def unable(self, state: MatchState, /) -> tuple[int, ...]:
        """The seats that could not put aside what the next game of a session needs."""


class FreeTables:
    """The settlement of a house without stakes: tables are free, so nothing is owed."""

    async def settle(
        self, tx: AsyncConnection, state: MatchState, events: Sequence[AnyEvent]
    ) -> None:
        """Owe nothing."""

    async def unable(self, _state: MatchState, /) -> tuple[int, ...]:
        """Whoever owes nothing can go on."""
        return ()


def moves_coins(state: MatchState, events: Sequence[AnyEvent]) -> bool:
    """Whether a commit that does not end its match moves coins: a game of a session for stakes.

    What the first game needs was put aside when the players sat down.
    """
    if not state.conventions.stake or state.conventions.form is not Form.MONEY:
        return False
    return any(
        isinstance(event, GameEnded) or (isinstance(event, GameStarted) and event.number > 1)
        for event in events
    )
