"""Friends: asked, accepted, removed; and people whom one keeps away."""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from server import inbox
from server.accounts.refusals import MembersOnly
from server.chat.hearing import Hearing
from server.chat.standing import require_admission
from server.inbox import FriendAsks, FriendLost, FriendMade, Posted
from server.named import Named
from server.people.refusals import (
    NotWanted,
    OfNoSuchNetwork,
    Oneself,
    TooManyBlocked,
    TooManyFriends,
    TooManyRequests,
)
from server.settings_people import People
from server.storage.accounts import Account, Accounts
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.feeds import post
from server.storage.forgetting import require_known
from server.storage.friends import Blocks, Friends, Known, Relation


class Friendship:
    """The use case. A request that meets one from the other side makes friends of both."""

    def __init__(self, database: Database, clock: Clock, settings: People, posted: Posted) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings
        self._posted = posted

    async def ask(self, account: UUID, other: UUID) -> Relation:
        """Ask somebody, or accept what he asked; raises ``PeopleRefused``, ``Banned``."""
        now = self._clock.now()
        async with self._database.transaction() as tx:
            me, him = await _two(tx, account, other)
            await require_known(tx, him.id)
            await require_admission(tx, me.id, now)
            friends = Friends(tx)
            await friends.lock(me.id, him.id)
            relation = await friends.relation(me.id, him.id)
            if relation in (Relation.FRIENDS, Relation.ASKED):
                return relation
            if await Blocks(tx).has(him.id, me.id):
                raise NotWanted
            await self._require_room(friends, me.id, him.id)
            if relation is Relation.ASKS:
                await friends.befriend(me.id, him.id, now)
                told: inbox.AnyTold = FriendMade(_named(me))
                relation = Relation.FRIENDS
            else:
                if await friends.count_asked(me.id) >= self._settings.friend_requests:
                    raise TooManyRequests
                await friends.ask(me.id, him.id, now)
                told = FriendAsks(_named(me))
                relation = Relation.ASKED
            hints = await post(tx, [inbox.to(him.id, told)], now)
        self._posted(hints)
        return relation

    async def part(self, account: UUID, other: UUID) -> None:
        """End a friendship, decline a request or take one's own back; none is no fault."""
        now = self._clock.now()
        async with self._database.transaction() as tx:
            me, him = await _two(tx, account, other)
            await Friends(tx).lock(me.id, him.id)
            if not await Friends(tx).part(me.id, him.id):
                return
            hints = await post(tx, [inbox.to(him.id, FriendLost(_named(me)))], now)
        self._posted(hints)

    async def relation(self, account: UUID, other: UUID) -> Relation:
        """What the other is to this account."""
        async with self._database.reading() as tx:
            return await Friends(tx).relation(account, other)

    async def page(self, account: UUID, limit: int, after: UUID | None) -> list[Known]:
        """His friends."""
        async with self._database.reading() as tx:
            return await Friends(tx).page(account, limit, after)

    async def asking(self, account: UUID, limit: int, after: UUID | None) -> list[Known]:
        """Who waits for his answer."""
        async with self._database.reading() as tx:
            return await Friends(tx).asking(account, limit, after)

    async def asked(self, account: UUID, limit: int, after: UUID | None) -> list[Known]:
        """Whose answer he waits for."""
        async with self._database.reading() as tx:
            return await Friends(tx).asked(account, limit, after)

    async def playing(
        self, account: UUID, platform: str, ids: Collection[str]
    ) -> dict[str, Named]:
        """Which of these users of a platform play here; only for who comes from there himself.

        Raises ``OfNoSuchNetwork`` for other members, ``MembersOnly`` for guests.
        """
        async with self._database.reading() as tx:
            own = await Accounts(tx).identities(account)
            if not own:
                raise MembersOnly
            if platform not in {each.platform for each in own}:
                raise OfNoSuchNetwork
            return await Friends(tx).playing(platform, ids)

    async def _require_room(self, friends: Friends, *people: UUID) -> None:
        for person in people:
            if await friends.count(person) >= self._settings.friends:
                raise TooManyFriends


class Avoidance:
    """Keeping people away: their words do not come, nor do their requests and invitations."""

    def __init__(
        self, database: Database, clock: Clock, settings: People, hearing: Hearing
    ) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings
        self._hearing = hearing

    async def block(self, account: UUID, other: UUID) -> None:
        """Keep somebody away; he is no friend then."""
        async with self._database.transaction() as tx:
            me, him = await _two(tx, account, other)
            await Friends(tx).lock(me.id, him.id)
            if await Blocks(tx).count(me.id) >= self._settings.blocked:
                raise TooManyBlocked
            await Friends(tx).part(me.id, him.id)
            await Blocks(tx).block(me.id, him.id, self._clock.now())
        await self._hearing.look_again(me.id)

    async def unblock(self, account: UUID, other: UUID) -> None:
        """Let him come near again."""
        async with self._database.transaction() as tx:
            await Blocks(tx).unblock(account, other)
        await self._hearing.look_again(account)

    async def listed(self, account: UUID) -> list[Known]:
        """All whom somebody keeps away."""
        async with self._database.reading() as tx:
            return await Blocks(tx).listed(account)


async def _two(tx: AsyncConnection, account: UUID, other: UUID) -> tuple[Account, Account]:
    me, him = await Accounts(tx).get(account), await Accounts(tx).get(other)
    if me.id == him.id:
        raise Oneself
    return me, him


def _named(account: Account) -> Named:
    return Named(account.id, account.nick)
