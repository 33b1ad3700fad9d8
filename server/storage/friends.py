"""Friends, requests to become friends, and people whom one does not want to meet."""

from collections.abc import Collection
from enum import StrEnum
from typing import Any, TypeAlias
from uuid import UUID

import msgspec
from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    String,
    bindparam,
    delete,
    func,
    select,
    true,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from platforms.identity import Kind
from server.named import Named
from server.storage.accounts import AccountNotFound
from server.storage.ids import Millis
from server.storage.schema import accounts, identities
from server.storage.schema_people import blocks, friend_requests, friendships, preferences


class Relation(StrEnum):
    """What somebody is to oneself."""

    NONE = "none"
    ASKED = "asked"
    """One has asked him, and he has not answered."""
    ASKS = "asks"
    """He has asked, and waits for the answer."""
    FRIENDS = "friends"


class Known(msgspec.Struct, frozen=True):
    """Somebody in one's list, and since when."""

    person: Named
    since: Millis


class Friends:
    """Makes and ends friendships within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def lock(self, *people: UUID) -> None:
        """Keep others from changing what is between these; raises `AccountNotFound`."""
        found = await self._tx.execute(
            select(accounts.c.id)
            .where(accounts.c.id.in_(people))
            .order_by(accounts.c.id)
            .with_for_update(key_share=True)
        )
        if len(list(found)) != len(set(people)):
            raise AccountNotFound(str(people[-1]))

    async def relation(self, account: UUID, other: UUID) -> Relation:
        """What the other is to this account."""
        if await self._has(friendships.select().where(*_pair(friendships, account, other))):
            return Relation.FRIENDS
        if await self._has(_request(account, other)):
            return Relation.ASKED
        return Relation.ASKS if await self._has(_request(other, account)) else Relation.NONE

    async def ask(self, asker: UUID, asked: UUID, now: Millis) -> None:
        """Wait for an answer."""
        await self._tx.execute(
            insert(friend_requests)
            .values(asker=asker, asked=asked, at=now)
            .on_conflict_do_nothing()
        )

    async def befriend(self, one: UUID, other: UUID, now: Millis) -> None:
        """Make them friends; what they asked each other is answered."""
        await self._unask(one, other)
        await self._tx.execute(
            insert(friendships).on_conflict_do_nothing(),
            [
                {"account": account, "friend": friend, "since": now}
                for account, friend in ((one, other), (other, one))
            ],
        )

    async def part(self, one: UUID, other: UUID) -> bool:
        """End a friendship or a request between them; says whether there was any."""
        parted = await self._tx.execute(
            delete(friendships).where(
                friendships.c.account.in_((one, other)), friendships.c.friend.in_((one, other))
            )
        )
        return await self._unask(one, other) or parted.rowcount > 0

    async def count(self, account: UUID) -> int:
        """How many friends somebody has."""
        found = await self._tx.execute(
            select(func.count()).where(friendships.c.account == account)
        )
        return found.scalar_one()

    async def count_asked(self, asker: UUID) -> int:
        """How many of his requests wait."""
        found = await self._tx.execute(
            select(func.count()).where(friend_requests.c.asker == asker)
        )
        return found.scalar_one()

    async def page(self, account: UUID, limit: int, after: UUID | None) -> list[Known]:
        """Somebody's friends in the order of their ids."""
        table = friendships.c
        return await self._known(
            _named(table.friend, table.since).where(table.account == account),
            table.friend,
            limit,
            after,
        )

    async def asking(self, account: UUID, limit: int, after: UUID | None) -> list[Known]:
        """Who waits for his answer."""
        table = friend_requests.c
        return await self._known(
            _named(table.asker, table.at).where(table.asked == account), table.asker, limit, after
        )

    async def asked(self, account: UUID, limit: int, after: UUID | None) -> list[Known]:
        """Whose answer he waits for."""
        table = friend_requests.c
        return await self._known(
            _named(table.asked, table.at).where(table.asker == account), table.asked, limit, after
        )

    async def playing(self, platform: str, ids: Collection[str]) -> dict[str, Named]:
        """Who of these users of a platform plays here, and lets himself be found.

        A look into the indexes for each of them, whatever the statistics say: half a thousand
        ids in one list look like a good part of the table to the planner.
        """
        users = func.unnest(bindparam("users", list(ids), ARRAY(String))).column_valued("user")
        player = _player(platform, users).lateral("player")
        found = await self._tx.execute(select(users, player).join(player, true()))
        return {row.user: Named(row.id, row.nick) for row in found}

    async def _unask(self, one: UUID, other: UUID) -> bool:
        gone = await self._tx.execute(
            delete(friend_requests).where(
                friend_requests.c.asker.in_((one, other)),
                friend_requests.c.asked.in_((one, other)),
            )
        )
        return gone.rowcount > 0

    async def _has(self, statement: Select[Any]) -> bool:
        return (await self._tx.execute(statement)).first() is not None

    async def _known(
        self, page: Select[Any], key: ColumnElement[UUID], limit: int, after: UUID | None
    ) -> list[Known]:
        if after is not None:
            page = page.where(key > after)
        found = await self._tx.execute(page.order_by(key).limit(limit))
        return [_read(row) for row in found]


