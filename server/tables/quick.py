"""Quick game: an opponent on the same terms and of like strength, less like the longer one waits.

Any process may pair anybody: the rows of both are taken out of the queue in the transaction that
seats them, so nobody is seated twice, and whoever has no live socket is not found.
"""

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final
from uuid import UUID

import msgspec
import structlog

from game.conventions import Colour, Conventions
from game.refusals import ConventionsFault, ConventionsRefused
from server.chat.refusals import Sanctioned
from server.money.refusals import MoneyRefused
from server.people.refusals import PeopleRefused
from server.settings import QuickGameTerms
from server.storage.accounts import Accounts
from server.storage.database import Unavailable
from server.storage.friends import Apart, Blocks
from server.storage.ids import Millis
from server.storage.seekers import Seeker, Seekers
from server.storage.tables import Table, Tables, TableStatus
from server.tables.admission import require_free, require_offered, require_stake
from server.tables.events import Paired, SearchEnd, SearchEnded, tables_of
from server.tables.hall import Act, Hall
from server.tables.refusals import NotSeeking, TableRefused
from server.tables.starting import start

EVERY: Final = 1.0
"""Seconds between two rounds, of which each new search asks for one more."""

_UNFIT: Final = (
    TableRefused,
    MoneyRefused,
    ConventionsRefused,
    Sanctioned,
    PeopleRefused,
)
"""Why one of two could not sit down; the other, and all others, go on looking."""

_log = structlog.get_logger(__name__)


class Seeking(msgspec.Struct, frozen=True):
    """A search: since when, and how far the other's rating may be from one's own by now."""

    conventions: Conventions
    rating: int
    since: Millis
    window: int


class QuickGame:
    """The use case, and the pairing of this process."""

    def __init__(self, hall: Hall, leaving: Callable[[], bool] = lambda: False) -> None:
        self._hall = hall
        self._terms = hall.settings.quick_game
        self._leaving = leaving
        self._wanted = asyncio.Event()

    async def seek(self, account: UUID, conventions: Conventions) -> Seeking:
        """Look for an opponent on these terms; colours are drawn, so none may be named.

        Whoever looks again on the same terms keeps his place. Raises what opening such a table
        raises.
        """
        if self._leaving():
            raise Unavailable("this process is leaving: ask another one")
        if conventions.colour is not Colour.DRAWN:
            raise ConventionsRefused(
                ("colour",), "a quick game draws its colours", ConventionsFault.NOT_OFFERED
            )
        require_offered(self._hall.settings, conventions)
        encoded = msgspec.json.encode(conventions)
        await self._hall.learn_for(conventions.stake, account)
        async with self._hall.act() as act:
            if conventions.rated and (await Accounts(act.tx).get(account)).is_guest:
                raise ConventionsRefused(
                    ("rated",),
                    "rated is not for guests; sign in first",
                    ConventionsFault.NOT_FOR_GUESTS,
                )
            await require_stake(act, self._hall.settings, account, conventions.stake)
            await self._hall.coins.require_cover(act.tx, account, conventions)
            await require_free(act, self._hall.settings, account)
            rating = await self._hall.strengths.rating(act.tx, account, conventions.rules)
            terms = hashlib.sha256(encoded).digest()
            found = await Seekers(act.tx).add(Seeker(account, encoded, terms, rating, act.now))
        self._wanted.set()
        return self._seen(found)

    async def stop(self, account: UUID) -> Seeking:
        """Look no more; raises ``NotSeeking``, as when an opponent was found a moment before."""
        async with self._hall.act() as act:
            found = await Seekers(act.tx).find(account)
            if found is None or not await Seekers(act.tx).remove(account):
                raise NotSeeking
        return self._seen(found)

    async def status(self, account: UUID) -> Seeking:
        """What one looks for; raises ``NotSeeking``."""
        async with self._hall.database.reading() as connection:
            found = await Seekers(connection).find(account)
        if found is None:
            raise NotSeeking
        return self._seen(found)

    def _seen(self, seeker: Seeker) -> Seeking:
        conventions = msgspec.json.decode(seeker.conventions, type=Conventions)
        waited = self._hall.clock.now() - seeker.since
        return Seeking(conventions, seeker.rating, seeker.since, window(self._terms, waited))

    # --- pairing

    async def round(self) -> None:
        """Wait for a new search or a second, then pair whom one can; the body of a ``Loop``."""
        with suppress(TimeoutError):
            async with asyncio.timeout(EVERY):
                await self._wanted.wait()
        self._wanted.clear()
        await self.pair()

    async def pair(self) -> int:
        """Seat all who fit each other now; returns how many pairs this process has made."""
        if self._leaving():
            return 0
        now = self._hall.clock.now()
        async with self._hall.database.reading() as connection:
            waiting = await Seekers(connection).waiting(now)
            lapsed = await Seekers(connection).lapsed(now)
            apart = await Blocks(connection).among([seeker.account for seeker in waiting])
        if lapsed:
            await self._end_lapsed()
        made = 0
        for one, other in pairs(waiting, self._terms, now, apart):
            made += await self._seat(one, other)
        return made

    async def _seat(self, one: Seeker, other: Seeker) -> bool:
        """Begin the match of two; false when one of them was seated, or left, meanwhile."""
        try:
            async with self._hall.act() as act:
                # The lock of a person comes before his row here as in `seek`.
                await require_free(act, self._hall.settings, one.account, other.account)
                if not await Seekers(act.tx).take(one, other):
                    return False
                table = await start(self._hall, act, await self._table(act, one, other))
                seen = act.seen(table)
                for account in table.seats:
                    act.tell(tables_of(account), Paired(seen))
            return True
        except _UNFIT as refusal:
            _log.info("pair_refused", reason=repr(refusal))
            await self._drop_unfit(one, other)
            return False

    async def _table(self, act: Act, one: Seeker, other: Seeker) -> Table:
        conventions = msgspec.json.decode(one.conventions, type=Conventions)
        table = Table(
            id=self._hall.new_id(act.now),
            owner=one.account,
            status=TableStatus.TAKEN,
            conventions=one.conventions,
            seats=(one.account, other.account),
            size=2,
            stake=conventions.stake,
            spectators=conventions.spectators,
            created_at=act.now,
            rules=conventions.rules,
            form=conventions.form,
            owner_rating=one.rating,
        )
        await Tables(act.tx).open(table)
        return table

    async def _drop_unfit(self, *pair: Seeker) -> None:
        """Take out of the queue whoever could not sit down now, so that the other may go on."""
        for seeker in pair:
            conventions = msgspec.json.decode(seeker.conventions, type=Conventions)
            try:
                async with self._hall.act() as act:
                    settings, account = self._hall.settings, seeker.account
                    await require_free(act, settings, account)
                    require_offered(settings, conventions)
                    await require_stake(act, settings, account, conventions.stake)
                    await self._hall.coins.require_cover(act.tx, account, conventions)
            except _UNFIT:
                async with self._hall.act() as act:
                    if await Seekers(act.tx).remove(seeker.account):
                        _tell_end(act, seeker, SearchEnd.UNFIT)

    async def _end_lapsed(self) -> None:
        async with self._hall.act() as act:
            for seeker in await Seekers(act.tx).end_lapsed(act.now):
                _tell_end(act, seeker, SearchEnd.TIME)


