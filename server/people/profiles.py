"""Profiles: who somebody is, how strong, what was played lately."""

from uuid import UUID

import msgspec

from game.rulesets import RuleName
from server.named import Named
from server.people.wanted import VipStandings
from server.settings_people import People
from server.storage.accounts import Account, Accounts
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.friends import Friends, Relation
from server.storage.ids import Millis
from server.storage.names import Names
from server.storage.online import Online
from server.storage.profiles import Played, Seen, played
from server.storage.ratings import Ratings
from server.storage.standings import Span, Standings


class Strength(msgspec.Struct, frozen=True):
    """How somebody stands in one rule set; ``rating`` is null before the first rated match."""

    rules: RuleName
    rating: float | None
    experience: int
    matches: int
    wins: int


class Profile(msgspec.Struct, frozen=True):
    """Somebody as everybody may see him; ``relation`` is what he is to the one who asks.

    ``strengths`` count matches between members alone, private ones not. ``recent`` are his last
    matches, private ones not. Of a match for coins both tell when spectators know its end; to its
    players ``recent``, ``rating`` and ``experience`` tell at once. ``vip`` is the badge of a VIP.
    """

    person: Named
    guest: bool
    vip: bool
    since: Millis
    online: bool
    relation: Relation
    strengths: tuple[Strength, ...]
    recent: tuple[Played, ...]


class Profiles:
    """The use case."""

    def __init__(
        self, database: Database, clock: Clock, settings: People, vip: VipStandings
    ) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings
        self._vip = vip

    async def of(self, account: UUID, asker: UUID) -> Profile:
        """Show somebody; raises ``AccountNotFound``."""
        async with self._database.reading() as tx:
            person: Account = await Accounts(tx).get(account)
            ratings = await Ratings(tx).seen(person.id, asker)
            places = await Standings(tx).of(person.id, Span.EVER)
            rows = await played(tx, Seen(person.id, asker), self._settings.recent_matches, None)
            online = await Online(tx, self._clock.now()).among([person.id])
            relation = await Friends(tx).relation(asker, person.id)
        strengths = []
        for rules in RuleName:
            rating, place = ratings.get(rules), places.get(rules)
            if rating is None and place is None:
                continue
            strengths.append(
                Strength(
                    rules,
                    None if rating is None else rating.points,
                    0 if rating is None else rating.experience,
                    0 if place is None else place.matches,
                    0 if place is None else place.wins,
                )
            )
        return Profile(
            person=Named(person.id, person.nick),
            guest=person.is_guest,
            vip=await self._vip.shows_badge(person.id),
            since=person.created_at,
            online=bool(online),
            relation=relation,
            strengths=tuple(strengths),
            recent=tuple(rows),
        )

    async def matches(
        self, account: UUID, asker: UUID, limit: int, before: UUID | None
    ) -> list[Played]:
        """Somebody's matches, page by page; raises ``AccountNotFound``."""
        async with self._database.reading() as tx:
            person = await Accounts(tx).get(account)
            return await played(tx, Seen(person.id, asker), limit, before)

    async def names(self, people: tuple[UUID, ...]) -> tuple[Named, ...]:
        """What these are called, in their order."""
        async with self._database.reading() as tx:
            known = await Names(tx).of(people)
        return tuple(known.get(person, Named(person, None)) for person in people)