Apart: TypeAlias = frozenset[UUID]
"""Two persons of whom one keeps the other away."""


class Blocks:
    """Who wants to meet whom no more."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def block(self, account: UUID, other: UUID, now: Millis) -> None:
        """Keep this person away."""
        await self._tx.execute(
            insert(blocks).values(account=account, blocked=other, at=now).on_conflict_do_nothing()
        )

    async def unblock(self, account: UUID, other: UUID) -> None:
        """Let him come near again."""
        await self._tx.execute(delete(blocks).where(*_block(account, other)))

    async def has(self, account: UUID, other: UUID) -> bool:
        """Whether the account keeps this person away."""
        found = await self._tx.execute(select(blocks.c.at).where(*_block(account, other)))
        return found.first() is not None

    async def among(self, people: Collection[UUID]) -> frozenset[Apart]:
        """The pairs of these of whom one keeps the other away."""
        if len(people) < 2:
            return frozenset()
        found = await self._tx.execute(
            select(blocks.c.account, blocks.c.blocked).where(
                blocks.c.account.in_(people), blocks.c.blocked.in_(people)
            )
        )
        return frozenset(frozenset((row.account, row.blocked)) for row in found)

    async def count(self, account: UUID) -> int:
        """How many somebody keeps away."""
        found = await self._tx.execute(select(func.count()).where(blocks.c.account == account))
        return found.scalar_one()

    async def of(self, account: UUID) -> frozenset[UUID]:
        """All whom somebody keeps away."""
        found = await self._tx.execute(select(blocks.c.blocked).where(blocks.c.account == account))
        return frozenset(found.scalars())

    async def listed(self, account: UUID) -> list[Known]:
        """The same with their names."""
        found = await self._tx.execute(
            _named(blocks.c.blocked, blocks.c.at)
            .where(blocks.c.account == account)
            .order_by(blocks.c.blocked)
        )
        return [_read(row) for row in found]


def _player(platform: str, user: ColumnElement[str]) -> Select[Any]:
    """Who plays here as this user; the limit keeps the join from being turned about."""
    unlisted = preferences.select().where(
        preferences.c.account == identities.c.account, ~preferences.c.findable
    )
    return (
        select(accounts.c.id, accounts.c.nick)
        .join(identities, identities.c.account == accounts.c.id)
        .where(
            identities.c.platform == platform,
            identities.c.kind.in_(Kind),
            identities.c.id == user,
            accounts.c.nick.is_not(None),
            ~unlisted.exists(),
        )
        .order_by(identities.c.kind)
        .limit(1)
    )


def _named(person: ColumnElement[UUID], since: ColumnElement[int]) -> Select[Any]:
    return select(accounts.c.id, accounts.c.nick, since.label("since")).join(
        accounts, accounts.c.id == person
    )


def _request(asker: UUID, asked: UUID) -> Select[Any]:
    return friend_requests.select().where(
        friend_requests.c.asker == asker, friend_requests.c.asked == asked
    )


def _pair(table: Any, account: UUID, friend: UUID) -> tuple[ColumnElement[bool], ...]:
    return table.c.account == account, table.c.friend == friend


def _block(account: UUID, other: UUID) -> tuple[ColumnElement[bool], ...]:
    return blocks.c.account == account, blocks.c.blocked == other


def _read(row: Row[Any]) -> Known:
    return Known(Named(row.id, row.nick), row.since)
