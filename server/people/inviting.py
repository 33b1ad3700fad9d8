"""Inviting somebody to one's table: friends always, anybody else by who is VIP.

The invited sees it in his inbox wherever he is signed in; he accepts, declines, or mutes whoever
asks. It lapses at its deadline.
"""

from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from server import inbox
from server.inbox import InvitationAnswered, Invited, Posted
from server.named import Named
from server.people.refusals import InvitationLapsed
from server.people.wanted import Asking, VipStandings, ask, require_wanted
from server.settings_people import People
from server.storage.accounts import Accounts
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.feeds import post
from server.storage.ids import Ids
from server.storage.invitations import (
    Invitation,
    InvitationNotFound,
    Invitations,
    InvitationState,
)
from server.storage.table_guests import TableGuests
from server.storage.tables import Tables
from server.tables.guests import require_guest
from server.tables.lobby import require_open
from server.tables.refusals import NotAtTable
from server.tables.sitting import Consent
from server.tables.views import TableView


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
        asking = Asking(
            id=self._ids.new(now),
            inviter=account,
            invited=other,
            vip=await self._doors.vip.invites_anyone(account),
            at=now,
        )
        async with self._database.transaction() as tx:
            asking = await require_wanted(tx, asking, self._settings)
            found = await Tables(tx).locked(table)
            await require_guest(TableGuests(tx), found, asking.inviter)
            if asking.inviter not in found.seats:
                raise NotAtTable
            require_open(found)
            kept = await ask(tx, asking, found, self._settings)
            told = Invited(kept.id, kept.inviter, table, kept.deadline)
            hints = await post(tx, [inbox.to(kept.invited, told)], now)
        self._doors.posted(hints)
        return kept

    async def accept(self, account: UUID, invitation: UUID, card: str | None) -> TableView:
        """Sit down where one was asked to. Raises ``InvitationLapsed``, ``InvitationNotFound``,
        and what sitting down raises: then it may be answered again.
        """
        async with self._database.reading() as tx:
            found = await self._open(tx, account, invitation)
        return await self._doors.seats.sit(found.table, account, Consent(card))

    async def decline(self, account: UUID, invitation: UUID, *, mute: bool) -> None:
        """Say no; ``mute``: and let this person ask no more."""
        now = self._clock.now()
        async with self._database.transaction() as tx:
            found = await self._open(tx, account, invitation)
            if mute:
                await Invitations(tx).mute(account, found.inviter.id, now)
            await _turn_away(tx, found, InvitationState.DECLINED)
            person = await Accounts(tx).get(account)
            told = InvitationAnswered(invitation, Named(person.id, person.nick), "declined")
            hints = await post(tx, [inbox.to(found.inviter.id, told)], now)
        self._doors.posted(hints)

    async def withdraw(self, account: UUID, invitation: UUID) -> None:
        """Ask no more, nor let anybody into a private table by it; a second time is no fault.

        Raises ``InvitationNotFound``, and ``InvitationLapsed`` for one that was answered.
        """
        now = self._clock.now()
        async with self._database.transaction() as tx:
            found = await Invitations(tx).locked(invitation)
            if found.inviter.id != account:
                raise InvitationNotFound(str(invitation))
            if found.state is InvitationState.WITHDRAWN:
                return
            if found.state is not InvitationState.OPEN:
                raise InvitationLapsed
            await _turn_away(tx, found, InvitationState.WITHDRAWN)
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

    async def _open(self, tx: AsyncConnection, account: UUID, invitation: UUID) -> Invitation:
        found = await Invitations(tx).locked(invitation)
        if found.invited != account:
            raise InvitationNotFound(str(invitation))
        if found.state is not InvitationState.OPEN or found.deadline <= self._clock.now():
            raise InvitationLapsed
        return found


async def _turn_away(tx: AsyncConnection, asked: Invitation, state: InvitationState) -> None:
    """End an invitation; a private table is not there for the invited any more."""
    await Invitations(tx).answer(asked.id, state)
    await TableGuests(tx).turn_away(asked.table, asked.invited)
