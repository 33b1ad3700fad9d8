"""Whom a house does not let play for coins: the operator names countries and a least age.

What bars is the word of a platform, and what somebody declared himself with the rules of play.
Whom nobody knows anything of is not barred. Before somebody sits down for coins, the profiles of
his identities are asked, once a day each; so a house that bars nobody asks nobody.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

import msgspec
import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from server.money.terms import StakeTerms
from server.outbound.calls import CallFailed
from server.outbound.profiles import ProfileApi
from server.people.refusals import BarredFromStakes
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.news import declared_age
from server.storage.told import PROFILE, Fact, ToldFacts

ASKED_AGAIN: Final[Millis] = 24 * 60 * 60 * 1000
"""A profile is asked once in so many milliseconds."""

_log = structlog.get_logger(__name__)


class Bar(StrEnum):
    """What keeps somebody from tables for coins: what a platform tells, or what he declared."""

    COUNTRY = "country"
    AGE = "age"
    DECLARED_AGE = "declared_age"


class StakesStanding(msgspec.Struct, frozen=True):
    """Whether somebody may play for coins: ``barred_by`` says what keeps him from it, if anything.

    ``barred_countries`` and ``least_age`` are the house's, 0 is no least age; ``declared_age``
    is what he declared with the rules of play, ``told`` what platforms tell of him.
    """

    barred_by: Bar | None
    barred_countries: tuple[str, ...]
    least_age: int
    declared_age: int | None
    told: tuple[Fact, ...]


class Known(msgspec.Struct, frozen=True):
    """What is known of somebody."""

    told: tuple[Fact, ...]
    declared_age: int | None

    @classmethod
    async def of(cls, tx: AsyncConnection, account: UUID) -> "Known":
        """Read it."""
        return cls(tuple(await ToldFacts(tx).of(account)), await declared_age(tx, account))

    def barred_by(self, terms: StakeTerms, today: date) -> Bar | None:
        """What keeps him from tables for coins; of several identities the strictest word counts.

        A country does by whatever source. Of an identity's ages the last one told counts; an age
        declared below the least one, where no platform tells any.
        """
        if any(fact.country in terms.barred_countries for fact in self.told):
            return Bar.COUNTRY
        ages = list(_ages(self.told, today))
        if any(age < terms.least_age for age in ages):
            return Bar.AGE
        if not ages and self.declared_age is not None and self.declared_age < terms.least_age:
            return Bar.DECLARED_AGE
        return None


class Barring:
    """The use case: asks platforms, and tells people where they stand."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        terms: StakeTerms,
        profiles: Mapping[str, ProfileApi],
    ) -> None:
        self._database = database
        self._clock = clock
        self._terms = terms
        self._profiles = profiles

    @property
    def platforms(self) -> frozenset[str]:
        """Those that are asked."""
        return frozenset(self._profiles) if self._terms.bars else frozenset()

    @property
    def asks(self) -> bool:
        """Whether any platform is asked at all."""
        return bool(self.platforms)

    async def learn(self, account: UUID) -> None:
        """Ask the platforms of somebody who wants to play for coins.

        One that does not answer tells nothing, and is asked again the next time.
        """
        if not self.asks:
            return
        since = self._clock.now() - ASKED_AGAIN
        async with self._database.reading() as tx:
            unasked = await ToldFacts(tx).unasked(account, self.platforms, since)
        for identity in unasked:
            try:
                told = await self._profiles[identity.platform].told(identity.id)
            except CallFailed as silent:
                _log.warning("profile_not_told", platform=identity.platform, why=silent.why)
                continue
            async with self._database.transaction() as tx:
                await ToldFacts(tx).keep(identity, PROFILE, told, self._clock.now())

    async def standing(self, account: UUID) -> StakesStanding:
        """Whether somebody may play for coins, and by what is known of him."""
        await self.learn(account)
        async with self._database.reading() as tx:
            known = await Known.of(tx, account)
        terms = self._terms
        return StakesStanding(
            known.barred_by(terms, day_of(self._clock.now())),
            terms.barred_countries,
            terms.least_age,
            known.declared_age,
            known.told,
        )


async def require_unbarred(
    tx: AsyncConnection, account: UUID, terms: StakeTerms, now: Millis
) -> None:
    """Raise `BarredFromStakes` for somebody whom this house does not let play for coins."""
    if not terms.bars:
        return
    bar = (await Known.of(tx, account)).barred_by(terms, day_of(now))
    if bar is not None:
        raise BarredFromStakes(bar)


def day_of(now: Millis) -> date:
    """The day by which ages are counted, that of Greenwich."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


def age_on(born: date, day: date) -> int:
    """How old somebody is on a day, in whole years; who was born on 29 February has his
    birthday on 1 March of other years.
    """
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def _ages(told: Iterable[Fact], today: date) -> Iterator[int]:
    """The age by each identity; one told as a number has grown by the whole years since."""
    latest: dict[tuple[str, str, str], tuple[Millis, Fact]] = {}
    for fact in told:
        who = (fact.platform, fact.kind, fact.id)
        if fact.age_at is not None and (who not in latest or latest[who][0] < fact.age_at):
            latest[who] = (fact.age_at, fact)
    for at, fact in latest.values():
        if fact.born is not None:
            yield age_on(fact.born, today)
        elif fact.age is not None:
            yield fact.age + age_on(day_of(at), today)
