"""Settlement: what was held goes to whoever won it, the rake to the house, the rest back.

Each step has a key of its own, `win:<match>:<game>`, `hold:<match>:<game>`, `release:<match>`, so
that whatever is repeated counts once. Nobody ever loses more than is held.
"""

from collections.abc import Sequence
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from game.events import AnyEvent, GameEnded, GameStarted, MatchEnded, MatchVoided
from game.match import MatchState
from game.side import Side
from server.money.rake import Rake, rake_of
from server.play.settlement import CannotRestore
from server.storage.account_locks import shared
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.holds import Hold, Holds
from server.storage.ids import Millis
from server.storage.ledger import Cause, InsufficientFunds, Ledger, Posting, Transaction
from server.storage.ledger_accounts import (
    House,
    LedgerAccount,
    held,
    of_the_house,
    wallet,
)


class StakedTables:
    """The settlement of tables with stakes; free ones pass through it untouched."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def settle(
        self, tx: AsyncConnection, state: MatchState, events: Sequence[AnyEvent]
    ) -> None:
        """Move what these events decided; a match for which nothing is held owes nothing."""
        if not state.conventions.stake:
            return
        match = UUID(state.opening.match)
        if holds := await Holds(tx).of(match):
            books = await _Books.opened(tx, holds, self._clock.now())
            for event in events:
                await books.follow(state, event)

    async def unable(self, state: MatchState, /) -> tuple[int, ...]:
        """The seats whose wallets cannot bring their holds back to what was agreed."""
        if not state.conventions.stake:
            return ()
        async with self._database.transaction() as tx:
            holds = await Holds(tx).of(UUID(state.opening.match))
            if not holds:
                return ()
            return (await _Books.opened(tx, holds, self._clock.now())).unable()


class _Seat(msgspec.Struct, frozen=True):
    """What one seat agreed to, its wallet, and the account of what is held of it."""

    hold: Hold
    purse: LedgerAccount
    aside: LedgerAccount

    @property
    def rake(self) -> Rake:
        """What it pays of its wins."""
        return msgspec.json.decode(self.hold.rake, type=Rake)


class _Books:
    """The accounts of one match, locked."""

    def __init__(self, ledger: Ledger, seats: Sequence[_Seat], at: Millis) -> None:
        self._ledger = ledger
        self._seats = seats
        self._at = at
        self._match = seats[0].hold.match

    @classmethod
    async def opened(cls, tx: AsyncConnection, holds: Sequence[Hold], at: Millis) -> "_Books":
        """Lock persons, then accounts, in the one order there is."""
        standing = await shared(tx, [hold.account for hold in holds])
        seats = [
            _Seat(
                hold,
                wallet(standing[hold.account]),
                held(hold.match, hold.seat, hold.account),
            )
            for hold in holds
        ]
        ledger = Ledger(tx)
        await ledger.lock(account for seat in seats for account in (seat.purse, seat.aside))
        return cls(ledger, seats, at)

    async def follow(self, state: MatchState, event: AnyEvent) -> None:
        """Do what one event asks for."""
        match event:
            case GameEnded() if event.stakes:
                game = state.running.number
                await self._pay(f"win:{self._match}:{game}", state, event.winner, event.stakes)
            case GameStarted() if event.number > 1:
                await self._restore(event.number)
            case MatchEnded():
                if event.stakes and event.winner is not None:
                    await self._pay(f"win:{self._match}", state, event.winner, event.stakes)
                await self._release(Cause.RELEASE)
            case MatchVoided():
                await self._release(Cause.REFUND)
            case _:
                pass

    def unable(self) -> tuple[int, ...]:
        """The seats that lack what restoring their holds takes."""
        return tuple(
            seat.hold.seat
            for seat in self._seats
            if self._ledger.balance(seat.purse) < self._missing(seat)
        )

    async def _pay(self, key: str, state: MatchState, winner: Side, stakes: int) -> None:
        won, lost = (self._seats[state.seat_of(side)] for side in (winner, winner.other))
        win = min(stakes * state.conventions.stake, self._ledger.balance(lost.aside))
        if not win:
            return
        postings = [Posting(lost.aside, won.purse, win, Cause.WIN)]
        if rake := rake_of(won.rake, win):
            postings.append(Posting(won.purse, of_the_house(House.RAKE), rake, Cause.RAKE))
        await self._post(key, postings)

    async def _restore(self, game: int) -> None:
        postings = [
            Posting(seat.purse, seat.aside, missing, Cause.HOLD)
            for seat in self._seats
            if (missing := self._missing(seat)) > 0
        ]
        try:
            await self._post(f"hold:{self._match}:{game}", postings)
        except InsufficientFunds as short:
            raise CannotRestore(short.account.name) from short

    async def _release(self, cause: Cause) -> None:
        postings = [
            Posting(seat.aside, seat.purse, balance, cause)
            for seat in self._seats
            if (balance := self._ledger.balance(seat.aside))
        ]
        await self._post(f"release:{self._match}", postings)

    def _missing(self, seat: _Seat) -> int:
        return seat.hold.amount - self._ledger.balance(seat.aside)

    async def _post(self, key: str, postings: Sequence[Posting]) -> None:
        if postings:
            await self._ledger.post(
                Transaction(key=key, at=self._at, postings=tuple(postings), about=self._match)
            )
