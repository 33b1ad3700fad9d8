"""Holding tournaments over a real database: announced, entered, played, their time moved."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from game.conventions import ConventionsAsked, Form, resolve
from game.events import MatchEnded
from game.match import fold
from game.rulesets import RuleName
from game.tournament import System, TournamentState, TournamentTerms
from server.inbox import inbox_of
from server.money.entries import Fund
from server.play.after_match import Ended
from server.storage.clock import DatabaseClock
from server.storage.database import Database
from server.storage.feeds import FeedLog
from server.storage.ledger_accounts import Currency
from server.storage.matches import Match, Matches
from server.storage.operators import Operator, Role
from server.tables.views import RatingRange
from server.tournaments.announcing import Announcement
from server.tournaments.arena import read
from server.tournaments.cases import TournamentCases
from tests.server.edge import Edge, Person
from tests.server.finished import new_id, played_by
from tests.server.money.purse import Purse
from tests.server.tables.calling import call, done

CASHIER = Operator("kira", Role.CASHIER, 0, None)
HOUR = 3_600_000
POINT = resolve(ConventionsAsked(rules=RuleName.HYPERGAMMON, form=Form.MATCH, length=1))


class Held:
    """One tournament, as one process or another sees it."""

    def __init__(self, edge: Edge, database: Database, id_: UUID) -> None:
        self.edge = edge
        self.database = database
        self.id = id_
        self.purse = Purse(database)

    @property
    def cases(self) -> TournamentCases:
        return self.edge.services.tournaments

    async def people(self, count: int, coins: int = 0) -> list[Person]:
        """New people who have so many coins more than their welcome."""
        people = [await self.edge.person() for _ in range(count)]
        for person in people:
            if coins:
                await self.purse.give(person.id, coins)
        return people

    async def enter(self, *people: Person, edge: Edge | None = None) -> None:
        """Let these enter."""
        for person in people:
            await done(edge or self.edge, person, "POST", f"tournaments/{self.id}/entry")

    async def ring(self, later: int = HOUR, edge: Edge | None = None) -> int:
        """Let so much time pass."""
        clockwork = (edge or self.edge).services.tournaments.clockwork
        ahead = DatabaseClock(lambda: self.edge.services.clock.now() + later)
        return await replace(clockwork, clock=ahead).ring_due()

    async def state(self) -> TournamentState:
        """How it stands."""
        async with self.database.reading() as connection:
            return await read(connection, self.id)

    async def shown(self, person: Person) -> dict[str, Any]:
        """What people see of it."""
        shown: dict[str, Any] = await done(self.edge, person, "GET", f"tournaments/{self.id}")
        return shown

    async def play(self, *, edge: Edge | None = None) -> None:
        """Let everybody come who is called, and play this round to its end."""
        here = edge or self.edge
        for meeting in (await self.state()).rounds[-1].meetings:
            if meeting.waits:
                match = await self.come(*meeting.entrants, edge=here)
                await self.report(await self.ended(match, meeting.entrants), edge=here)

    async def come(self, *entrants: str, edge: Edge | None = None) -> UUID:
        """Let both come; the match that begins."""
        coming = (edge or self.edge).services.tournaments.coming
        called = [await coming.come(self.id, UUID(each)) for each in entrants]
        match = called[-1].match
        assert match is not None
        return match

    async def ended(self, match: UUID, players: Sequence[str]) -> Ended:
        """The match played to its end, with its dice drawn by the test."""
        commits = played_by([UUID(each) for each in players], match, match.int % 1_000)
        events = tuple(event for commit in commits for event in commit)
        assert isinstance(fold(events).result, MatchEnded)
        now = self.edge.services.clock.now()
        async with self.database.transaction() as tx:
            await Matches(tx).end(match, now, b"{}")
        accounts = tuple(UUID(each) for each in players)
        return Ended(Match(match, match, accounts, now, now, b"{}", True), events)

    async def report(self, ended: Ended, *, edge: Edge | None = None) -> None:
        """Do the step that follows a match."""
        step = (edge or self.edge).services.tournaments.step
        async with self.database.transaction() as tx:
            await step.follow(tx, ended)

    async def told(self, person: Person) -> list[dict[str, Any]]:
        """What somebody's inbox has told him."""
        entries = await FeedLog(self.database).read(inbox_of(person.id).id, -1, 100)
        return [json.loads(entry.told) for entry in entries]

    async def coins(self, *people: Person) -> list[int]:
        """What these have."""
        return [await self.purse.coins(person.id) for person in people]


def announcement(edge: Edge, **about: Any) -> Announcement:
    """A tournament that begins in an hour."""
    terms = {
        "system": about.get("system", System.SWISS),
        "capacity": about.get("capacity", 8),
        "starts_at": edge.services.clock.now() + HOUR,
    }
    return Announcement(
        id=new_id(edge),
        en="The Sunday cup",
        ru="Воскресный кубок",
        terms=TournamentTerms(**terms | about.get("terms", {})),
        conventions=about.get("conventions", POINT),
        fund=Fund(
            about.get("fee", 0),
            about.get("currency", Currency.COINS),
            about.get("guaranteed", 0),
            about.get("shares", (70, 30)),
        ),
        rating=about.get("rating", RatingRange()),
    )


async def held(edge: Edge, database: Database, **about: Any) -> Held:
    """A tournament that people may enter."""
    announced = announcement(edge, **about)
    await edge.services.tournaments.desk.announce(CASHIER, announced, "for Sunday")
    return Held(edge, database, announced.id)


async def together(*asked: tuple[Edge, Person, str, str]) -> list[tuple[int, Any]]:
    """Ask all of this at the same instant."""
    return await asyncio.gather(*(call(*each) for each in asked))
