"""Entries of tournaments: what is paid for one, given back, and won; who wins pays the rake.

Fees in coins are the prize fund, and the house adds what it has guaranteed beyond them; points of
loyalty are spent. All that moves is posted about the tournament, so that an audit can say whether
a fee outlives it.
"""

from collections.abc import Iterable, Sequence
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from game.rulesets import RuleName
from server.money.loyalty import Entry as PointsEntry
from server.money.loyalty import Loyalty
from server.money.rake import At, Rake, rake_at, rake_of
from server.money.refusals import InsufficientCoins
from server.money.stakes import Strengths
from server.money.terms import StakeTerms, VipTerms
from server.storage.account_locks import shared
from server.storage.ids import Millis
from server.storage.ledger import Cause, InsufficientFunds, Ledger, Posting, Transaction
from server.storage.ledger_accounts import Currency, House, of_the_house, wallet
from server.storage.vip import VipGrants

WHOLE = 100
"""What the shares of a prize fund add up to."""
POTS = {
    Currency.COINS: of_the_house(House.TOURNAMENTS),
    Currency.POINTS: of_the_house(House.ENTRIES),
}
"""Where fees are until the end."""


class Fund(msgspec.Struct, frozen=True):
    """What an entry costs, and what there is to win: `shares` are hundredths, by place."""

    fee: int
    currency: Currency
    guaranteed: int
    shares: tuple[int, ...]

    def total(self, entrants: int) -> int:
        """The coins that so many entrants play for."""
        return max(self.guaranteed, self._paid(entrants))

    def added(self, entrants: int) -> int:
        """What the house adds to their fees."""
        return self.total(entrants) - self._paid(entrants)

    def prizes(self, entrants: int) -> tuple[int, ...]:
        """The prizes by place; the first has what shares leave over, or nobody is there to get."""
        total = self.total(entrants)
        if not total:
            return ()
        _, *others = (total * share // WHOLE for share in self.shares[:entrants])
        return (total - sum(others), *others)

    def _paid(self, entrants: int) -> int:
        return self.fee * entrants if self.currency is Currency.COINS else 0


class Paid(msgspec.Struct, frozen=True):
    """An entry: whose, in which tournament, and which of his it is."""

    tournament: UUID
    account: UUID
    number: int

    @property
    def key(self) -> str:
        """Under which it is paid once."""
        return f"entry:{self.tournament}:{self.account}:{self.number}"


class Won(msgspec.Struct, frozen=True):
    """A prize before the rake, and the rake that was fixed with the entry."""

    account: UUID
    prize: int
    rake: Rake


class Fees:
    """The use case, within the transaction of the fact that moves them."""

    def __init__(
        self, terms: StakeTerms, vip: VipTerms, loyalty: Loyalty, strengths: Strengths
    ) -> None:
        self._terms = terms
        self._vip = vip
        self._loyalty = loyalty
        self._strengths = strengths

    def rakes(self, fund: Fund) -> tuple[Rake, Rake]:
        """What a winner of the usual strength pays of what he wins, and what a VIP pays."""
        if not fund.fee or fund.currency is not Currency.COINS:
            return (), ()
        at = At(fund.fee, tournament=True)
        vip = rake_at(self._terms.rates, at, self._vip.rake_percent)
        return rake_at(self._terms.rates, at), vip

    async def rake(
        self, tx: AsyncConnection, account: UUID, fund: Fund, rules: RuleName, now: Millis
    ) -> Rake:
        """The rake of somebody who enters now; none where no coins are paid."""
        if not fund.fee or fund.currency is not Currency.COINS:
            return ()
        is_vip = await VipGrants(tx).until(account) > now
        rating = await self._strengths.rating(tx, account, rules)
        percent = self._vip.rake_percent if is_vip else 100
        return rake_at(self._terms.rates, At(fund.fee, rating, tournament=True), percent)

    async def pay(self, tx: AsyncConnection, paid: Paid, fund: Fund, now: Millis) -> None:
        """Pay a fee; raises `InsufficientCoins`, `InsufficientPoints`."""
        if not fund.fee:
            return
        if fund.currency is Currency.POINTS:
            await self._loyalty.pay_entry(tx, _of_points(paid, fund, now))
            return
        posting = Posting(wallet(paid.account), POTS[Currency.COINS], fund.fee, Cause.ENTRY_FEE)
        try:
            await Ledger(tx).post(
                Transaction(key=paid.key, at=now, about=paid.tournament, postings=(posting,))
            )
        except InsufficientFunds as short:
            raise InsufficientCoins(short.balance, short.needed) from short

    async def award(
        self, tx: AsyncConnection, tournament: UUID, won: Sequence[Won], fund: Fund, now: Millis
    ) -> None:
        """Pay the prizes of all places and take the rake: all that was paid in goes out."""
        await shared(tx, [each.account for each in won])
        ledger, pot = Ledger(tx), POTS[Currency.COINS]
        await ledger.lock(wallet(each.account) for each in won)
        postings = [posting for each in won if each.prize for posting in _postings(each, fund)]
        if added := fund.added(len(won)):
            postings.insert(0, Posting(of_the_house(House.GIFTS), pot, added, Cause.PRIZE))
        if postings:
            await ledger.post(
                Transaction(
                    key=f"prizes:{tournament}",
                    at=now,
                    about=tournament,
                    postings=tuple(postings),
                )
            )

    async def reward(
        self, tx: AsyncConnection, paid: Iterable[Paid], fund: Fund, now: Millis
    ) -> None:
        """Give the points of loyalty that fees in coins bring, in the order of the wallets."""
        if fund.currency is Currency.COINS and fund.fee:
            for each in sorted(paid, key=lambda one: str(one.account)):
                await self._loyalty.earn_by_fee(tx, _of_points(each, fund, now))


def _postings(won: Won, fund: Fund) -> Iterable[Posting]:
    """A prize, and the rake of what it is more than one's own fee."""
    purse = wallet(won.account)
    yield Posting(POTS[Currency.COINS], purse, won.prize, Cause.PRIZE)
    if won.rake and (rake := rake_of(won.rake, max(0, won.prize - fund.fee))):
        yield Posting(purse, of_the_house(House.RAKE), rake, Cause.RAKE)


def _of_points(paid: Paid, fund: Fund, now: Millis) -> PointsEntry:
    return PointsEntry(
        key=paid.key, account=paid.account, amount=fund.fee, at=now, tournament=paid.tournament
    )


async def refund(tx: AsyncConnection, entries: Sequence[Paid], fund: Fund, now: Millis) -> None:
    """Give fees back, each once."""
    if not fund.fee or not entries:
        return
    await shared(tx, [each.account for each in entries])
    ledger = Ledger(tx)
    await ledger.lock(wallet(each.account, fund.currency) for each in entries)
    for each in entries:
        posting = Posting(
            POTS[fund.currency], wallet(each.account, fund.currency), fund.fee, Cause.REFUND
        )
        await ledger.post(
            Transaction(
                key=f"refund:{each.key}", at=now, about=each.tournament, postings=(posting,)
            )
        )
