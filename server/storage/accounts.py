"""Accounts, one a person, and the identities that lead to them.

A merged account forwards to the one that took it over; whoever is asked for follows the way.
"""

from collections.abc import Collection
from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Row, Select, delete, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.database import NotFound, StorageError
from server.storage.ids import Millis
from server.storage.schema import accounts, identities
from server.storage.schema_dialogue import chat_persons
from server.storage.tokens import digest

_FORWARDS_AT_MOST: Final = 16


_CHATTING: Final = ("telegram", "vk")


class AccountNotFound(NotFound):
    """Nobody has that id."""


class AccountMoved(StorageError):
    """The account was merged into another at this instant: look it up again."""

    def __init__(self, account: UUID) -> None:
        super().__init__(f"{account} leads to another account now")
        self.account = account


class IdentityTaken(StorageError):
    """The identity leads to another account already."""

    def __init__(self, account: UUID) -> None:
        super().__init__(f"the identity belongs to {account}")
        self.account = account


class Identity(msgspec.Struct, frozen=True):
    """Who a platform says somebody is; `kind` tells ids of one platform apart."""

    platform: str
    kind: str
    id: str


class Account(msgspec.Struct, frozen=True):
    """Our record of a person. A guest has no identity yet."""

    id: UUID
    created_at: Millis
    nick: str | None
    is_guest: bool


class Accounts:
    """Finds and makes accounts within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def get(self, account: UUID) -> Account:
        """The account, or the one that it was merged into; raises `AccountNotFound`."""
        followed = account
        for _ in range(_FORWARDS_AT_MOST):
            row = (await self._tx.execute(_ACCOUNT.where(accounts.c.id == followed))).first()
            if row is None:
                break
            if row.forwarded_to is None:
                return _account(row)
            followed = row.forwarded_to
        raise AccountNotFound(str(account))

    async def find_by_identity(self, identity: Identity) -> Account | None:
        """Whose identity this is."""
        found = await self._tx.execute(select(identities.c.account).where(is_identity(identity)))
        account = found.scalar()
        return None if account is None else await self.get(account)

    async def find_by_device(self, token: str) -> Account | None:
        """The guest with this device token; once somebody has an identity it finds nobody."""
        return await self._holding(_of_device(token))

    async def claim_guest(self, token: str) -> Account | None:
        """The same, and nobody else takes him over until this ends.

        Of those who come with one token at once the first has it; then it finds nobody.
        """
        return await self._holding(_of_device(token).with_for_update())

    async def first_launch(
        self, fresh: UUID, identity: Identity, now: Millis
    ) -> tuple[Account, bool]:
        """The account of an identity, made under the id `fresh` if there is none; and whether.

        Of a hundred at the same instant one makes it, and the others find it.
        """
        known = await self.find_by_identity(identity)
        if known is not None:
            return known, False
        await self._tx.execute(insert(accounts).values(id=fresh, created_at=now))
        if await self._attach(fresh, identity, now):
            return await self.get(fresh), True
        await self._tx.execute(accounts.delete().where(accounts.c.id == fresh))
        owner = await self._tx.execute(select(identities.c.account).where(is_identity(identity)))
        return await self.get(owner.scalar_one()), False

    async def guest(self, fresh: UUID, token: str, now: Millis) -> tuple[Account, bool]:
        """The guest with this device token, made under the id `fresh` if new; and whether."""
        made = await self._tx.execute(
            insert(accounts)
            .values(id=fresh, created_at=now, device=digest(token))
            .on_conflict_do_nothing(index_elements=[accounts.c.device])
            .returning(accounts.c.id)
        )
        created = made.first() is not None
        found = await self.find_by_device(token)
        if found is None:
            raise AccountNotFound("the guest has just become somebody")
        return found, created

    async def link(self, account: UUID, identity: Identity, now: Millis) -> None:
        """Let this identity lead to the account; a device token stops being a credential.

        Raises `IdentityTaken` when it leads to another one, `AccountMoved` when the account does.
        """
        if not await self._attach(account, identity, now):
            owner = await self.find_by_identity(identity)
            if owner is not None and owner.id != account:
                raise IdentityTaken(owner.id)
        linked = await self._tx.execute(
            update(accounts)
            .where(accounts.c.id == account, accounts.c.forwarded_to.is_(None))
            .values(device=None)
        )
        if linked.rowcount != 1:
            raise AccountMoved(account)

    async def identities(self, account: UUID) -> list[Identity]:
        """All that lead to this account, in a fixed order."""
        found = await self._tx.execute(
            select(identities)
            .where(identities.c.account == account)
            .order_by(identities.c.platform, identities.c.kind, identities.c.id)
        )
        return [Identity(row.platform, row.kind, row.id) for row in found]

    async def merged(self, people: Collection[UUID]) -> set[UUID]:
        """Which of these lead to another account."""
        found = await self._tx.execute(
            select(accounts.c.id).where(
                accounts.c.id.in_(people), accounts.c.forwarded_to.is_not(None)
            )
        )
        return set(found.scalars())

    async def unlink(self, gone: Collection[Identity]) -> None:
        """Let these identities lead nowhere, by a bot's chat neither."""
        for identity in gone:
            await self._tx.execute(delete(identities).where(is_identity(identity)))
            if identity.platform in _CHATTING and identity.id.isdigit():
                await self._tx.execute(
                    delete(chat_persons).where(
                        chat_persons.c.bot.startswith(identity.platform),
                        chat_persons.c.person == int(identity.id),
                    )
                )

    async def rename(self, account: UUID, nick: str) -> None:
        """Give a nick; raises `AccountNotFound`."""
        renamed = await self._tx.execute(
            update(accounts).where(accounts.c.id == account).values(nick=nick)
        )
        if renamed.rowcount != 1:
            raise AccountNotFound(str(account))

    async def _holding(self, device: Select[Any]) -> Account | None:
        account = (await self._tx.execute(device)).scalar()
        return None if account is None else await self.get(account)

    async def _attach(self, account: UUID, identity: Identity, now: Millis) -> bool:
        attached = await self._tx.execute(
            insert(identities)
            .values(
                platform=identity.platform,
                kind=identity.kind,
                id=identity.id,
                account=account,
                created_at=now,
            )
            .on_conflict_do_nothing()
            .returning(identities.c.account)
        )
        return attached.first() is not None


_ACCOUNT = select(
    accounts.c.id,
    accounts.c.created_at,
    accounts.c.nick,
    accounts.c.forwarded_to,
    (~select(identities.c.id).where(identities.c.account == accounts.c.id).exists()).label(
        "is_guest"
    ),
)


def _of_device(token: str) -> Select[Any]:
    return select(accounts.c.id).where(accounts.c.device == digest(token))


def _account(row: Row[Any]) -> Account:
    return Account(row.id, row.created_at, row.nick, row.is_guest)


def is_identity(identity: Identity) -> ColumnElement[bool]:
    """Whether a row of identities is this one."""
    return (
        (identities.c.platform == identity.platform)
        & (identities.c.kind == identity.kind)
        & (identities.c.id == identity.id)
    )