def _tell_end(act: Act, seeker: Seeker, cause: SearchEnd) -> None:
    conventions = msgspec.json.decode(seeker.conventions, type=Conventions)
    act.tell(tables_of(seeker.account), SearchEnded(conventions, cause))


def window(terms: QuickGameTerms, waited: Millis) -> int:
    """How far apart two ratings may be, for somebody who has waited so long."""
    steps = max(0, waited) // (terms.every_seconds * 1000)
    return terms.window + steps * terms.step


def pairs(
    waiting: Sequence[Seeker],
    terms: QuickGameTerms,
    now: Millis,
    apart: frozenset[Apart] = frozenset(),
) -> Iterator[tuple[Seeker, Seeker]]:
    """Who fits whom: the longest waiting first, each with the nearest rating that both allow, and
    nobody of two who keep apart.
    """
    groups: defaultdict[bytes, list[Seeker]] = defaultdict(list)
    for seeker in waiting:
        groups[seeker.terms].append(seeker)
    for group in groups.values():
        yield from _pairs_of(group, terms, now, apart)


def _pairs_of(
    group: Sequence[Seeker], terms: QuickGameTerms, now: Millis, apart: frozenset[Apart]
) -> Iterator[tuple[Seeker, Seeker]]:
    reach = {seeker.account: window(terms, now - seeker.since) for seeker in group}
    by_rating = sorted(group, key=lambda seeker: seeker.rating)
    places = {seeker.account: place for place, seeker in enumerate(by_rating)}
    paired: set[UUID] = set()
    for seeker in group:
        if seeker.account in paired:
            continue
        nearest = None
        for other in _neighbours(by_rating, places[seeker.account], reach[seeker.account]):
            if other.account in paired or frozenset((seeker.account, other.account)) in apart:
                continue
            if abs(other.rating - seeker.rating) <= reach[other.account]:
                nearest = other
                break
        if nearest is not None:
            paired |= {seeker.account, nearest.account}
            yield seeker, nearest


def _neighbours(by_rating: Sequence[Seeker], place: int, reach: int) -> Iterator[Seeker]:
    """Who stands beside one in the order of ratings, the nearest first, within reach."""
    own, below, above = by_rating[place].rating, place - 1, place + 1
    while True:
        under = own - by_rating[below].rating if below >= 0 else reach + 1
        over = by_rating[above].rating - own if above < len(by_rating) else reach + 1
        if min(under, over) > reach:
            return
        if under <= over:
            yield by_rating[below]
            below -= 1
        else:
            yield by_rating[above]
            above += 1
