"""What links accounts: addresses and devices that somebody came by, by digest alone."""

from enum import StrEnum
from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.names import Named
from server.storage.schema import accounts
from server.storage.schema_talk import traces
from server.storage.tokens import digest

KEPT: Final = 90 * 24 * 60 * 60 * 1000
"""For so many milliseconds after it was last seen."""
CROWD: Final = 20
"""An address by which more accounts came links nobody: it may be a town of phones."""


class TraceKind(StrEnum):
    """What was seen."""

    ADDRESS = "address"
    DEVICE = "device"


class Link(msgspec.Struct, frozen=True):
    """Another account that came by the same addresses or devices, so many of each."""

    person: Named
    addresses: int
    devices: int
    last_at: Millis


async def leave(
    tx: AsyncConnection, account: UUID, kind: TraceKind, seen: str, now: Millis
) -> None:
    """Remember that somebody came by this."""
    await tx.execute(
        insert(traces)
        .values(account=account, kind=kind, digest=digest(seen), first_at=now, last_at=now)
        .on_conflict_do_update(
            index_elements=[traces.c.account, traces.c.kind, traces.c.digest],
            set_={"last_at": now},
        )
    )


async def linked(tx: AsyncConnection, account: UUID) -> list[Link]:
    """Who else came by what this account came by, the most alike first."""
    theirs = traces.alias("theirs")
    crowd = (
        select(traces.c.kind, traces.c.digest)
        .where(
            traces.c.kind == TraceKind.ADDRESS,
            traces.c.digest.in_(select(theirs.c.digest).where(theirs.c.account == account)),
        )
        .group_by(traces.c.kind, traces.c.digest)
        .having(func.count() > CROWD)
        .subquery()
    )
    mine = traces.alias("mine")
    both = (mine.c.kind == theirs.c.kind) & (mine.c.digest == theirs.c.digest)
    is_crowd = (
        select(crowd.c.digest)
        .where(crowd.c.kind == mine.c.kind, crowd.c.digest == mine.c.digest)
        .exists()
    )
    devices = func.count().filter(theirs.c.kind == TraceKind.DEVICE)
    addresses = func.count().filter(theirs.c.kind == TraceKind.ADDRESS)
    found = await tx.execute(
        select(
            accounts.c.id,
            accounts.c.nick,
            addresses.label("addresses"),
            devices.label("devices"),
            func.max(theirs.c.last_at).label("last_at"),
        )
        .select_from(mine)
        .join(theirs, both & (theirs.c.account != account))
        .join(accounts, accounts.c.id == theirs.c.account)
        .where(mine.c.account == account, ~is_crowd)
        .group_by(accounts.c.id, accounts.c.nick)
        .order_by(devices.desc(), addresses.desc(), accounts.c.id)
        .limit(100)
    )
    return [
        Link(Named(row.id, row.nick), row.addresses, row.devices, row.last_at) for row in found
    ]
