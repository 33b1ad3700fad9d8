"""What links accounts: addresses and devices that somebody came by, by digest alone.

A device is named by a long random word, whose digest tells nothing. There are few addresses, so
that a bare digest of one could be guessed: it is made under a key that the database does not hold.
"""

import hmac
from collections import defaultdict
from collections.abc import Collection
from enum import StrEnum
from typing import Final
from uuid import UUID

import msgspec
from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.named import Named
from server.storage.ids import Millis
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


class Pseudonyms:
    """Names addresses so that nobody without the key can tell them. A new key forgets them all."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def of(self, address: str) -> str:
        """Always the same name for an address."""
        return hmac.digest(self._key, b"nardy-address/1" + address.encode(), "sha256").hex()


class Common(msgspec.Struct, frozen=True):
    """A device or an address by which several of some people came."""

    kind: TraceKind
    people: tuple[UUID, ...]


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


async def common(tx: AsyncConnection, people: Collection[UUID]) -> tuple[Common, ...]:
    """What two or more of these people came by; addresses of crowds are left out."""
    found = await tx.execute(
        select(traces.c.kind, traces.c.digest, traces.c.account).where(
            traces.c.account.in_(people)
        )
    )
    seen: defaultdict[tuple[str, bytes], set[UUID]] = defaultdict(set)
    for row in found:
        seen[row.kind, row.digest].add(row.account)
    several = {name: came for name, came in seen.items() if len(came) > 1}
    crowds = await _crowds(tx, [name for kind, name in several if kind == TraceKind.ADDRESS])
    return tuple(
        Common(TraceKind(kind), tuple(sorted(came)))
        for (kind, name), came in several.items()
        if kind != TraceKind.ADDRESS or name not in crowds
    )


async def _crowds(tx: AsyncConnection, addresses: Collection[bytes]) -> set[bytes]:
    found = await tx.execute(
        select(traces.c.digest)
        .where(traces.c.kind == TraceKind.ADDRESS, traces.c.digest.in_(addresses))
        .group_by(traces.c.digest)
        .having(func.count() > CROWD)
    )
    return set(found.scalars())


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
