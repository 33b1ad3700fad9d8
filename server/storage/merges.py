"""Offers to become one, and the accounts that did: who kept, who came, what was brought."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Row, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import NotFound
from server.storage.ids import Millis
from server.storage.schema import accounts, match_players, matches, table_seats, tables
from server.storage.schema_live import seekers
from server.storage.schema_merges import link_codes, merge_offers, merges
from server.storage.schema_money import ledger_accounts, ledger_postings
from server.storage.schema_people import friendships
from server.storage.tables import TableStatus
from server.storage.tokens import digest


class OfferNotFound(NotFound):
    """There is no such offer, it has lapsed, or it is between others."""


class MergeNotFound(NotFound):
    """There is no such merge, or it is another's."""


class Offer(msgspec.Struct, frozen=True):
    """Two accounts that may become the `keeper`'s, as soon as both agree."""

    id: UUID
    keeper: UUID
    other: UUID
    keeper_agreed: bool
    other_agreed: bool
    expires: Millis


class Merge(msgspec.Struct, frozen=True, kw_only=True):
    """What a merge brought; `coins` are below zero where a debt came over.

    `gift` is what was left of a second welcome gift, and went back to the house. `vip_until` is
    when the other's VIP would have ended, `vip` for how long the keeper's was prolonged.
    """

    id: UUID
    keeper: UUID
    other: UUID
    at: Millis
    coins: int = 0
    points: int = 0
    gift: int = 0
    vip_until: Millis = 0
    vip: Millis = 0
    keeper_nick: str | None = None
    other_nick: str | None = None
    device: bytes | None = None
    undone_at: Millis | None = None


class Offers:
    """Makes and finds offers within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def make(self, offer: Offer) -> Offer:
        """Offer it; between the same two there is one offer, which is renewed."""
        await self._tx.execute(
            delete(merge_offers).where(
                merge_offers.c.expires < offer.expires - _KEPT_AT_MOST,
            )
        )
        made = await self._tx.execute(
            insert(merge_offers)
            .values(**msgspec.structs.asdict(offer))
            .on_conflict_do_update(
                index_elements=[merge_offers.c.keeper, merge_offers.c.other],
                set_={
                    "keeper_agreed": offer.keeper_agreed,
                    "other_agreed": offer.other_agreed,
                    "expires": offer.expires,
                },
            )
            .returning(merge_offers)
        )
        return _offer(made.one())

    async def get(self, offer: UUID, account: UUID, now: Millis) -> Offer:
        """An offer to this person; raises `OfferNotFound`."""
        return await self._one(offer, account, now, lock=False)

    async def locked(self, offer: UUID, account: UUID, now: Millis) -> Offer:
        """The same, kept from others until the transaction ends."""
        return await self._one(offer, account, now, lock=True)

    async def to(self, account: UUID, now: Millis) -> list[Offer]:
        """All offers to this person, in the order in which they were first made."""
        found = await self._tx.execute(
            select(merge_offers)
            .where(
                (merge_offers.c.keeper == account) | (merge_offers.c.other == account),
                merge_offers.c.expires > now,
            )
            .order_by(merge_offers.c.id)
        )
        return [_offer(row) for row in found]

    async def agree(self, offer: Offer, account: UUID) -> Offer:
        """Write down that one side agrees."""
        side = "keeper_agreed" if account == offer.keeper else "other_agreed"
        agreed = await self._tx.execute(
            update(merge_offers)
            .where(merge_offers.c.id == offer.id)
            .values({side: True})
            .returning(merge_offers)
        )
        return _offer(agreed.one())

    async def drop(self, *people: UUID) -> None:
        """There is nothing to be offered to these any more."""
        await self._tx.execute(
            delete(merge_offers).where(
                merge_offers.c.keeper.in_(people) | merge_offers.c.other.in_(people)
            )
        )

    async def _one(self, offer: UUID, account: UUID, now: Millis, *, lock: bool) -> Offer:
        wanted = select(merge_offers).where(
            merge_offers.c.id == offer, merge_offers.c.expires > now
        )
        found = await self._tx.execute(wanted.with_for_update() if lock else wanted)
        row = found.first()
        if row is None or account not in (row.keeper, row.other):
            raise OfferNotFound(str(offer))
        return _offer(row)


class LinkCodes:
    """Codes by which somebody on another platform joins; one a person, hashed."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def give(self, account: UUID, code: str, expires: Millis) -> None:
        """Give somebody a code; the one he had before is worth nothing any more."""
        given = {"digest": digest(code), "expires": expires}
        await self._tx.execute(
            insert(link_codes)
            .values(account=account, **given)
            .on_conflict_do_update(index_elements=[link_codes.c.account], set_=given)
        )

    async def spend(self, code: str, now: Millis) -> UUID | None:
        """Whose code this is; it opens nothing a second time."""
        spent = await self._tx.execute(
            delete(link_codes)
            .where(link_codes.c.digest == digest(code), link_codes.c.expires > now)
            .returning(link_codes.c.account)
        )
        return spent.scalar()


