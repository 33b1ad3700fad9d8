"""Who lost to whom, and what of it looks arranged: kept for a human, with its evidence."""

import hashlib
from enum import StrEnum
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec
from sqlalchemy import BigInteger, ColumnElement, Row, cast, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage import locks
from server.storage.database import NotFound
from server.storage.ids import Millis
from server.storage.schema_signs import match_losses, signs

KEPT: Final = 90 * 24 * 60 * 60 * 1000
"""For so many milliseconds losses are kept."""


class SignKind(StrEnum):
    """What was seen."""

    QUICK_LOSSES = "quick_losses"
    """One account lost to another quickly, again and again."""
    LOPSIDED = "lopsided"
    """One account has lost nearly everything that it played with another."""
    SHARED = "shared"
    """Two accounts that came by one device or address, of which one loses to the other."""
    REFERRAL_FARM = "referral_farm"
    """Those whom somebody has invited came by each other's devices or addresses, or by his."""


class Verdict(StrEnum):
    """What a human has found."""

    NOTHING = "nothing"
    ARRANGED = "arranged"
    """Whatever follows from it is an act of its own: a ruling, coins taken."""


class SignNotFound(NotFound):
    """There is no such sign, or it was closed."""


class LostMatch(msgspec.Struct, frozen=True, kw_only=True):
    """What one account lost to another at a match: games, quick ones among them, and coins."""

    match: UUID
    loser: UUID
    winner: UUID
    at: Millis
    losses: int
    quick: int
    coins: int


class Between(msgspec.Struct, frozen=True):
    """What one account has lost to another since a moment, and `back`, what the other lost."""

    losses: int
    quick: int
    coins: int
    back: int


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """What stood behind a sign when it last grew.

    ``played`` is what two accounts have played since ``since``; ``people`` are those whom somebody
    invited, ``linked`` those of them who share ``devices`` or ``addresses``.
    """

    since: Millis
    played: Between | None = None
    devices: int = 0
    addresses: int = 0
    people: tuple[UUID, ...] = ()
    linked: tuple[UUID, ...] = ()


class Sign(msgspec.Struct, frozen=True, kw_only=True):
    """What looks arranged: `giver` loses to `gainer`; of a farm both are the inviter."""

    id: UUID
    kind: SignKind
    gainer: UUID
    giver: UUID
    opened_at: Millis
    changed_at: Millis
    evidence: Evidence
    closed_at: Millis | None = None
    closed_by: str | None = None
    verdict: Verdict | None = None


class _Lost(NamedTuple):
    losses: int
    quick: int
    coins: int


class Signs:
    """Keeps losses and signs within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def lock(self, one: UUID, other: UUID) -> None:
        """Let nobody else judge these two until the transaction ends: every loss is counted."""
        low, high = sorted((one, other))
        digest = hashlib.sha256(b"signs:" + low.bytes + high.bytes).digest()
        await locks.take(self._tx, int.from_bytes(digest[:8], "big", signed=True))

    async def lost(self, match: LostMatch) -> None:
        """Keep a loss, once a match and loser."""
        values = msgspec.structs.asdict(match)
        await self._tx.execute(insert(match_losses).values(**values).on_conflict_do_nothing())

    async def between(self, loser: UUID, winner: UUID, since: Millis) -> Between:
        """What two have lost to each other since."""
        lost = await self._sums(loser, winner, since)
        back = await self._sums(winner, loser, since)
        return Between(lost.losses, lost.quick, lost.coins, back.losses)

    async def matches(self, sign: Sign, limit: int) -> list[LostMatch]:
        """The newest losses behind a sign about two accounts."""
        since = sign.evidence.since
        found = await self._tx.execute(
            select(match_losses)
            .where(_is(sign.giver, sign.gainer), match_losses.c.at >= since)
            .order_by(match_losses.c.at.desc())
            .limit(limit)
        )
        return [LostMatch(**row._asdict()) for row in found]

    async def looked_at(self, gainer: UUID, giver: UUID) -> Millis:
        """When a human last closed something about these two; 0 for never."""
        found = await self._tx.execute(
            select(func.max(signs.c.closed_at)).where(
                signs.c.gainer == gainer, signs.c.giver == giver
            )
        )
        return found.scalar() or 0

    async def show(self, sign: Sign) -> None:
        """Open a sign, or bring the evidence of the one that is open to date."""
        evidence = msgspec.json.encode(sign.evidence)
        await self._tx.execute(
            insert(signs)
            .values(
                id=sign.id,
                kind=sign.kind,
                gainer=sign.gainer,
                giver=sign.giver,
                opened_at=sign.opened_at,
                changed_at=sign.changed_at,
                evidence=evidence,
            )
            .on_conflict_do_update(
                index_elements=[signs.c.kind, signs.c.gainer, signs.c.giver],
                index_where=signs.c.closed_at.is_(None),
                set_={"changed_at": sign.changed_at, "evidence": evidence},
            )
        )

    async def get(self, sign: UUID) -> Sign:
        """One; raises `SignNotFound`."""
        row = (await self._tx.execute(select(signs).where(signs.c.id == sign))).first()
        if row is None:
            raise SignNotFound(str(sign))
        return _sign(row)

    async def waiting(
        self, limit: int, after: UUID | None = None, kind: SignKind | None = None
    ) -> list[Sign]:
        """What nobody has closed, the oldest first."""
        page = select(signs).where(signs.c.closed_at.is_(None))
        if after is not None:
            page = page.where(signs.c.id > after)
        if kind is not None:
            page = page.where(signs.c.kind == kind)
        found = await self._tx.execute(page.order_by(signs.c.id).limit(limit))
        return [_sign(row) for row in found]

    async def about(self, account: UUID, limit: int) -> list[Sign]:
        """Signs that somebody gains or gives by, closed ones too, the newest first."""
        found = await self._tx.execute(
            select(signs)
            .where((signs.c.gainer == account) | (signs.c.giver == account))
            .order_by(signs.c.id.desc())
            .limit(limit)
        )
        return [_sign(row) for row in found]

    async def close(self, sign: UUID, verdict: Verdict, by: str, now: Millis) -> Sign:
        """Close it; raises `SignNotFound`, also the second time."""
        closed = await self._tx.execute(
            update(signs)
            .where(signs.c.id == sign, signs.c.closed_at.is_(None))
            .values(verdict=verdict, closed_at=now, closed_by=by)
            .returning(*signs.c)
        )
        row = closed.first()
        if row is None:
            raise SignNotFound(str(sign))
        return _sign(row)

    async def _sums(self, loser: UUID, winner: UUID, since: Millis) -> _Lost:
        found = await self._tx.execute(
            select(
                *(
                    cast(func.coalesce(func.sum(match_losses.c[name]), 0), BigInteger).label(name)
                    for name in ("losses", "quick", "coins")
                )
            ).where(_is(loser, winner), match_losses.c.at >= since)
        )
        row = found.one()
        return _Lost(row.losses, row.quick, row.coins)


def _is(loser: UUID, winner: UUID) -> ColumnElement[bool]:
    return (match_losses.c.loser == loser) & (match_losses.c.winner == winner)


def _sign(row: Row[Any]) -> Sign:
    return Sign(
        id=row.id,
        kind=SignKind(row.kind),
        gainer=row.gainer,
        giver=row.giver,
        opened_at=row.opened_at,
        changed_at=row.changed_at,
        evidence=msgspec.json.decode(row.evidence, type=Evidence),
        closed_at=row.closed_at,
        closed_by=row.closed_by,
        verdict=None if row.verdict is None else Verdict(row.verdict),
    )
