"""Stakes: what a table is played for, who can cover it, and putting it aside when both sit."""

from collections.abc import Sequence
from typing import Protocol
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from game.conventions import Conventions
from game.refusals import ConventionsFault, ConventionsRefused
from game.rulesets import RuleName
from server.money.rake import USUAL_RATING, At, Rake, rake_at
from server.money.refusals import InsufficientCoins, OpponentCannotCover
from server.money.terms import StakeTerms, VipTerms
from server.storage.account_locks import shared
from server.storage.clock import Clock
from server.storage.holds import Hold, Holds
from server.storage.ledger import Cause, InsufficientFunds, Ledger, Posting, Transaction
from server.storage.ledger_accounts import held, wallet
from server.storage.vip import VipGrants
from server.storage.wallets import Wallets


class Strengths(Protocol):
    """Tells ratings, for rates that depend on them."""

    async def rating(self, tx: AsyncConnection, account: UUID, rules: RuleName, /) -> int:
        """How strong somebody is by these rules."""


class Unrated:
    """Nobody has a rating: all are of the usual strength."""

    async def rating(self, _tx: AsyncConnection, _account: UUID, _rules: RuleName, /) -> int:
        """The rating of a newcomer."""
        return USUAL_RATING


class StakeCard(msgspec.Struct, frozen=True):
    """What one should know of a stake before one sits down to it.

    `hold` is put aside when both sit, and the most that can be lost. `rake` is what a winner of
    the usual strength pays of a win, by steps in millionths; `vip_rake` what a VIP pays.
    """

    stake: int
    hold: int
    rake: Rake
    vip_rake: Rake


class Stakes:
    """The use case, for whoever opens tables and seats people at them."""

    def __init__(
        self, terms: StakeTerms, vip: VipTerms, clock: Clock, strengths: Strengths
    ) -> None:
        self._terms = terms
        self._vip = vip
        self._clock = clock
        self._strengths = strengths

    def card(self, conventions: Conventions) -> StakeCard | None:
        """What the card of a table says of its stake; none where it is free."""
        if not conventions.stake:
            return None
        at = At(conventions.stake)
        return StakeCard(
            stake=conventions.stake,
            hold=conventions.hold,
            rake=rake_at(self._terms.rates, at),
            vip_rake=rake_at(self._terms.rates, at, self._vip.rake_percent),
        )

    async def require_cover(
        self, tx: AsyncConnection, account: UUID, conventions: Conventions
    ) -> None:
        """Raise unless somebody could sit down by these conventions now; nothing is held yet.

        `ConventionsRefused` for more than this house plays for, `InsufficientCoins` else.
        """
        self._require_offered(conventions)
        if conventions.stake:
            coins = await Wallets(tx).coins(account)
            if coins < conventions.hold:
                raise InsufficientCoins(coins, conventions.hold)

    async def hold(
        self, tx: AsyncConnection, match: UUID, seats: Sequence[UUID], conventions: Conventions
    ) -> None:
        """Put the stakes of a match aside, and fix its rake; the match must be stored.

        The last of `seats` is who sits down: raises `InsufficientCoins` when he lacks the coins,
        `OpponentCannotCover` when another does.
        """
        if not conventions.stake:
            return
        self._require_offered(conventions)
        standing = await shared(tx, seats)
        ledger = Ledger(tx)
        pairs = [
            (wallet(standing[account]), held(match, seat, standing[account]))
            for seat, account in enumerate(seats)
        ]
        await ledger.lock(each for pair in pairs for each in pair)
        try:
            await ledger.post(
                Transaction(
                    key=f"hold:{match}",
                    at=self._clock.now(),
                    about=match,
                    postings=tuple(
                        Posting(purse, aside, conventions.hold, Cause.HOLD)
                        for purse, aside in pairs
                    ),
                )
            )
        except InsufficientFunds as short:
            if short.account.owner != standing[seats[-1]]:
                raise OpponentCannotCover from short
            raise InsufficientCoins(short.balance, short.needed) from short
        await Holds(tx).keep(
            [
                Hold(match, seat, standing[account], conventions.hold, rake)
                for seat, account in enumerate(seats)
                for rake in [await self._rake(tx, standing[account], conventions)]
            ]
        )

    async def _rake(self, tx: AsyncConnection, account: UUID, conventions: Conventions) -> bytes:
        is_vip = await VipGrants(tx).until(account) > self._clock.now()
        rating = await self._strengths.rating(tx, account, conventions.rules)
        percent = self._vip.rake_percent if is_vip else 100
        rake = rake_at(self._terms.rates, At(conventions.stake, rating), percent)
        return msgspec.json.encode(rake)

    def _require_offered(self, conventions: Conventions) -> None:
        if conventions.hold > self._terms.largest_hold:
            keys = ("stake",) if conventions.max_points is None else ("stake", "max_points")
            raise ConventionsRefused(
                keys,
                f"this house plays for no more than {self._terms.largest_hold} coins a match",
                ConventionsFault.NOT_OFFERED,
            )
