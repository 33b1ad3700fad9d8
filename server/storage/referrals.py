"""Who brought whom: codes to pass on, and what the invited have played since."""

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import NotFound
from server.storage.ids import Millis
from server.storage.schema_gifts import referral_codes, referrals


class NoSuchReferralCode(NotFound):
    """Nobody has that code."""


class Played(NamedTuple):
    """What somebody has finished: matches, and different opponents in them."""

    matches: int
    opponents: int


class Brought(NamedTuple):
    """How many somebody has brought, and how many of them have reached the goals."""

    invited: int
    rewarded: int


class Referrals:
    """Reads and writes within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def code(self, account: UUID, fresh: str) -> str:
        """Somebody's code, for ever the same; `fresh` becomes it where there is none."""
        await self._tx.execute(
            insert(referral_codes).values(code=fresh, account=account).on_conflict_do_nothing()
        )
        found = await self._tx.execute(
            select(referral_codes.c.code).where(referral_codes.c.account == account)
        )
        kept: str = found.scalar_one()
        return kept

    async def owner(self, code: str) -> UUID:
        """Whose code that is; raises `NoSuchReferralCode`."""
        found = await self._tx.execute(
            select(referral_codes.c.account).where(referral_codes.c.code == code)
        )
        owner: UUID | None = found.scalar()
        if owner is None:
            raise NoSuchReferralCode(code)
        return owner

    async def add(self, invited: UUID, inviter: UUID, now: Millis) -> bool:
        """Note who brought somebody, once; says whether it was new."""
        added = await self._tx.execute(
            insert(referrals)
            .values(invited=invited, inviter=inviter, at=now)
            .on_conflict_do_nothing()
            .returning(referrals.c.invited)
        )
        return added.first() is not None

    async def inviter(self, invited: UUID) -> UUID | None:
        """Who brought somebody."""
        found = await self._tx.execute(
            select(referrals.c.inviter).where(referrals.c.invited == invited)
        )
        return found.scalar()

    async def waiting(self, invited: UUID) -> UUID | None:
        """Who brought somebody and has had nothing for it yet."""
        found = await self._tx.execute(
            select(referrals.c.inviter).where(
                referrals.c.invited == invited, referrals.c.rewarded_at.is_(None)
            )
        )
        return found.scalar()

    async def reward(self, invited: UUID, now: Millis) -> None:
        """Note that both have had their bonus."""
        await self._tx.execute(
            update(referrals).where(referrals.c.invited == invited).values(rewarded_at=now)
        )

    async def invited_by(self, inviter: UUID, since: Millis, limit: int) -> list[UUID]:
        """Whom somebody has brought since a moment, the newest first."""
        found = await self._tx.execute(
            select(referrals.c.invited)
            .where(referrals.c.inviter == inviter, referrals.c.at >= since)
            .order_by(referrals.c.at.desc())
            .limit(limit)
        )
        return list(found.scalars())

    async def brought(self, inviter: UUID) -> Brought:
        """How many somebody has brought."""
        found = await self._tx.execute(
            select(func.count(), func.count(referrals.c.rewarded_at)).where(
                referrals.c.inviter == inviter
            )
        )
        invited, rewarded = found.one()
        return Brought(invited, rewarded)

    async def played(self, account: UUID, not_with: UUID) -> Played:
        """What somebody has finished with others than one, void matches left out."""
        found = await self._tx.execute(_PLAYED, {"account": account, "not_with": not_with})
        row = found.one()
        return Played(row.matches, row.opponents)


_PLAYED = text("""
SELECT count(DISTINCT mine.match) AS matches, count(DISTINCT other.account) AS opponents
FROM match_players AS mine
JOIN matches ON matches.id = mine.match
JOIN match_players AS other ON other.match = mine.match AND other.account <> mine.account
WHERE mine.account = :account AND other.account <> :not_with AND matches.ended_at IS NOT NULL
    AND convert_from(matches.result, 'UTF8')::json ->> 'event' <> 'match_voided'
""")
