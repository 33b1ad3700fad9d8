"""VIP: terms that go on from the present end, gifts of them, and what is taken back."""

from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.money.terms import VipTerms
from server.storage.account_locks import shared
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.ids import Millis
from server.storage.ledger import Ledger
from server.storage.ledger_accounts import wallet
from server.storage.vip import VipCause, VipGrant, VipGrants

DAY: Final = 24 * 60 * 60 * 1000


class VipTerm(msgspec.Struct, frozen=True, kw_only=True):
    """So many days for somebody, under a key that counts once; `giver` paid for a friend."""

    key: str
    account: UUID
    days: int
    cause: VipCause
    giver: UUID | None = None


class VipStanding(msgspec.Struct, frozen=True):
    """Where somebody stands; `until` is null for who never was VIP, and may lie in the past."""

    vip: bool
    until: Millis | None


class Vip:
    """The use case. Each change belongs to a transaction of whoever sells, gives or takes."""

    def __init__(self, database: Database, clock: Clock, terms: VipTerms) -> None:
        self._database = database
        self._clock = clock
        self.terms = terms

    async def extend(self, tx: AsyncConnection, term: VipTerm) -> VipGrant:
        """Let it last so many days longer: from its end, or from now. A repeat changes nothing.

        Shares the account and locks its wallet: whoever locks more does so first.
        """
        return await self._append(tx, term, forward=True)

    async def shorten(self, tx: AsyncConnection, term: VipTerm) -> VipGrant:
        """Take so many days back, as the money for them was. A repeat changes nothing."""
        return await self._append(tx, term, forward=False)

    async def standing(self, account: UUID) -> VipStanding:
        """Where somebody stands now."""
        async with self._database.reading() as connection:
            until = await VipGrants(connection).until(account)
        return VipStanding(until > self._clock.now(), until or None)

    async def is_vip(self, account: UUID) -> bool:
        """Whether somebody is VIP now."""
        return (await self.standing(account)).vip

    async def invites_anyone(self, account: UUID) -> bool:
        """Whether somebody may invite people who are no friends of his: a VIP, if VIP gives it."""
        return self.terms.invite_anyone and await self.is_vip(account)

    async def shows_badge(self, account: UUID) -> bool:
        """Whether others see that somebody is VIP now, if VIP gives it."""
        return self.terms.badge and await self.is_vip(account)

    async def _append(self, tx: AsyncConnection, term: VipTerm, *, forward: bool) -> VipGrant:
        if term.days <= 0:
            raise ValueError(f"{term.key}: {term.days} days")
        standing = (await shared(tx, [term.account]))[term.account]
        await Ledger(tx).lock([wallet(standing)])
        grants, now = VipGrants(tx), self._clock.now()
        if (known := await grants.find(term.key)) is not None:
            return known
        end = await grants.until(standing)
        since = max(end, now) if forward else end
        length = term.days * DAY if forward else -term.days * DAY
        grant = VipGrant(
            key=term.key,
            account=standing,
            since=since,
            until=since + length,
            cause=term.cause,
            at=now,
            giver=term.giver,
        )
        await grants.add(grant)
        return grant
