"""Points of loyalty: earned by play and by fees, bought in the shop, spent on entries."""

from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from game.events import MatchVoided
from server.money.daily import day_of
from server.money.giving import Given, give
from server.money.refusals import InsufficientPoints
from server.money.terms import LoyaltyTerms
from server.play.after_match import Ended
from server.storage.account_locks import shared
from server.storage.accounts import Accounts
from server.storage.ids import Millis
from server.storage.ledger import Cause, InsufficientFunds, Ledger, Posting, Transaction
from server.storage.ledger_accounts import Currency, House, of_the_house, wallet
from server.storage.wallets import Wallets

_RECENT: Final = 200
"""More entries than anybody's points have in a day."""


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament's entry that somebody pays, under a key that counts once."""

    key: str
    account: UUID
    amount: int
    at: Millis
    tournament: UUID


class Loyalty:
    """The use case of tournaments: what fees bring, and what points pay."""

    def __init__(self, terms: LoyaltyTerms) -> None:
        self._terms = terms

    async def earn_by_fee(self, tx: AsyncConnection, entry: Entry) -> bool:
        """Give the points of a fee of so many coins; false when they were given before."""
        return await give(
            tx,
            Given(
                key=f"loyalty:{entry.key}",
                account=entry.account,
                amount=entry.amount // self._terms.coins_of_fee,
                cause=Cause.LOYALTY,
                at=entry.at,
                source=House.LOYALTY,
                about=entry.tournament,
            ),
        )

    async def pay_entry(self, tx: AsyncConnection, entry: Entry) -> bool:
        """Pay an entry with so many points; false when it was paid before.

        Raises `InsufficientPoints`.
        """
        standing = (await shared(tx, [entry.account]))[entry.account]
        purse = wallet(standing, Currency.POINTS)
        posting = Posting(purse, of_the_house(House.ENTRIES), entry.amount, Cause.ENTRY_FEE)
        try:
            return await Ledger(tx).post(
                Transaction(
                    key=entry.key, at=entry.at, about=entry.tournament, postings=(posting,)
                )
            )
        except InsufficientFunds as short:
            raise InsufficientPoints(short.balance, short.needed) from short


class LoyaltyStep:
    """The step after a match that gives its players their points, so many a day at the most."""

    name: Final = "loyalty"

    def __init__(self, terms: LoyaltyTerms, zone: ZoneInfo) -> None:
        self._terms = terms
        self._zone = zone

    async def follow(self, tx: AsyncConnection, ended: Ended) -> None:
        """Give points for a match that has a result; guests collect none."""
        if any(isinstance(event, MatchVoided) for event in ended.events):
            return
        members = [
            account
            for account in ended.match.players
            if not (await Accounts(tx).get(account)).is_guest
        ]
        standing = await shared(tx, members)
        ledger = Ledger(tx)
        await ledger.lock(wallet(standing[each], Currency.POINTS) for each in members)
        for account in members:
            await self._give(tx, ledger, standing[account], ended)

    async def _give(
        self, tx: AsyncConnection, ledger: Ledger, account: UUID, ended: Ended
    ) -> None:
        today = day_of(ended.ended_at, self._zone)
        had = sum(
            entry.change
            for entry in await Wallets(tx).entries(account, Currency.POINTS, _RECENT)
            if entry.cause is Cause.LOYALTY and day_of(entry.at, self._zone) == today
        )
        points = min(self._terms.match_points, self._terms.day_points - had)
        if points <= 0:
            return
        posting = Posting(
            of_the_house(House.LOYALTY),
            wallet(account, Currency.POINTS),
            points,
            Cause.LOYALTY,
        )
        await ledger.post(
            Transaction(
                key=f"loyalty:{ended.match.id}:{account}",
                at=ended.ended_at,
                about=ended.match.id,
                postings=(posting,),
            )
        )
