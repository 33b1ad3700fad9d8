"""What is kept of a match beside its log: refused commands, outages, and the coins it moved."""

from collections.abc import Collection, Sequence
from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy import insert, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema import gaps
from server.storage.schema_disputes import refusals
from server.storage.schema_money import ledger_postings, ledger_transactions

MOST: Final = 2_000
"""Refused commands that are shown of a match: more is a flood."""


class RefusedCommand(msgspec.Struct, frozen=True):
    """A command that was not done, and the code that its sender was told."""

    match: UUID
    account: UUID
    command_id: str
    code: str
    received_at: Millis


class Outage(msgspec.Struct, frozen=True):
    """From `began` to `ended` the match, one of its players or everybody was not served."""

    began: Millis
    ended: Millis
    cause: str
    account: UUID | None


class Moved(msgspec.Struct, frozen=True):
    """Coins that a match moved, between accounts of the ledger by their names."""

    at: Millis
    source: str
    target: str
    amount: int
    cause: str


async def keep_refused(tx: AsyncConnection, refused: Sequence[RefusedCommand]) -> None:
    """Keep what was refused."""
    await tx.execute(insert(refusals), [msgspec.structs.asdict(each) for each in refused])


async def refused_in(tx: AsyncConnection, match: UUID) -> list[RefusedCommand]:
    """What was refused in a match lately, in order."""
    found = await tx.execute(
        select(refusals)
        .where(refusals.c.match == match)
        .order_by(refusals.c.received_at, refusals.c.id)
        .limit(MOST)
    )
    return [
        RefusedCommand(row.match, row.account, row.command_id, row.code, row.received_at)
        for row in found
    ]


async def outages_of(
    tx: AsyncConnection, match: UUID, players: Collection[UUID], span: tuple[Millis, Millis]
) -> list[Outage]:
    """What kept a match from being served between two moments, in order."""
    concerned = or_(
        gaps.c.stream == match,
        gaps.c.account.in_(players),
        gaps.c.stream.is_(None) & gaps.c.account.is_(None),
    )
    found = await tx.execute(
        select(gaps.c.began, gaps.c.ended, gaps.c.cause, gaps.c.account)
        .where(gaps.c.ended >= span[0], gaps.c.began <= span[1], concerned)
        .order_by(gaps.c.began, gaps.c.id)
    )
    return [Outage(row.began, row.ended, row.cause, row.account) for row in found]


async def moved_by(tx: AsyncConnection, match: UUID) -> list[Moved]:
    """What the ledger says of a match, in order."""
    found = await tx.execute(
        select(
            ledger_transactions.c.at,
            ledger_postings.c.source,
            ledger_postings.c.target,
            ledger_postings.c.amount,
            ledger_postings.c.cause,
        )
        .join(ledger_transactions, ledger_transactions.c.id == ledger_postings.c.transaction)
        .where(ledger_transactions.c.about == match)
        .order_by(ledger_postings.c.id)
    )
    return [Moved(row.at, row.source, row.target, row.amount, row.cause) for row in found]
