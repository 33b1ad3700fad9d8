"""How tables look on the wire: the card that people read before they sit down."""

import hashlib
from typing import Annotated, Final
from uuid import UUID

import msgspec

from game.conventions import Conventions
from server.money.stakes import StakeCard
from server.storage.ids import Millis
from server.storage.tables import Table, TableStatus
from server.tables.coins import Coins

RULES_VERSION = 1
"""The rules that a new match begins, and will end, under."""


HIGHEST: Final = 10_000
"""No rating is above it."""
Bound = Annotated[int, msgspec.Meta(ge=0, le=HIGHEST)]


class RatingRange(msgspec.Struct, frozen=True):
    """Whom a table wants: ratings from ``least`` to ``most``, both included; null is open.

    Raises ValueError where nobody could be wanted.
    """

    least: Bound | None = None
    most: Bound | None = None

    def __post_init__(self) -> None:
        if self.least is not None and self.most is not None and self.least > self.most:
            raise ValueError("the least rating is above the most")

    @property
    def bounds(self) -> tuple[int, int]:
        """Both ends, open ones as far as ratings go."""
        return self.least or 0, HIGHEST if self.most is None else self.most

    def has(self, rating: int) -> bool:
        """Whether somebody so strong is wanted."""
        low = self.least is None or rating >= self.least
        return low and (self.most is None or rating <= self.most)


class TableView(msgspec.Struct, frozen=True):
    """A table, which is the match of the same id once its seats are taken.

    ``card`` is the digest of all terms: sitting down sends it back. ``stakes`` says what can be
    lost and what the house takes; null where the table is free. A ``when_ready`` table stays open
    when it is full, until all who sit there are ``ready``. Who has no seat sees the match
    ``spectator_delay`` milliseconds late.
    """

    id: UUID
    status: TableStatus
    owner: UUID
    owner_nick: str | None
    owner_rating: int
    seats: tuple[UUID, ...]
    """Accounts in seat order; free seats are left out."""
    size: int
    conventions: Conventions
    created_at: Millis
    rules_version: int
    stakes: StakeCard | None
    rating: RatingRange | None
    private: bool
    when_ready: bool
    ready: tuple[UUID, ...]
    spectator_delay: Millis
    rematch_of: UUID | None
    card: str


class _Terms(msgspec.Struct, frozen=True):
    """What a card's digest is of."""

    conventions: Conventions
    rules_version: int
    stakes: StakeCard | None
    rating: RatingRange | None
    private: bool
    when_ready: bool


class Cards:
    """Renders tables by the terms of the house as they are now."""

    def __init__(self, coins: Coins, spectator_delay: Millis) -> None:
        self._coins = coins
        self._delay = spectator_delay

    def of(self, table: Table) -> TableView:
        """Render a table."""
        conventions = agreed(table)
        stakes, rating = self._coins.card(conventions), wanted_ratings(table)
        terms = _Terms(conventions, RULES_VERSION, stakes, rating, table.private, table.when_ready)
        return TableView(
            id=table.id,
            status=table.status,
            owner=table.owner,
            owner_nick=table.owner_nick,
            owner_rating=table.owner_rating,
            seats=table.seats,
            size=table.size,
            conventions=conventions,
            created_at=table.created_at,
            rules_version=RULES_VERSION,
            stakes=stakes,
            rating=rating,
            private=table.private,
            when_ready=table.when_ready,
            ready=tuple(
                seat for seat, ready in zip(table.seats, table.ready, strict=False) if ready
            ),
            spectator_delay=self._delay if table.stake else 0,
            rematch_of=table.rematch_of,
            card=hashlib.sha256(msgspec.json.encode(terms)).hexdigest(),
        )


def agreed(table: Table) -> Conventions:
    """The conventions of a table."""
    return msgspec.json.decode(table.conventions, type=Conventions)


def wanted_ratings(table: Table) -> RatingRange | None:
    """The ratings that a table wants, if it wants any."""
    if table.least_rating is None and table.most_rating is None:
        return None
    return RatingRange(table.least_rating, table.most_rating)
