"""The outbox of reminders: what is to be sent, tried again, given up; and whom nobody reaches."""

from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Row, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.accounts import Identity
from server.storage.ids import Millis
from server.storage.schema import accounts, identities, sessions
from server.storage.schema_talk import notices, unreachable

CLAIMED_FOR: Final = 60_000
"""So long, in milliseconds, nobody else takes up a notice that is being sent."""


class Notice(msgspec.Struct, frozen=True):
    """To remind somebody of a turn; `attempts` counts the one that begins now."""

    key: str
    account: UUID
    match: UUID
    turn: int
    at: Millis
    attempts: int = 0


class Outbox:
    """Keeps, claims and ends notices within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def add(self, notice: Notice, due: Millis) -> bool:
        """Keep a notice until then; false when one of its key is kept already."""
        added = await self._tx.execute(
            insert(notices)
            .values(
                key=notice.key,
                account=notice.account,
                match=notice.match,
                turn=notice.turn,
                at=notice.at,
                due=due,
            )
            .on_conflict_do_nothing()
            .returning(notices.c.key)
        )
        return added.first() is not None

    async def claim(self, now: Millis, limit: int) -> list[Notice]:
        """Take up what is due; commit this before sending it."""
        found = await self._tx.execute(
            select(notices)
            .where(notices.c.ended_at.is_(None), notices.c.due <= now)
            .order_by(notices.c.due)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        claimed = [_notice(row) for row in found]
        for notice in claimed:
            await self._tx.execute(
                update(notices)
                .where(_is(notice.key))
                .values(due=now + CLAIMED_FOR, attempts=notice.attempts)
            )
        return claimed

    async def put_off(self, key: str, due: Millis) -> None:
        """Try it again then, by whatever platform."""
        await self._tx.execute(update(notices).where(_is(key)).values(due=due, platform=None))

    async def lock(self, account: UUID) -> None:
        """Let nobody else choose a platform for this person until the transaction ends."""
        await self._tx.execute(
            select(accounts.c.id).where(accounts.c.id == account).with_for_update(key_share=True)
        )

    async def choose(self, key: str, platform: str) -> None:
        """A claimed notice goes out by this platform: it counts there from now on."""
        await self._tx.execute(update(notices).where(_is(key)).values(platform=platform))

    async def end(self, key: str, outcome: str, platform: str | None, now: Millis) -> None:
        """Try it no more: it was sent, or there is a reason not to."""
        await self._tx.execute(
            update(notices)
            .where(_is(key), notices.c.ended_at.is_(None))
            .values(outcome=outcome, platform=platform, ended_at=now)
        )

    async def sent(self, besides: Notice, platform: str, since: Millis, now: Millis) -> int:
        """How many its person got by a platform since, with the others that are being sent."""
        found = await self._tx.execute(
            select(func.count()).where(
                notices.c.account == besides.account,
                notices.c.key != besides.key,
                notices.c.platform == platform,
                or_(
                    (notices.c.ended_at >= since) & (notices.c.outcome == "sent"),
                    notices.c.ended_at.is_(None) & (notices.c.due > now),
                ),
            )
        )
        return found.scalar_one()


async def reachable(tx: AsyncConnection, account: UUID) -> list[tuple[Identity, bool]]:
    """Somebody's identities that were not found unreachable, those of the door he used last
    first; and whether that was the door of a game inside VK.
    """
    last = (
        select(sessions.c.door)
        .where(sessions.c.account == account, sessions.c.door.is_not(None))
        .order_by(sessions.c.last_seen.desc())
        .limit(1)
    )
    door: str | None = (await tx.execute(last)).scalar()
    gone = select(unreachable.c.id).where(
        unreachable.c.platform == identities.c.platform,
        unreachable.c.kind == identities.c.kind,
        unreachable.c.id == identities.c.id,
    )
    found = await tx.execute(
        select(identities)
        .where(identities.c.account == account, ~gone.exists())
        .order_by(identities.c.created_at.desc())
    )
    known = [Identity(row.platform, row.kind, row.id) for row in found]
    platform = (door or "").partition("_")[0]
    known.sort(key=lambda identity: identity.platform != platform)
    return [(identity, door == "vk_game") for identity in known]


async def lose(tx: AsyncConnection, identity: Identity, now: Millis) -> None:
    """Nobody is reached there: try it no more until he comes by it again."""
    await tx.execute(
        insert(unreachable)
        .values(platform=identity.platform, kind=identity.kind, id=identity.id, since=now)
        .on_conflict_do_nothing()
    )


async def find_again(tx: AsyncConnection, identity: Identity) -> None:
    """He has come by it: he may be reached again."""
    await tx.execute(
        delete(unreachable).where(
            unreachable.c.platform == identity.platform,
            unreachable.c.kind == identity.kind,
            unreachable.c.id == identity.id,
        )
    )


def _is(key: str) -> ColumnElement[bool]:
    return notices.c.key == key


def _notice(row: Row[Any]) -> Notice:
    return Notice(row.key, row.account, row.match, row.turn, row.at, row.attempts + 1)
