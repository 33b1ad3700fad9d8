"""What an operator announces: a tournament that can be played, with prizes that add up."""

import secrets
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from game.conventions import Conventions, Form
from game.tournament import TournamentAnnounced, TournamentPhase, TournamentTerms, fold
from game.tournament.lots import digest_of
from server.money.entries import WHOLE, Fund
from server.money.refusals import KeyUsed
from server.requests import Malformed, require_printable
from server.storage.dice_secrets import DiceSecrets, Secrets
from server.storage.ids import Millis
from server.storage.ledger_accounts import Currency
from server.storage.sealing import Sealing
from server.storage.tournaments import LONGEST_NAME, Tournament, Tournaments
from server.tables.views import RatingRange

SECRET_BYTES: Final = 32
"""Of what all lots are drawn by."""
MOST: Final = 10**12
"""Coins of a fee or a guarantee."""

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=MOST)]


class Announcement(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament to announce; `id` is its key."""

    id: UUID
    en: str
    ru: str
    terms: TournamentTerms
    conventions: Conventions
    fund: Fund
    rating: RatingRange = RatingRange()

    def require_sound(self) -> None:
        """Raise `Malformed` for what could not be played, or could not be paid, at any time."""
        require_printable(en=self.en, ru=self.ru)
        if self.conventions.form is not Form.MATCH:
            raise Malformed("conventions: a tournament is played by matches")
        if self.conventions.stake:
            raise Malformed("conventions: a tournament's matches have no stake")
        if self.conventions.clock is None:
            raise Malformed("conventions: a tournament's matches have a clock")
        if any(share < 1 for share in self.fund.shares) or sum(self.fund.shares) != WHOLE:
            raise Malformed(f"shares: they are above 0 and add up to {WHOLE}")
        if len(self.fund.shares) > self.terms.capacity:
            raise Malformed("shares: more prizes than entrants")

    def require_ahead(self, now: Millis) -> None:
        """Raise `Malformed` for what should have happened already."""
        for moment in (self.terms.closing, self.terms.starts_at):
            if moment is not None and moment <= now:
                raise Malformed("terms: it would begin or close in the past")


async def announce(
    tx: AsyncConnection, sealing: Sealing, announced: Announcement, now: Millis
) -> TournamentAnnounced | None:
    """Keep it with the digest of a secret that nobody chose; none where it was kept before.

    Raises `KeyUsed` where another was kept under its id, or a match is; `Malformed` for one that
    could not be played.
    """
    announced.require_sound()
    known = await Tournaments(tx).find(announced.id)
    if known is None:
        announced.require_ahead(now)
        if await Secrets(tx, sealing).has(announced.id):
            raise KeyUsed
        event = await _kept(tx, sealing, announced, now)
        if event is not None:
            return event
        known = await Tournaments(tx).get(announced.id)
    if any(getattr(known, name) != told for name, told in _told(announced).items()):
        raise KeyUsed
    return None


async def _kept(
    tx: AsyncConnection, sealing: Sealing, announced: Announcement, now: Millis
) -> TournamentAnnounced | None:
    """Keep a new one; none where somebody else did at this instant."""
    secret = secrets.token_bytes(SECRET_BYTES)
    event = TournamentAnnounced(str(announced.id), announced.terms, digest_of(secret.hex()), now)
    tournament = Tournament(
        **_told(announced),
        id=announced.id,
        created_at=now,
        phase=TournamentPhase.REGISTERING,
        due=fold([event]).due(),
    )
    if not await Tournaments(tx).announce(tournament, msgspec.json.encode([event])):
        return None
    kept = DiceSecrets(secret=secret, archive_password=b"", seeds={})
    await Secrets(tx, sealing).keep(announced.id, kept)
    return event


def _told(announced: Announcement) -> dict[str, Any]:
    """What stands of it in its row, by columns."""
    return {
        "en": announced.en,
        "ru": announced.ru,
        "terms": msgspec.json.encode(announced.terms),
        "conventions": msgspec.json.encode(announced.conventions),
        "fee": announced.fund.fee,
        "currency": announced.fund.currency,
        "guaranteed": announced.fund.guaranteed,
        "shares": announced.fund.shares,
        "least_rating": announced.rating.least,
        "most_rating": announced.rating.most,
    }


def fund_of(tournament: Tournament) -> Fund:
    """What an entry of it costs, and what there is to win."""
    return Fund(
        tournament.fee, Currency(tournament.currency), tournament.guaranteed, tournament.shares
    )
