"""Purchases: one row an order of a platform's, whose state only grows forward.

offered → charged → credited ⇄ refunded. `offered` is an invoice that waits; `charged` was paid and
not given yet; a refund that comes before its charge leaves a `refunded` row that gives nothing.
Whoever decides about an order locks its names first, so that it is decided once.
"""

import hashlib
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import Row, Select, Uuid, exists, func, literal, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage import locks
from server.storage.database import NotFound
from server.storage.ids import Millis
from server.storage.schema import accounts
from server.storage.schema_cases import cases
from server.storage.schema_purchases import purchase_numbers, purchases

FORGOTTEN: Final = "forgotten:"
"""What a payer begins with who is a digest; no platform's name for somebody does."""

ASKED_EVERY: Final[Millis] = 10 * 60 * 1000
"""So long a subscription that should have been paid again is not asked about anew."""

_SUBSCRIPTIONS: Final = 20


class State(StrEnum):
    """Where a purchase stands."""

    OFFERED = "offered"
    CHARGED = "charged"
    CREDITED = "credited"
    REFUNDED = "refunded"


class Mode(StrEnum):
    """Whether money moved. Orders of both kinds may share a name."""

    LIVE = "live"
    TEST = "test"


class Kind(StrEnum):
    """Whether it is paid once, or again and again. Names of both kinds may be the same."""

    ORDER = "order"
    SUBSCRIPTION = "subscription"


class PurchaseNotFound(NotFound):
    """No purchase of that name."""


class Name(msgspec.Struct, frozen=True):
    """What a platform calls a payment."""

    platform: str
    charge: str
    mode: Mode = Mode.LIVE
    kind: Kind = Kind.ORDER


class Purchase(msgspec.Struct, frozen=True, kw_only=True):
    """One order; `number` is ours for it, unique, and `turn` counts its changes of the books.

    `first` is the payment that began the subscription which this one goes on with. `doubted`
    asks for a look into the platform's record, `by_hand` says that an operator took it back.
    `coins`, `bonus`, `vip_days` are what it gave.
    """

    id: UUID
    number: int
    platform: str
    mode: Mode = Mode.LIVE
    kind: Kind = Kind.ORDER
    charge: str | None = None
    token: str | None = None
    payer: str | None = None
    account: UUID | None = None
    product: str
    price: int
    currency: str
    coins: int = 0
    bonus: int = 0
    vip_days: int = 0
    state: State
    turn: int = 0
    renews: bool = False
    paid_until: Millis | None = None
    first: UUID | None = None
    doubted: bool = False
    by_hand: bool = False
    created_at: Millis
    changed_at: Millis


