"""Referrals: a code to pass on, and a bonus for both once the invited has really played."""

from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.money.codes import REFERRAL, new_code, shown, typed
from server.money.refusals import MembersAlone, ReferralRefused
from server.money.terms import BonusTerms
from server.money.vip import DAY
from server.play.after_match import Ended
from server.storage.account_locks import exclusive, shared
from server.storage.accounts import Accounts
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.former import formerly
from server.storage.ids import Millis
from server.storage.ledger import Cause, Ledger, Posting, Transaction
from server.storage.ledger_accounts import House, of_the_house, wallet
from server.storage.referrals import Brought, Referrals


class ReferralView(msgspec.Struct, frozen=True):
    """One's code, how many came by it, and how many of them brought a bonus."""

    code: str
    invited: int
    rewarded: int


class Referring:
    """The use case."""

    def __init__(self, database: Database, clock: Clock, terms: BonusTerms) -> None:
        self._database = database
        self._clock = clock
        self._terms = terms

    async def view(self, account: UUID) -> ReferralView:
        """Somebody's code, made when it is first asked for."""
        async with self._database.transaction() as tx:
            await _require_member(tx, account)
            code = await Referrals(tx).code(account, new_code(REFERRAL))
            brought: Brought = await Referrals(tx).brought(account)
        return ReferralView(shown(code), brought.invited, brought.rewarded)

    async def name_inviter(self, invited: UUID, code: str) -> None:
        """Say who invited one, once and soon after signing up for the first time.

        Raises `ReferralRefused`, `MembersAlone`, `NoSuchReferralCode`.
        """
        now = self._clock.now()
        async with self._database.transaction() as tx:
            account = await _require_member(tx, invited)
            inviter = (await Accounts(tx).get(await Referrals(tx).owner(typed(code)))).id
            if inviter == invited:
                raise ReferralRefused
            await exclusive(tx, invited, inviter)  # or two could name each other at once
            late = account + self._terms.referral_days * DAY < now
            came_back = bool(await formerly(tx, invited))
            in_circle = await Referrals(tx).inviter(inviter) == invited
            if late or came_back or in_circle:
                raise ReferralRefused
            if not await Referrals(tx).add(invited, inviter, now):
                raise ReferralRefused


async def _require_member(tx: AsyncConnection, account: UUID) -> Millis:
    """Raise `MembersAlone` for a guest; when a member signed up."""
    found = await Accounts(tx).get(account)
    if found.is_guest:
        raise MembersAlone
    return found.created_at


class ReferralStep:
    """The step after a match that sees whether an invited player has reached the goals."""

    name: Final = "referral"

    def __init__(self, terms: BonusTerms) -> None:
        self._terms = terms

    async def follow(self, tx: AsyncConnection, ended: Ended) -> None:
        """Give both their bonus, once in all."""
        brought: dict[UUID, UUID] = {}
        for invited in ended.match.players:
            inviter = await Referrals(tx).waiting(invited)
            if inviter is not None and await self._reached(tx, invited, inviter):
                brought[invited] = inviter
        if not brought:
            return
        people = {*brought.keys(), *brought.values()}
        standing = await shared(tx, people)
        ledger = Ledger(tx)
        await ledger.lock(wallet(standing[each]) for each in people)
        for invited, inviter in brought.items():
            bonuses = (
                (standing[invited], self._terms.referral_invited),
                (standing[inviter], self._terms.referral_inviter),
            )
            postings = tuple(
                Posting(of_the_house(House.GIFTS), wallet(who), coins, Cause.REFERRAL)
                for who, coins in bonuses
                if coins
            )
            if postings:
                key = f"referral:{invited}"
                await ledger.post(Transaction(key=key, at=ended.ended_at, postings=postings))
            await Referrals(tx).reward(invited, ended.ended_at)

    async def _reached(self, tx: AsyncConnection, invited: UUID, inviter: UUID) -> bool:
        played = await Referrals(tx).played(invited, not_with=inviter)
        return (
            played.matches >= self._terms.referral_matches
            and played.opponents >= self._terms.referral_opponents
        )
