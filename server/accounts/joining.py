"""How two accounts become one, and two again: coins, VIP, nick, rows, forwarding.

Everything here is part of one transaction that has both persons' rows for itself.
"""

from typing import Final
from uuid import UUID

from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from server.accounts.refusals import MergeSpent
from server.storage.accounts import Account, Accounts
from server.storage.ids import Millis
from server.storage.ledger import Cause, Ledger, Posting, Transaction
from server.storage.ledger_accounts import (
    Currency,
    House,
    LedgerAccount,
    of_the_house,
    wallet,
)
from server.storage.merge_moves import Both, move, move_back, strands
from server.storage.merges import Merge, Merges, Offer, Offers
from server.storage.nicks import Nicks
from server.storage.sessions import Sessions
from server.storage.vip import VipCause, VipGrant, VipGrants

_GIFTS: Final = of_the_house(House.GIFTS)


class Estate:
    """What both sides of an offer have, before anything was moved."""

    def __init__(self, keeper: Account, other: Account, brings: Merge) -> None:
        self.keeper = keeper
        self.other = other
        self.brings = brings

    @property
    def nick(self) -> str | None:
        """What the person will be called: the nick of the older account that has one."""
        older, younger = sorted((self.keeper, self.other), key=lambda each: each.created_at)
        return older.nick or younger.nick


async def estate(tx: AsyncConnection, offer: Offer, now: Millis, ledger: Ledger) -> Estate:
    """Weigh what would come over; locks the wallets of both."""
    keeper, other = [await Accounts(tx).get(each) for each in (offer.keeper, offer.other)]
    purses = [wallet(each, of) for each in (keeper.id, other.id) for of in Currency]
    await ledger.lock(purses)
    coins = ledger.balance(wallet(other.id))
    gift = await _unearned(tx, offer, coins)
    until = await VipGrants(tx).until(other.id)
    brings = Merge(
        id=offer.id,
        keeper=keeper.id,
        other=other.id,
        at=now,
        coins=coins - gift,
        points=ledger.balance(wallet(other.id, Currency.POINTS)),
        gift=gift,
        vip_until=until,
        vip=max(0, until - now),
        keeper_nick=keeper.nick,
        other_nick=other.nick,
    )
    return Estate(keeper, other, brings)


async def join(tx: AsyncConnection, found: Estate, ledger: Ledger) -> None:
    """Let the other account become the keeper's."""
    merge = found.brings
    both = Both(merge.id, merge.keeper, merge.other)
    await _move_coins(ledger, merge)
    await _move_vip(tx, merge)
    await Merges(tx).keep(merge)
    await _move_nick(tx, found)
    await move(tx, both)
    await Sessions(tx).revoke_all(merge.other)
    await Offers(tx).drop(merge.other)


async def part(tx: AsyncConnection, merge: Merge, now: Millis) -> None:
    """Make two of them again; raises `MergeSpent` where the coins brought are there no more, where
    of VIP that came over some was taken back since, so that nobody has again what he was paid back
    for, or where nobody could sign in to one of the two, its identities having been let go since.

    Nobody knows which of the two is signed in where, so that all sessions end.
    """
    ledger = Ledger(tx)
    await ledger.lock(wallet(each, of) for each in (merge.keeper, merge.other) for of in Currency)
    for currency, brought in ((Currency.COINS, merge.coins), (Currency.POINTS, merge.points)):
        if ledger.balance(wallet(merge.keeper, currency)) < max(0, brought):
            raise MergeSpent
    if merge.vip and await VipGrants(tx).taken_back(merge.keeper, merge.at):
        raise MergeSpent
    await _move_coins(ledger, merge, back_at=now)
    await _move_vip_back(tx, merge, now)
    both = Both(merge.id, merge.keeper, merge.other)
    await move_back(tx, both)
    if await strands(tx, both):
        raise MergeSpent
    await Nicks(tx).restore(merge.id, merge.keeper, now)
    await Nicks(tx).recall(merge.keeper, merge.keeper_nick)
    await Nicks(tx).recall(merge.other, merge.other_nick)
    await Merges(tx).undo(merge, now)
    await Sessions(tx).revoke_all(merge.keeper)


async def _unearned(tx: AsyncConnection, offer: Offer, coins: int) -> int:
    """What is left of a welcome gift, where both were welcomed: a person is welcomed once."""
    merges = Merges(tx)
    if not await merges.welcomed(wallet(offer.keeper).name):
        return 0
    return max(0, min(coins, await merges.welcomed(wallet(offer.other).name)))


async def _move_coins(ledger: Ledger, merge: Merge, back_at: Millis | None = None) -> None:
    postings = [
        _posting(wallet(merge.other, currency), wallet(merge.keeper, currency), brought)
        for currency, brought in ((Currency.COINS, merge.coins), (Currency.POINTS, merge.points))
        if brought
    ]
    if merge.gift:
        postings.append(Posting(wallet(merge.other), _GIFTS, merge.gift, Cause.MERGE))
    if not postings:
        return
    key = f"merge:{merge.id}"
    if back_at is not None:
        key = f"undo:{merge.id}"
        postings = [Posting(p.target, p.source, p.amount, p.cause) for p in postings]
    await ledger.post(
        Transaction(
            key=key,
            at=merge.at if back_at is None else back_at,
            postings=tuple(postings),
            about=merge.id,
            overdraws=merge.coins < 0,
        )
    )


def _posting(source: LedgerAccount, target: LedgerAccount, amount: int) -> Posting:
    """So much from one to the other; a debt goes the other way."""
    if amount < 0:
        return Posting(target, source, -amount, Cause.MERGE)
    return Posting(source, target, amount, Cause.MERGE)


async def _move_vip(tx: AsyncConnection, merge: Merge) -> None:
    if not merge.vip:
        return
    since = max(await VipGrants(tx).until(merge.keeper), merge.at)
    await VipGrants(tx).add(_grant("merge", merge.keeper, merge, (since, since + merge.vip)))
    await VipGrants(tx).add(_grant("merge", merge.other, merge, (merge.vip_until, merge.at)))


async def _move_vip_back(tx: AsyncConnection, merge: Merge, now: Millis) -> None:
    """Both stand where they would without the merge: time has gone on for both."""
    if not merge.vip:
        return
    end = await VipGrants(tx).until(merge.keeper)
    back = _grant("undo", merge.keeper, merge, (end, end - merge.vip))
    await VipGrants(tx).add(replace(back, at=now))
    if merge.vip_until > now:
        again = _grant("undo", merge.other, merge, (now, merge.vip_until))
        await VipGrants(tx).add(replace(again, at=now))


def _grant(what: str, account: UUID, merge: Merge, span: tuple[Millis, Millis]) -> VipGrant:
    since, until = span
    return VipGrant(
        key=f"{what}:{merge.id}:{account}",
        account=account,
        since=since,
        until=until,
        cause=VipCause.MERGE,
        at=merge.at,
    )


async def _move_nick(tx: AsyncConnection, found: Estate) -> None:
    merge, nicks = found.brings, Nicks(tx)
    await nicks.remember(merge.id, merge.keeper, merge.other)
    theirs = found.other.nick is not None and found.nick == found.other.nick
    if theirs:
        await nicks.hand(merge.keeper, merge.keeper, merge.at, held=False)
    await nicks.hand(merge.other, merge.keeper, merge.at, held=theirs)
    await nicks.recall(merge.keeper, found.nick)
    await nicks.recall(merge.other, None)
