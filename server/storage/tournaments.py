"""Tournaments: a log each, whose key `(tournament, seq)` decides every race, and what is listed.

Whoever changes one locks its row first, so that two who come at once decide one after the other.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import Row, func, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import NotFound
from server.storage.ids import Millis
from server.storage.schema_tournaments import (
    tournament_commits,
    tournament_entrants,
    tournament_matches,
    tournaments,
)

CLAIMED_FOR: Final = 5_000
"""So long, in milliseconds, nobody else takes up what fell due; twice as long each time."""
LONGEST_NAME: Final = 200

_DOUBLINGS_AT_MOST: Final = 9


class TournamentNotFound(NotFound):
    """There is no such tournament."""


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as announced, and how far it has come: `seq` is that of its last commit.

    `terms` and `conventions` are JSON. `shares` are hundredths of the prize fund, by place.
    """

    id: UUID
    en: str
    ru: str
    terms: bytes
    conventions: bytes
    fee: int
    currency: str
    guaranteed: int
    shares: tuple[int, ...]
    least_rating: int | None
    most_rating: int | None
    created_at: Millis
    phase: str
    seq: int = 0
    due: Millis | None = None
    entered: int = 0
    """How many take part; of what is being written it is not looked at."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Who takes part; `number` counts how often he entered, `rake` is JSON, fixed when he paid."""

    account: UUID
    number: int
    at: Millis
    rake: bytes
    left_at: Millis | None = None
    place: int | None = None
    prize: int = 0


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A commit of a tournament's log, and where it leaves the tournament."""

    tournament: UUID
    seq: int
    at: Millis
    events: bytes
    phase: str
    due: Millis | None