class Purchases:
    """Finds and keeps purchases within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def lock(self, platform: str, names: Iterable[str]) -> None:
        """Let nobody else decide about what has these names, until the transaction ends.

        Comes before everything else that is locked; several names are locked in one order.
        """
        for number in sorted({_lock_number(platform, name) for name in names}):
            await locks.take(self._tx, number)

    async def next_number(self) -> int:
        """A number that no purchase has."""
        return int((await self._tx.execute(select(purchase_numbers.next_value()))).scalar_one())

    async def find(self, name: Name) -> Purchase | None:
        """The purchase that a platform calls so."""
        return await self._one(
            (purchases.c.platform == name.platform)
            & (purchases.c.mode == name.mode)
            & (purchases.c.kind == name.kind)
            & (purchases.c.charge == name.charge)
        )

    async def find_by_token(self, platform: str, token: str) -> Purchase | None:
        """The purchase with this token or payload; one look into an index."""
        return await self._one((purchases.c.platform == platform) & (purchases.c.token == token))

    async def get(self, purchase: UUID) -> Purchase:
        """The purchase of an id of ours; raises `PurchaseNotFound`."""
        if (found := await self._one(purchases.c.id == purchase)) is None:
            raise PurchaseNotFound(str(purchase))
        return found

    async def keep(self, purchase: Purchase) -> None:
        """Write it as it stands now."""
        values = msgspec.structs.asdict(purchase)
        await self._tx.execute(
            insert(purchases)
            .values(**values)
            .on_conflict_do_update(
                index_elements=[purchases.c.id],
                set_={name: value for name, value in values.items() if name != "id"},
            )
        )

    async def has_bought(self, account: UUID) -> bool:
        """Whether this person, under any account of his, ever had something for real money."""
        found = await self._tx.execute(
            select(purchases.c.id)
            .where(
                purchases.c.account.in_(_persons(account)),
                purchases.c.mode == Mode.LIVE,
                purchases.c.turn > 0,
            )
            .limit(1)
        )
        return found.first() is not None

    async def of(self, account: UUID, limit: int, before: UUID | None = None) -> list[Purchase]:
        """What somebody has bought, the newest first; invoices that nobody paid are left out."""
        wanted = select(purchases).where(
            purchases.c.account.in_(_persons(account)),
            purchases.c.state != State.OFFERED,
        )
        if before is not None:
            wanted = wanted.where(purchases.c.id < before)
        found = await self._tx.execute(wanted.order_by(purchases.c.id.desc()).limit(limit))
        return [_purchase(row) for row in found]

    async def left_by(self, platform: str, payer: str) -> list[Purchase]:
        """What this payer paid for an account of his that was forgotten, and nobody has got."""
        found = await self._tx.execute(
            select(purchases)
            .join(accounts, accounts.c.id == purchases.c.account)
            .where(
                purchases.c.platform == platform,
                purchases.c.payer == payer,
                purchases.c.state == State.CHARGED,
                accounts.c.forgotten_at.is_not(None),
            )
            .order_by(purchases.c.id)
        )
        return [_purchase(row) for row in found]

    async def unnoticed(self, moment: Millis, limit: int) -> list[Purchase]:
        """Those that were paid before a moment, are not given yet and nobody's case, the oldest
        first.
        """
        noticed = exists().where(cases.c.about == purchases.c.id, cases.c.closed_at.is_(None))
        return await self._many(
            (purchases.c.state == State.CHARGED) & (purchases.c.changed_at < moment) & ~noticed,
            limit,
        )

    async def count_charged_before(self, moment: Millis) -> int:
        """How many were paid before a moment and are not given yet."""
        found = await self._tx.execute(
            select(func.count())
            .select_from(purchases)
            .where(purchases.c.state == State.CHARGED, purchases.c.changed_at < moment)
        )
        return int(found.scalar_one())

    async def open_at(self, platform: str, limit: int) -> list[Purchase]:
        """Those of a platform that are charged and not given, or doubted."""
        wanted = (purchases.c.state == State.CHARGED) | purchases.c.doubted
        return await self._many((purchases.c.platform == platform) & wanted, limit)

    async def renewing(self, platform: str, now: Millis, limit: int) -> list[Purchase]:
        """Subscriptions that were given and should have been paid again by now, of known payers.

        Each comes up again only `ASKED_EVERY` after it was last looked at.
        """
        return await self._many(
            (purchases.c.platform == platform)
            & _GOES_ON
            & purchases.c.payer.not_like(f"{FORGOTTEN}%")
            & (purchases.c.paid_until < now)
            & (purchases.c.changed_at < now - ASKED_EVERY),
            limit,
        )

    async def going_on(self, account: UUID) -> list[Purchase]:
        """The live subscriptions of this person that are to be paid again."""
        of_his = purchases.c.account.in_(_persons(account))
        return await self._many(
            of_his & _GOES_ON & (purchases.c.mode == Mode.LIVE), _SUBSCRIPTIONS
        )

    async def subscribed(self, platform: str, payer: str) -> list[Purchase]:
        """The live subscriptions of this payer, those too that he had before he was forgotten."""
        known = func.concat_ws("/", purchases.c.id, purchases.c.platform, payer)
        digest = func.encode(func.sha256(func.convert_to(known, "UTF8")), "hex")
        return await self._many(
            (purchases.c.platform == platform)
            & (purchases.c.kind == Kind.SUBSCRIPTION)
            & (purchases.c.mode == Mode.LIVE)
            & (purchases.c.state != State.REFUNDED)
            & purchases.c.payer.in_((payer, literal(FORGOTTEN) + digest)),
            _SUBSCRIPTIONS,
        )

    async def credited_between(self, platform: str, since: Millis, until: Millis) -> list[str]:
        """What a platform calls the live orders that were given in a span of time."""
        found = await self._tx.execute(
            select(purchases.c.charge).where(
                purchases.c.platform == platform,
                purchases.c.mode == Mode.LIVE,
                purchases.c.kind == Kind.ORDER,
                purchases.c.state == State.CREDITED,
                purchases.c.created_at.between(since, until),
            )
        )
        return [row.charge for row in found]

    async def is_open(self, account: UUID) -> bool:
        """Whether something that this person paid for has not been given yet."""
        found = await self._tx.execute(
            select(purchases.c.id)
            .where(purchases.c.account.in_(_persons(account)), purchases.c.state == State.CHARGED)
            .limit(1)
        )
        return found.first() is not None

    async def _one(self, wanted: Any) -> Purchase | None:
        row = (await self._tx.execute(select(purchases).where(wanted))).first()
        return None if row is None else _purchase(row)

    async def _many(self, wanted: Any, limit: int) -> list[Purchase]:
        found = await self._tx.execute(
            select(purchases).where(wanted).order_by(purchases.c.changed_at).limit(limit)
        )
        return [_purchase(row) for row in found]


_GOES_ON: Final = (
    (purchases.c.kind == Kind.SUBSCRIPTION)
    & (purchases.c.state == State.CREDITED)
    & purchases.c.renews
)


def _lock_number(platform: str, name: str) -> int:
    """A number for a name, apart from the small ones of `locks`."""
    digest = hashlib.sha256(f"purchase:{platform}:{name}".encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)


def _purchase(row: Row[Any]) -> Purchase:
    words = {"mode": Mode(row.mode), "kind": Kind(row.kind), "state": State(row.state)}
    return Purchase(**row._asdict() | words)


def _persons(account: UUID) -> Select[tuple[UUID]]:
    """An account and all that were merged into it."""
    persons = select(literal(account, Uuid).label("id")).cte("persons", recursive=True)
    return select(
        persons.union(
            select(accounts.c.id).join(persons, accounts.c.forwarded_to == persons.c.id)
        ).c.id
    )
