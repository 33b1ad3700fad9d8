"""Two accounts of one person become one: offered, shown to both sides, agreed, and undone.

Nothing merges by itself. An offer comes from signing in with a known identity where one has been
playing as a guest, or from a link code; it is confirmed by whoever is signed in on either side.
"""

from contextlib import suppress
from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from game.rulesets import RuleName
from server.accounts.joining import Estate, estate, join, part
from server.accounts.refusals import MergeOver, MergeRefused, Obstacle, UndoLapsed
from server.accounts.sessions import Ended, to_nobody
from server.accounts.views import AccountView
from server.chat.standing import require_voice
from server.inbox import MergeAgreed, Posted, to
from server.named import Named
from server.storage import engagements
from server.storage.account_locks import exclusive, shared
from server.storage.accounts import Account, AccountMoved, Accounts
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.feeds import Post, post
from server.storage.ids import Millis
from server.storage.ledger import Ledger
from server.storage.ledger_accounts import Currency, wallet
from server.storage.merges import Merge, MergeNotFound, Merges, Offer, OfferNotFound, Offers
from server.storage.purchases import Purchases
from server.storage.ratings import Ratings
from server.storage.tournaments import Tournaments
from server.storage.vip import VipGrants

DAY: Final = 24 * 60 * 60 * 1000
UNDONE_WITHIN: Final = 7 * DAY
"""For so long after a merge it can be undone."""


class RatingHeld(msgspec.Struct, frozen=True):
    """A rating by one rule set; the one of more experience is kept."""

    rules: RuleName
    points: float
    experience: int


