"""What operators do at `/api/v1/admin` about tournaments."""

from typing import Annotated
from uuid import UUID

import msgspec

from game.conventions import ConventionsAsked, resolve
from game.refusals import ConventionsRefused
from game.tournament import System, TournamentPhase, TournamentTerms
from game.tournament.terms import LARGEST
from server.http.admin import Acting, Moment
from server.money.entries import Fund
from server.operators.office import Office
from server.operators.staff import require
from server.requests import Malformed
from server.storage.ledger_accounts import Currency
from server.storage.operators import Operator, Role
from server.storage.traces import Common
from server.tables.views import Bound, RatingRange
from server.tournaments.announcing import Amount, Announcement, Name
from server.tournaments.cases import TournamentCases
from server.tournaments.views import TournamentCard

Entrants = Annotated[int, msgspec.Meta(ge=2, le=LARGEST)]
Share = Annotated[int, msgspec.Meta(ge=1, le=100)]


class NewTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament to announce; `id` is its key.

    It begins at `starts`, or is a Sit & Go and begins with its last place. Who has not come so
    many seconds after he was called has lost. `shares` are per cents of what is paid in, and at
    least `guaranteed` coins, by place.
    """

    id: UUID
    en: Name
    ru: Name
    system: System = System.SWISS
    capacity: Entrants
    least: Entrants = 2
    starts: Moment | None = None
    closes: Moment | None = None
    wait_seconds: Annotated[int, msgspec.Meta(ge=30, le=7 * 86_400)] = 300
    conventions: ConventionsAsked
    fee: Amount = 0
    currency: Currency = Currency.COINS
    guaranteed: Amount = 0
    shares: Annotated[tuple[Share, ...], msgspec.Meta(min_length=1)] = (50, 30, 20)
    least_rating: Bound | None = None
    most_rating: Bound | None = None
    why: str

    def announcement(self) -> Announcement:
        """What is announced; raises `Malformed` for terms by which nothing could be played."""
        try:
            return Announcement(
                id=self.id,
                en=self.en,
                ru=self.ru,
                terms=TournamentTerms(
                    system=self.system,
                    capacity=self.capacity,
                    least=self.least,
                    starts_at=self.starts,
                    closes_at=self.closes,
                    wait=self.wait_seconds * 1_000,
                ),
                conventions=resolve(self.conventions),
                fund=Fund(self.fee, self.currency, self.guaranteed, self.shares),
                rating=RatingRange(self.least_rating, self.most_rating),
            )
        except ConventionsRefused as refused:
            raise Malformed(f"conventions: {refused.message}") from refused
        except ValueError as wrong:
            raise Malformed(str(wrong)) from wrong


class OfPhase(msgspec.Struct, frozen=True):
    """Which page of which tournaments: those announced before the tournament `before`."""

    phase: TournamentPhase = TournamentPhase.REGISTERING
    before: UUID | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=100)] = 50


class TournamentNamed(msgspec.Struct, frozen=True):
    """The tournament that it was done to."""

    tournament: UUID


class Cancelling(msgspec.Struct, frozen=True):
    """A tournament that is not to take place, or not to its end: all fees go back."""

    tournament: UUID
    why: str


class TournamentsFound(msgspec.Struct, frozen=True):
    """Tournaments of one phase, the last announced first."""

    tournaments: tuple[TournamentCard, ...]


class OneTournament(msgspec.Struct, frozen=True):
    """Which tournament."""

    tournament: UUID


class Twins(msgspec.Struct, frozen=True):
    """Devices and addresses by which several entrants came, with their accounts."""

    shared: tuple[Common, ...]


def arranging(cases: TournamentCases, looks: Acting, deeds: Acting) -> tuple[Acting, Acting]:
    """Return both tables with what is done about tournaments."""

    async def listed(_: Office, by: Operator, asked: OfPhase) -> TournamentsFound:
        require(by, Role.MODERATOR)
        found = await cases.showing.listed((asked.phase,), asked.limit, asked.before, "en")
        return TournamentsFound(tuple(found.tournaments))

    async def twins(_: Office, by: Operator, asked: OneTournament) -> Twins:
        return Twins(await cases.desk.twins(by, asked.tournament))

    async def announce(_: Office, by: Operator, given: NewTournament) -> TournamentNamed:
        await cases.desk.announce(by, given.announcement(), given.why)
        return TournamentNamed(given.id)

    async def cancel(_: Office, by: Operator, given: Cancelling) -> TournamentNamed:
        await cases.desk.cancel(by, given.tournament, given.why)
        return TournamentNamed(given.tournament)

    return (
        {
            **looks,
            "tournaments": (OfPhase, listed),
            "tournaments/twins": (OneTournament, twins),
        },
        {
            **deeds,
            "tournaments": (NewTournament, announce),
            "tournaments/cancel": (Cancelling, cancel),
        },
    )
