"""Matches for coins, played by players who never think and settled as the service settles them."""

from collections.abc import Sequence
from random import Random
from uuid import UUID

from msgspec.structs import replace

from game.commands import AnyCommand, ContinueSession, VoidMatch
from game.events import AnyEvent, GameStarted
from game.match import MatchState
from game.vocabulary import Phase, VoidCause
from server.money.settling import StakedTables
from server.money.stakes import Stakes, Unrated
from server.money.terms import StakeTerms, VipTerms
from server.play.settlement import moves_coins
from server.storage.clock import DatabaseClock, local_now
from server.storage.database import Database
from server.storage.ids import Ids
from server.storage.matches import Match, Matches
from tests.game.selfplay import SelfPlay, agreed

CLOCK = DatabaseClock()
TERMS = StakeTerms()
_ids = Ids()

Events = Sequence[AnyEvent]


class StakedMatch:
    """A match whose players have sat down, its log folded as far as it was played."""

    def __init__(self, database: Database, seed: int, **asked: object) -> None:
        self.database = database
        self.id = _ids.new(local_now())
        self.conventions = agreed(**{"rules": "hypergammon", "form": "game"} | asked)
        self.settlement = StakedTables(database, CLOCK)
        self._driven = SelfPlay(self.conventions, Random(seed))
        self.ends: tuple[MatchState, Events] | None = None

    async def seat(self, *players: UUID, terms: StakeTerms = TERMS) -> None:
        """Begin the match and put its stakes aside, in one transaction."""
        stakes = Stakes(terms, VipTerms(), CLOCK, Unrated())
        async with self.database.transaction() as tx:
            now = local_now()
            await Matches(tx).start(Match(self.id, None, players, now, None, None, True))
            await stakes.hold(tx, self.id, players, self.conventions)

    async def play(self) -> list[AnyEvent]:
        """Play to the end, which stays to be settled by `end`; returns all that happened."""
        self._begin()
        happened: list[AnyEvent] = []
        while self.ends is None:
            happened += (events := await self._step())
            if moves_coins(self._here(), events) and self.ends is None:
                await self.settle(self._here(), events)
        return happened

    async def until_restoring(self) -> tuple[MatchState, Events]:
        """Play a session up to the commit that begins its second game, which stays unsettled."""
        self._begin()
        while True:
            events = await self._step()
            assert self.ends is None, "the session was too short"
            if any(isinstance(event, GameStarted) and event.number > 1 for event in events):
                return self._here(), events
            if moves_coins(self._here(), events):
                await self.settle(self._here(), events)

    async def end(self) -> None:
        """Settle the end, in the transaction that ends the match."""
        assert self.ends is not None
        async with self.database.transaction() as tx:
            await Matches(tx).end(self.id, local_now(), b"{}")
            await self.settlement.settle(tx, *self.ends)

    async def void(self) -> None:
        """End it without a result before its first roll."""
        self._begin()
        await self.void_here()

    async def void_here(self) -> None:
        """End it without a result where it stands."""
        events = self._driven.send(VoidMatch(VoidCause.OPERATOR)).events
        self.ends = (self._here(), events)
        await self.end()

    async def settle(self, state: MatchState, events: Events) -> None:
        """Settle a commit that does not end the match."""
        async with self.database.transaction() as tx:
            await self.settlement.settle(tx, state, events)

    async def _step(self) -> Events:
        events = self._driven.send(await self._next()).events
        if self._driven.state.over:
            self.ends = (self._here(), events)
        return events

    async def _next(self) -> AnyCommand:
        if self._driven.state.phase is Phase.BETWEEN and not self._driven.state.stops:
            return ContinueSession(await self.settlement.unable(self._here()))
        return self._driven.next_command()

    def _begin(self) -> None:
        """Draw the dice: five commits."""
        opening = self._driven.commits()
        for _ in range(5):
            next(opening)

    def _here(self) -> MatchState:
        """The state of the match, under the id that it has in the database."""
        state = self._driven.state
        return replace(state, opened=replace(state.opening, match=str(self.id)))