class MergeSide(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two, as both are shown to each other before they agree."""

    account: AccountView
    since: Millis
    platforms: tuple[str, ...]
    coins: int
    points: int
    vip_until: Millis | None
    matches: int
    friends: int
    ratings: tuple[RatingHeld, ...]


class Prospect(msgspec.Struct, frozen=True):
    """What the person would have; ``gift_left`` is what remains of a second welcome gift: it goes
    back, since a person is welcomed once.
    """

    nick: str | None
    coins: int
    points: int
    vip_until: Millis | None
    gift_left: int


class MergeShown(msgspec.Struct, frozen=True, kw_only=True):
    """An offer with both sides: the other's account would become the keeper's.

    ``obstacle`` is what must end first. ``undo_until`` is set once it is done, and the merge then
    has the ``id`` of its offer.
    """

    offer: UUID
    expires: Millis
    keeper: MergeSide
    other: MergeSide
    outcome: Prospect
    keeper_agreed: bool
    other_agreed: bool
    obstacle: Obstacle | None = None
    undo_until: Millis | None = None


class MergeDone(msgspec.Struct, frozen=True):
    """A merge that may still be undone, unless what it brought has been spent."""

    id: UUID
    at: Millis
    nick: str | None
    coins: int
    points: int
    undo_until: Millis


class Merging:
    """The use case."""

    def __init__(self, database: Database, clock: Clock, posted: Posted) -> None:
        self.moved: Ended = to_nobody
        """Whom to tell of accounts whose sessions have ended, so that open sockets are closed."""
        self._database = database
        self._clock = clock
        self._posted = posted

    async def offers(self, account: UUID) -> list[MergeShown]:
        """What somebody is offered, each with both sides; what is over already is left out."""
        async with self._database.reading() as connection:
            found = await Offers(connection).to(account, self._clock.now())
        shown = []
        for each in found:  # in a transaction each: together they would lock out of order
            with suppress(MergeOver, OfferNotFound):
                shown.append(await self.show(account, each.id))
        return shown

    async def show(self, account: UUID, offer: UUID) -> MergeShown:
        """One offer; raises `OfferNotFound`, `MergeOver`."""
        async with self._database.transaction() as tx:
            now = self._clock.now()
            found = await Offers(tx).get(offer, account, now)
            return await _shown(tx, found, now)

    async def confirm(self, account: UUID, offer: UUID) -> MergeShown:
        """Agree on one's side; once both sides have, the accounts are one.

        Raises `OfferNotFound`, `MergeRefused`, and `MergeOver` where it is done already; then
        nothing has changed.
        """
        async with self._database.transaction() as tx:
            if await Merges(tx).is_done(offer, account):
                raise MergeOver
            shown, moved, posts = await self._confirmed(tx, account, offer)
            hints = await post(tx, posts, self._clock.now())
        self.moved(moved)
        self._posted(hints)
        return shown

    async def done(self, account: UUID) -> list[MergeDone]:
        """What came over to somebody and may still go back."""
        since = self._clock.now() - UNDONE_WITHIN
        async with self._database.reading() as connection:
            found = await Merges(connection).into(account, since)
        return [
            MergeDone(
                each.id, each.at, each.other_nick, each.coins, each.points, each.at + UNDONE_WITHIN
            )
            for each in found
        ]

    async def undo(self, account: UUID, merge: UUID) -> None:
        """Make two accounts of one again; all sessions of both end.

        Raises `MergeNotFound`, `UndoLapsed`, `MergeOver`, `MergeRefused`, `MergeSpent`; `Muted` or
        `Banned` while a ruling holds, for that is about the person.
        """
        async with self._database.transaction() as tx:
            now = self._clock.now()
            found = await Merges(tx).get(merge)
            if found.keeper != account:
                raise MergeNotFound(str(merge))
            await engagements.lock(tx, found.keeper)
            leads = await exclusive(tx, found.keeper, found.other)
            await self._require_undoable(await Merges(tx).get(merge), leads[found.other], now)
            await require_voice(tx, found.keeper, now)
            await require_unhindered(tx, found.keeper)
            await part(tx, found, now)
        self.moved((found.keeper, found.other))

    async def _require_undoable(self, merge: Merge, leads: UUID | None, now: Millis) -> None:
        if merge.undone_at is not None or leads != merge.keeper:
            raise MergeOver
        if merge.at + UNDONE_WITHIN < now:
            raise UndoLapsed

    async def _confirmed(
        self, tx: AsyncConnection, account: UUID, offer: UUID
    ) -> tuple[MergeShown, tuple[UUID, ...], list[Post]]:
        """What is shown, whose sessions have ended, whom to tell what."""
        now = self._clock.now()
        await _lock_both(tx, await Offers(tx).get(offer, account, now))
        seen = await Offers(tx).locked(offer, account, now)
        agreed = await Offers(tx).agree(seen, account)
        await require_unhindered(tx, agreed.keeper, agreed.other)
        shown = await _shown(tx, agreed, now)
        if not (agreed.keeper_agreed and agreed.other_agreed):
            return shown, (), [] if agreed == seen else [_told_of(account, shown)]
        ledger = Ledger(tx)
        await join(tx, await estate(tx, agreed, now, ledger), ledger)
        shown = msgspec.structs.replace(shown, undo_until=now + UNDONE_WITHIN)
        posts = [] if account == agreed.keeper else [_told_of(account, shown)]
        return shown, (agreed.other,), posts


async def require_unhindered(tx: AsyncConnection, *people: UUID) -> None:
    """Raise `MergeRefused` while one of these has anything that is not over.

    Their rows must be locked, so that nothing begins meanwhile.
    """
    obstacle = await _obstacle(tx, *people)
    if obstacle is not None:
        raise MergeRefused(obstacle)


def _told_of(account: UUID, shown: MergeShown) -> Post:
    """What the other side is told of this one's agreeing."""
    sides = (shown.keeper.account, shown.other.account)
    him, me = sides if account == shown.other.account.id else reversed(sides)
    joined = shown.undo_until is not None
    return to(him.id, MergeAgreed(shown.offer, Named(me.id, me.nick), joined))


async def _obstacle(tx: AsyncConnection, *people: UUID) -> Obstacle | None:
    merges = Merges(tx)
    if await merges.plays(*people):
        return Obstacle.MATCH
    if await merges.waits(*people):
        return Obstacle.TABLE
    if await merges.holds(*people):
        return Obstacle.HOLD
    if await Tournaments(tx).has_entrants(people):
        return Obstacle.TOURNAMENT
    for account in people:
        if await Purchases(tx).is_open(account):
            return Obstacle.ORDER
    return None


async def _lock_both(tx: AsyncConnection, offer: Offer) -> None:
    """Let neither sit down, pay, sign in or merge elsewhere meanwhile; raises `MergeOver`."""
    try:
        await engagements.lock(tx, offer.keeper, offer.other)
    except AccountMoved as moved:
        raise MergeOver from moved
    leads = await exclusive(tx, offer.keeper, offer.other)
    if any(leads.values()):
        raise MergeOver


async def _shown(tx: AsyncConnection, offer: Offer, now: Millis) -> MergeShown:
    standing = await shared(tx, (offer.keeper, offer.other))
    if any(standing[each] != each for each in standing):
        raise MergeOver
    ledger = Ledger(tx)
    found = await estate(tx, offer, now, ledger)
    return MergeShown(
        offer=offer.id,
        expires=offer.expires,
        keeper=await _side(tx, found.keeper, ledger),
        other=await _side(tx, found.other, ledger),
        outcome=await _outcome(tx, found, ledger),
        keeper_agreed=offer.keeper_agreed,
        other_agreed=offer.other_agreed,
        obstacle=await _obstacle(tx, offer.keeper, offer.other),
    )


async def _outcome(tx: AsyncConnection, found: Estate, ledger: Ledger) -> Prospect:
    brings, keeper = found.brings, found.keeper.id
    until = await VipGrants(tx).until(keeper)
    if brings.vip:
        until = max(until, brings.at) + brings.vip
    return Prospect(
        nick=found.nick,
        coins=ledger.balance(wallet(keeper)) + brings.coins,
        points=ledger.balance(wallet(keeper, Currency.POINTS)) + brings.points,
        vip_until=until or None,
        gift_left=brings.gift,
    )


async def _side(tx: AsyncConnection, account: Account, ledger: Ledger) -> MergeSide:
    merges = Merges(tx)
    identities = await Accounts(tx).identities(account.id)
    ratings = await Ratings(tx).of(account.id)
    return MergeSide(
        account=AccountView.of(account),
        since=account.created_at,
        platforms=tuple(sorted({each.platform for each in identities})),
        coins=ledger.balance(wallet(account.id)),
        points=ledger.balance(wallet(account.id, Currency.POINTS)),
        vip_until=await VipGrants(tx).until(account.id) or None,
        matches=await merges.played(account.id),
        friends=await merges.friends(account.id),
        ratings=tuple(
            RatingHeld(rules, round(each.points, 2), each.experience)
            for rules, each in ratings.items()
        ),
    )
