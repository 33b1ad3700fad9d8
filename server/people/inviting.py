"""Inviting somebody to one's table: friends always, anybody else by who is VIP.

The invited sees it in his inbox wherever he is signed in; he accepts, declines, or mutes whoever
asks. It lapses at its deadline.
"""

from dataclasses import dataclass
from typing import Final, Protocol
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from server import inbox
from server.accounts.refusals import MembersOnly
from server.chat.standing import require_voice
from server.inbox import InvitationAnswered, Invited, Posted
from server.named import Named
from server.people.refusals import (
    FriendsOnly,
    InvitationLapsed,
    NotWanted,
    Oneself,
    TooManyInvitations,
)
from server.settings_people import People
from server.storage.accounts import Account, Accounts
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.feeds import post
from server.storage.friends import Blocks, Friends, Relation
from server.storage.ids import Ids
from server.storage.invitations import (
    Invitation,
    InvitationNotFound,
    Invitations,
    InvitationState,
)
from server.storage.table_guests import TableGuests
from server.storage.tables import Tables
from server.tables.lobby import require_open
from server.tables.refusals import NotAtTable
from server.tables.sitting import Consent
from server.tables.views import TableView

_HOUR: Final = 60 * 60 * 1000


class VipStandings(Protocol):
    """Whoever knows who is VIP (``money.Vip``)."""

    async def is_vip(self, account: UUID) -> bool:
        """Whether somebody is VIP now."""


class Seats(Protocol):
    """Whoever gives seats (``tables.Seating``)."""

    async def sit(self, table: UUID, account: UUID, consent: Consent) -> TableView:
        """Take a free seat."""


@dataclass(frozen=True, slots=True)
class Doors:
    """What inviting needs of others."""

    vip: VipStandings
    seats: Seats
    posted: Posted


class Inviting:
    """The use case."""

    def __init__(self, database: Database, clock: Clock, settings: People, doors: Doors) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings
        self._doors = doors
        self._ids = Ids()

    async def invite(self, account: UUID, other: UUID, table: UUID) -> Invitation:
        """Ask somebody to the table at which one sits. Raises ``PeopleRefused``,
        ``TableRefused``, ``TableNotFound``, ``AccountNotFound``, ``Sanctioned``.
        """
        now = self._clock.now()
        vip = await self._doors.vip.is_vip(account)
        async with self._database.transaction() as tx:
            me, him = await Accounts(tx).get(account), await Accounts(tx).get(other)
            await require_voice(tx, me.id, now)
            await self._require_wanted(tx, me, him, vip=vip)
            found = await Tables(tx).get(table)
            if me.id not in found.seats:
                raise NotAtTable
            require_open(found)
            await self._require_unanswered(tx, him.id, table)
            asked = Invitation(
                id=self._ids.new(now),
                inviter=Named(me.id, me.nick),
                invited=him.id,
                table=table,
                deadline=now + self._settings.invitation_seconds * 1000,
                state=InvitationState.OPEN,
            )
            id_ = await Invitations(tx).open(asked, now)
            if found.private:
                await TableGuests(tx).invite(table, him.id)
            told = Invited(id_, asked.inviter, table, asked.deadline)
            hints = await post(tx, [inbox.to(him.id, told)], now)
            kept = await Invitations(tx).locked(id_)
        self._doors.posted(hints)
        return kept

    async def accept(self, account: UUID, invitation: UUID, card: str | None) -> TableView:
        """Sit down where one was asked to. Raises ``InvitationLapsed``, ``InvitationNotFound``,
        and what sitting down raises: then it may be answered again.
        """
        async with self._database.reading() as tx:
            found = await self._open(tx, account, invitation)
        seated = await self._doors.seats.sit(found.table, account, Consent(card))
        await self._answer(account, invitation, InvitationState.ACCEPTED)
        return seated

    async def decline(self, account: UUID, invitation: UUID, *, mute: bool) -> None:
        """Say no; ``mute``: and let this person ask no more."""
        async with self._database.transaction() as tx:
            found = await self._open(tx, account, invitation)
            if mute:
                await Invitations(tx).mute(account, found.inviter.id, self._clock.now())
        await self._answer(account, invitation, InvitationState.DECLINED)

    async def withdraw(self, account: UUID, invitation: UUID) -> None:
        """Ask no more; one that was answered stays answered."""
        now = self._clock.now()
        async with self._database.transaction() as tx:
            found = await Invitations(tx).locked(invitation)
            if found.inviter.id != account:
                raise InvitationNotFound(str(invitation))
            if found.state is not InvitationState.OPEN:
                return
            await Invitations(tx).answer(invitation, InvitationState.WITHDRAWN)
            told = InvitationAnswered(invitation, found.inviter, "withdrawn")
            hints = await post(tx, [inbox.to(found.invited, told)], now)
        self._doors.posted(hints)

    async def waiting(self, account: UUID) -> list[Invitation]:
        """What somebody may still answer."""
        async with self._database.reading() as tx:
            return await Invitations(tx).waiting(account, self._clock.now())

    async def mute(self, account: UUID, inviter: UUID, *, muted: bool) -> None:
        """Let somebody ask no more, or again."""
        async with self._database.transaction() as tx:
            if muted:
                person = await Accounts(tx).get(inviter)
                await Invitations(tx).mute(account, person.id, self._clock.now())
            else:
                await Invitations(tx).unmute(account, inviter)

    async def _answer(self, account: UUID, invitation: UUID, state: InvitationState) -> None:
        now = self._clock.now()
        async with self._database.transaction() as tx:
            found = await Invitations(tx).locked(invitation)
            await Invitations(tx).answer(invitation, state)
            person = await Accounts(tx).get(account)
            accepted = state is InvitationState.ACCEPTED
            told = InvitationAnswered(
                invitation,
                Named(person.id, person.nick),
                "accepted" if accepted else "declined",
            )
            hints = await post(tx, [inbox.to(found.inviter.id, told)], now)
        self._doors.posted(hints)

    async def _open(self, tx: AsyncConnection, account: UUID, invitation: UUID) -> Invitation:
        found = await Invitations(tx).locked(invitation)
        if found.invited != account:
            raise InvitationNotFound(str(invitation))
        if found.state is not InvitationState.OPEN or found.deadline <= self._clock.now():
            raise InvitationLapsed
        return found

    async def _require_wanted(
        self, tx: AsyncConnection, me: Account, him: Account, *, vip: bool
    ) -> None:
        if me.id == him.id:
            raise Oneself
        if await Blocks(tx).has(him.id, me.id) or await Invitations(tx).mutes(him.id, me.id):
            raise NotWanted
        relation = await Friends(tx).relation(me.id, him.id)
        if relation is not Relation.FRIENDS:
            if me.is_guest:
                raise MembersOnly
            if not vip:
                raise FriendsOnly
        since = self._clock.now() - _HOUR
        if await Invitations(tx).count(me.id, since) >= self._settings.invitations_an_hour:
            raise TooManyInvitations

    async def _require_unanswered(self, tx: AsyncConnection, invited: UUID, table: UUID) -> None:
        """Who has said no to a table is not asked to it again."""
        before = await Invitations(tx).to_table(invited, table)
        if before is not None and before.state is InvitationState.DECLINED:
            raise NotWanted
