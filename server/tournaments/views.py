"""How tournaments look on the wire."""

from uuid import UUID

import msgspec

from game.conventions import Conventions
from game.tournament import (
    Round,
    System,
    TournamentPhase,
    TournamentState,
    TournamentTerms,
    standings,
)
from game.tournament.standings import buchholz
from server.money.entries import Fees
from server.money.rake import Rake
from server.named import Named
from server.storage.ids import Millis
from server.storage.ledger_accounts import Currency
from server.storage.preferences import Language
from server.storage.tournaments import Entry, Tournament
from server.tables.views import RatingRange
from server.tournaments.announcing import fund_of


class TournamentCard(msgspec.Struct, frozen=True, kw_only=True):
    """What one should know of a tournament before one enters it.

    ``prizes`` are coins by place, as they would be for those who have entered by now. ``rake`` is
    what a winner of the usual strength pays of what he wins beyond his fee, by steps in
    millionths, ``vip_rake`` what a VIP pays; it is fixed on entering.
    """

    id: UUID
    name: str
    phase: TournamentPhase
    system: System
    terms: TournamentTerms
    conventions: Conventions
    fee: int
    currency: Currency
    guaranteed: int
    shares: tuple[int, ...]
    prizes: tuple[int, ...]
    rake: Rake
    vip_rake: Rake
    rating: RatingRange
    entered: int
    announced_at: Millis

    @property
    def costs_coins(self) -> bool:
        """Whether the fee is paid in coins, not in points of loyalty."""
        return self.currency is Currency.COINS


class EntrantStanding(msgspec.Struct, frozen=True, kw_only=True):
    """An entrant, in the order of the standings. ``out`` is the round in which one got out.

    ``place`` is null until the end; ``prize`` is what was won.
    """

    person: Named
    wins: int
    losses: int
    byes: int
    buchholz: int
    out: int | None
    place: int | None
    prize: int


class TournamentShown(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament whole: who stands where, and every meeting of every round by its table.

    ``seq`` is the number of the last commit that it is made of. ``lot`` is the SHA-256 of the
    ``secret`` that all lots are drawn by; that is null until nobody enters any more.
    """

    tournament: TournamentCard
    standings: tuple[EntrantStanding, ...]
    rounds: tuple[Round, ...]
    lot: str
    secret: str | None
    seq: int


def card_of(tournament: Tournament, fees: Fees, language: Language) -> TournamentCard:
    """Render the card of a tournament."""
    fund, terms = fund_of(tournament), _terms(tournament)
    rake, vip_rake = fees.rakes(fund)
    return TournamentCard(
        id=tournament.id,
        name=tournament.ru if language == "ru" else tournament.en,
        phase=TournamentPhase(tournament.phase),
        system=terms.system,
        terms=terms,
        conventions=msgspec.json.decode(tournament.conventions, type=Conventions),
        fee=fund.fee,
        currency=fund.currency,
        guaranteed=fund.guaranteed,
        shares=fund.shares,
        prizes=fund.prizes(max(tournament.entered, 1)),
        rake=rake,
        vip_rake=vip_rake,
        rating=RatingRange(tournament.least_rating, tournament.most_rating),
        entered=tournament.entered,
        announced_at=tournament.created_at,
    )


def standings_of(
    state: TournamentState, entries: dict[UUID, Entry], names: dict[UUID, Named]
) -> tuple[EntrantStanding, ...]:
    """Render who stands where."""
    return tuple(
        _standing(state, entries[UUID(each)], names.get(UUID(each), Named(UUID(each), None)))
        for each in state.places or standings(state)
    )


def _standing(state: TournamentState, entry: Entry, person: Named) -> EntrantStanding:
    entrant = state.entrants[str(entry.account)]
    return EntrantStanding(
        person=person,
        wins=entrant.wins,
        losses=entrant.losses,
        byes=entrant.byes,
        buchholz=buchholz(entrant, state.entrants),
        out=entrant.out,
        place=entry.place,
        prize=entry.prize,
    )


def _terms(tournament: Tournament) -> TournamentTerms:
    return msgspec.json.decode(tournament.terms, type=TournamentTerms)