class Tournaments:
    """Keeps and reads within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def announce(self, tournament: Tournament, events: bytes) -> bool:
        """Keep a new one with the first commit of its log; false where its id is known."""
        given = msgspec.structs.asdict(tournament)
        given |= {"shares": list(tournament.shares)}
        del given["entered"]
        added = await self._tx.execute(
            insert(tournaments)
            .values(**given)
            .on_conflict_do_nothing()
            .returning(tournaments.c.id)
        )
        if added.first() is None:
            return False
        await self._tx.execute(
            insert(tournament_commits).values(
                tournament=tournament.id, seq=0, at=tournament.created_at, events=events
            )
        )
        return True

    async def find(self, tournament: UUID) -> Tournament | None:
        """One, if there is one of this id."""
        row = (await self._tx.execute(_TOURNAMENT.where(tournaments.c.id == tournament))).first()
        return None if row is None else _tournament(row)

    async def get(self, tournament: UUID) -> Tournament:
        """One; raises `TournamentNotFound`."""
        found = await self.find(tournament)
        if found is None:
            raise TournamentNotFound(str(tournament))
        return found

    async def locked(self, tournament: UUID) -> Tournament:
        """One, nobody else's to change until the transaction ends; raises the same."""
        await self._tx.execute(
            select(tournaments.c.id).where(tournaments.c.id == tournament).with_for_update()
        )
        return await self.get(tournament)

    async def listed(
        self, phases: Collection[str], limit: int, before: UUID | None = None
    ) -> list[Tournament]:
        """Those of these phases, the last announced first; `before` ends the page before."""
        page = _TOURNAMENT.where(tournaments.c.phase.in_(phases))
        if before is not None:
            last = select(*_ANNOUNCED).where(tournaments.c.id == before).scalar_subquery()
            page = page.where(tuple_(*_ANNOUNCED) < last)
        found = await self._tx.execute(page.order_by(*_LAST_FIRST).limit(limit))
        return [_tournament(row) for row in found]

    async def of(self, account: UUID) -> list[Tournament]:
        """Those in which somebody takes part and that are not over, the last announced first."""
        found = await self._tx.execute(
            _TOURNAMENT.where(
                tournaments.c.id.in_(_running_entries([account])),
            ).order_by(*_LAST_FIRST)
        )
        return [_tournament(row) for row in found]

    async def log(self, tournament: UUID) -> list[bytes]:
        """The events of all its commits, in their order."""
        found = await self._tx.execute(
            select(tournament_commits.c.events)
            .where(tournament_commits.c.tournament == tournament)
            .order_by(tournament_commits.c.seq)
        )
        return list(found.scalars())

    async def append(self, step: Step) -> None:
        """Write what happened; the row must be locked."""
        await self._tx.execute(
            insert(tournament_commits).values(
                tournament=step.tournament, seq=step.seq, at=step.at, events=step.events
            )
        )
        await self._tx.execute(
            update(tournaments)
            .where(tournaments.c.id == step.tournament)
            .values(seq=step.seq, phase=step.phase, due=step.due, attempts=0)
        )

    async def put_off(self, tournament: UUID, due: Millis | None) -> None:
        """Nothing was due yet: look again then."""
        await self._tx.execute(
            update(tournaments).where(tournaments.c.id == tournament).values(due=due, attempts=0)
        )

    async def claim(self, now: Millis, limit: int) -> list[UUID]:
        """Take up what is due; commit this before doing it. What fails comes back, ever later."""
        found = await self._tx.execute(
            select(tournaments.c.id, tournaments.c.attempts)
            .where(tournaments.c.due <= now)
            .order_by(tournaments.c.due)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        claimed = found.all()
        for row in claimed:
            pause = CLAIMED_FOR << min(row.attempts, _DOUBLINGS_AT_MOST)
            await self._tx.execute(
                update(tournaments)
                .where(tournaments.c.id == row.id)
                .values(due=now + pause, attempts=row.attempts + 1)
            )
        return [row.id for row in claimed]

    async def enter(self, tournament: UUID, account: UUID, now: Millis, rake: bytes) -> int:
        """Keep that somebody takes part; the number of his entry."""
        entered = await self._tx.execute(
            insert(tournament_entrants)
            .values(tournament=tournament, account=account, number=1, at=now, rake=rake)
            .on_conflict_do_update(
                index_elements=[tournament_entrants.c.tournament, tournament_entrants.c.account],
                set_={
                    "number": tournament_entrants.c.number + 1,
                    "at": now,
                    "rake": rake,
                    "left_at": None,
                },
            )
            .returning(tournament_entrants.c.number)
        )
        number: int = entered.scalar_one()
        return number

    async def entries(self, tournament: UUID) -> dict[UUID, Entry]:
        """Everybody who ever entered it, who withdrew among them, in the order of entering."""
        found = await self._tx.execute(
            select(tournament_entrants)
            .where(tournament_entrants.c.tournament == tournament)
            .order_by(tournament_entrants.c.at, tournament_entrants.c.account)
        )
        return {row.account: _entry(row) for row in found}

    async def leave(self, tournament: UUID, account: UUID, now: Millis) -> None:
        """Keep that somebody takes part no more."""
        await self._tx.execute(
            update(tournament_entrants)
            .where(
                tournament_entrants.c.tournament == tournament,
                tournament_entrants.c.account == account,
            )
            .values(left_at=now)
        )

    async def place(
        self, tournament: UUID, places: Iterable[UUID], prizes: Mapping[UUID, int]
    ) -> None:
        """Keep what place everybody has, and what he won."""
        for place, account in enumerate(places, 1):
            await self._tx.execute(
                update(tournament_entrants)
                .where(
                    tournament_entrants.c.tournament == tournament,
                    tournament_entrants.c.account == account,
                )
                .values(place=place, prize=prizes.get(account, 0))
            )

    async def keep_match(self, tournament: UUID, match: UUID) -> None:
        """Keep that a match is played in a tournament."""
        await self._tx.execute(
            insert(tournament_matches).values(tournament=tournament, match=match)
        )

    async def of_match(self, match: UUID) -> UUID | None:
        """In which tournament a match is played, if in any."""
        found = await self._tx.execute(
            select(tournament_matches.c.tournament).where(tournament_matches.c.match == match)
        )
        return found.scalar()

    async def has_entrants(self, people: Collection[UUID]) -> bool:
        """Whether one of these takes part in a tournament that is not over."""
        return (await self._tx.execute(_running_entries(people).limit(1))).first() is not None


_ANNOUNCED = (tournaments.c.created_at, tournaments.c.id)
_LAST_FIRST = tuple(column.desc() for column in _ANNOUNCED)
_RUNNING = tournaments.c.phase.in_(("registering", "playing"))
_TOURNAMENT = select(
    tournaments,
    select(func.count())
    .where(
        tournament_entrants.c.tournament == tournaments.c.id,
        tournament_entrants.c.left_at.is_(None),
    )
    .scalar_subquery()
    .label("entered"),
)


def _running_entries(people: Collection[UUID]) -> Any:
    return (
        select(tournament_entrants.c.tournament)
        .join(tournaments, tournaments.c.id == tournament_entrants.c.tournament)
        .where(
            _RUNNING,
            tournament_entrants.c.account.in_(people),
            tournament_entrants.c.left_at.is_(None),
        )
    )


def _tournament(row: Row[Any]) -> Tournament:
    given = {name: getattr(row, name) for name in Tournament.__struct_fields__}
    return Tournament(**given | {"shares": tuple(row.shares)})


def _entry(row: Row[Any]) -> Entry:
    return Entry(**{name: getattr(row, name) for name in Entry.__struct_fields__})