class Merges:
    """Keeps and finds merges within a transaction, and what stands in the way of one."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def keep(self, merge: Merge) -> None:
        """Write it down, and let the other account lead to the keeper."""
        device = select(accounts.c.device).where(accounts.c.id == merge.other).scalar_subquery()
        kept = msgspec.structs.asdict(merge) | {"device": device}
        await self._tx.execute(insert(merges).values(**kept))
        await self._tx.execute(
            update(accounts)
            .where(accounts.c.id == merge.other)
            .values(forwarded_to=merge.keeper, device=None)
        )

    async def undo(self, merge: Merge, now: Millis) -> None:
        """Let the other account stand for itself again."""
        await self._tx.execute(update(merges).where(merges.c.id == merge.id).values(undone_at=now))
        await self._tx.execute(
            update(accounts)
            .where(accounts.c.id == merge.other)
            .values(forwarded_to=None, device=merge.device)
        )

    async def get(self, merge: UUID) -> Merge:
        """A merge; raises `MergeNotFound`."""
        found = await self._tx.execute(select(merges).where(merges.c.id == merge))
        row = found.first()
        if row is None:
            raise MergeNotFound(str(merge))
        return _merge(row)

    async def is_done(self, offer: UUID, account: UUID) -> bool:
        """Whether an offer to this person has become a merge."""
        found = await self._tx.execute(
            select(merges.c.id).where(merges.c.id == offer, merges.c.keeper == account)
        )
        return found.first() is not None

    async def into(self, keeper: UUID, since: Millis) -> list[Merge]:
        """What came over to somebody since and stayed, the newest first."""
        found = await self._tx.execute(
            select(merges)
            .where(merges.c.keeper == keeper, merges.c.at >= since, merges.c.undone_at.is_(None))
            .order_by(merges.c.at.desc(), merges.c.id.desc())
        )
        return [_merge(row) for row in found]

    async def plays(self, *people: UUID) -> bool:
        """Whether one of these has a match that runs."""
        running = (
            select(match_players.c.match)
            .join(matches, matches.c.id == match_players.c.match)
            .where(match_players.c.account.in_(people), matches.c.ended_at.is_(None))
            .limit(1)
        )
        return (await self._tx.execute(running)).first() is not None

    async def waits(self, *people: UUID) -> bool:
        """Whether one of these waits for an opponent, at a table or in the quick game."""
        seated = (
            select(table_seats.c.account)
            .join(tables, tables.c.id == table_seats.c.table_id)
            .where(table_seats.c.account.in_(people), tables.c.status == TableStatus.OPEN)
        )
        seeking = select(seekers.c.account).where(seekers.c.account.in_(people))
        return (await self._tx.execute(seated.union_all(seeking).limit(1))).first() is not None

    async def holds(self, *people: UUID) -> bool:
        """Whether something of these is put aside for a match."""
        held = select(ledger_accounts.c.name).where(
            ledger_accounts.c.owner.in_(people),
            ledger_accounts.c.match.is_not(None),
            ledger_accounts.c.balance != 0,
        )
        return (await self._tx.execute(held.limit(1))).first() is not None

    async def welcomed(self, wallet: str) -> int:
        """The coins of all welcome gifts that a wallet ever got."""
        found = await self._tx.execute(
            select(func.sum(ledger_postings.c.amount)).where(
                ledger_postings.c.target == wallet, ledger_postings.c.cause == "welcome"
            )
        )
        return int(found.scalar() or 0)

    async def friends(self, account: UUID) -> int:
        """How many friends somebody has."""
        found = await self._tx.execute(
            select(func.count()).where(friendships.c.account == account)
        )
        return found.scalar_one()

    async def played(self, account: UUID) -> int:
        """How many matches somebody has played."""
        found = await self._tx.execute(
            select(func.count()).where(match_players.c.account == account)
        )
        return found.scalar_one()


_KEPT_AT_MOST: Millis = 2 * 24 * 60 * 60 * 1000
"""Offers that lapsed so long before the newest one lapses are deleted."""


def _offer(row: Row[Any]) -> Offer:
    return Offer(**row._asdict())


def _merge(row: Row[Any]) -> Merge:
    return Merge(**row._asdict())
