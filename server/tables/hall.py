"""What the use cases of tables stand on, and the way they all change something.

An ``Act`` is one transaction with what is to be told of it: the entries of feeds are written in
it, last; listeners hear of them, and of a match that has begun, once it is kept.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.feeds import FeedDesk
from server.money.stakes import Strengths
from server.people.barring import Barring
from server.people.wanted import Asking, VipStandings
from server.settings import Settings
from server.storage.clock import Clock
from server.storage.commits import CommitRow
from server.storage.database import Database
from server.storage.feeds import Feed, Post, post
from server.storage.ids import Ids, Millis
from server.storage.sealing import Sealing
from server.storage.tables import Table
from server.tables.coins import Coins
from server.tables.events import LOBBY, AnyTableEvent, TableClosed, tables_of
from server.tables.views import Cards, TableView


class Openings(Protocol):
    """Whoever shows a match its first commit."""

    async def opened(self, row: CommitRow) -> None:
        """Tell those who wait at the table, in this process and in the others."""


class Act:
    """A transaction, its moment, and what will be told of it."""

    def __init__(self, tx: AsyncConnection, cards: Cards, now: Millis) -> None:
        self.tx = tx
        self.now = now
        self.posts: list[Post] = []
        self.begun: list[CommitRow] = []
        self._cards = cards

    def seen(self, table: Table) -> TableView:
        """The card of a table."""
        return self._cards.of(table)

    def tell(self, feed: Feed, event: AnyTableEvent) -> None:
        """Tell of it in one feed."""
        self.posts.append(Post(feed, msgspec.json.encode(event)))

    def tell_of(self, table: Table, event: AnyTableEvent) -> None:
        """Tell everybody; of a private table only those who sit there."""
        if not table.private:
            self.tell(LOBBY, event)
            return
        for account in {table.owner, *table.seats}:
            self.tell(tables_of(account), event)

    def tell_closed(self, table: Table) -> None:
        """Tell that a table is on offer no more."""
        self.tell_of(table, TableClosed(table.id))


class Hall(msgspec.Struct, frozen=True, kw_only=True):
    """Database, time, feeds; the terms of the house; who shows matches, coins and so on."""

    database: Database
    clock: Clock
    ids: Ids
    feeds: FeedDesk
    sealing: Sealing
    openings: Openings
    settings: Settings
    coins: Coins
    strengths: Strengths
    barring: Barring
    vip: VipStandings

    async def learn_for(self, stake: int, account: UUID) -> None:
        """Ask platforms, before somebody plays for coins, what may keep him from it."""
        if stake:
            await self.barring.learn(account)

    async def asking(self, inviter: UUID, invited: UUID) -> Asking:
        """That one asks the other to a table of his, now."""
        now = self.clock.now()
        return Asking(
            id=self.ids.new(now),
            inviter=inviter,
            invited=invited,
            vip=await self.vip.invites_anyone(inviter),
            at=now,
        )

    @property
    def cards(self) -> Cards:
        """Renders tables."""
        return Cards(self.coins, self.settings.tables.spectator_delay_seconds * 1000)

    @asynccontextmanager
    async def act(self) -> AsyncIterator[Act]:
        """Change something; left by an exception, nothing was changed and nothing is told."""
        async with self.database.transaction() as tx:
            act = Act(tx, self.cards, self.clock.now())
            yield act
            hints = await post(tx, act.posts, act.now)
        self.feeds.posted(hints)
        for row in act.begun:
            await self.openings.opened(row)

    def new_id(self, now: Millis) -> UUID:
        """The id of a new table, and of its match."""
        return self.ids.new(now)
