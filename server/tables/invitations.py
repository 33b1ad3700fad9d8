"""Invitations to private tables: a link that its owner passes on, or one person named.

Whoever was invited may see the table, sit down while a seat is free, and watch the match if the
table has spectators. To all others the table does not exist.
"""

from uuid import UUID

import msgspec

from server.storage import engagements
from server.storage.table_guests import TableGuests
from server.storage.tables import Table, Tables, TableStatus
from server.storage.tokens import digest, new_token
from server.tables.guests import ask_to_private, hide_if_private
from server.tables.hall import Act, Hall
from server.tables.refusals import NotPrivate, NotTableOwner, TableClosed
from server.tables.views import TableView


class InvitationLink(msgspec.Struct, frozen=True):
    """What an invitation link carries; a new one makes the old one void."""

    invitation: str


class Invitations:
    """The use case."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def link(self, table: UUID, owner: UUID) -> InvitationLink:
        """Make a new link to a private table of one's own."""
        token = new_token()
        async with self._hall.act() as act:
            await self._own_private(act, table, owner)
            await Tables(act.tx).relink(table, digest(token))
        return InvitationLink(token)

    async def invite(self, table: UUID, owner: UUID, guest: UUID) -> TableView:
        """Ask one person to a private table of one's own; asking again is no fault.

        Raises ``AccountNotFound`` and what inviting anybody anywhere raises: ``PeopleRefused``,
        ``MembersOnly``, ``Sanctioned``.
        """
        asking = await self._hall.asking(owner, guest)
        async with self._hall.act() as act:
            # A person is locked before a table, through whatever door.
            await engagements.lock(act.tx, owner)
            found = await self._own_private(act, table, owner)
            await ask_to_private(self._hall, act, asking, found)
        return self._hall.cards.of(found)

    async def accept(self, token: str, account: UUID) -> TableView:
        """Follow a link: the table it leads to, which one may see from now on.

        Raises ``TableNotFound`` for a link that leads nowhere.
        """
        async with self._hall.act() as act:
            found = await Tables(act.tx).by_link(digest(token))
            if account not in found.seats:
                await TableGuests(act.tx).invite(found.id, account)
            return act.seen(found)

    async def let_in(self, table: UUID, owner: UUID, guest: UUID) -> TableView:
        """Let somebody of a group see the private table that its owner offers to all of it.

        Nobody was asked by name, so it does not matter whom the owner may invite.
        """
        async with self._hall.act() as act:
            found = await self._own_private(act, table, owner)
            if guest not in found.seats:
                await TableGuests(act.tx).invite(table, guest)
            return act.seen(found)

    async def _own_private(self, act: Act, table: UUID, owner: UUID) -> Table:
        found = await Tables(act.tx).locked(table)
        if found.owner != owner:
            await hide_if_private(act, found, owner)
            raise NotTableOwner
        if not found.private:
            raise NotPrivate
        if found.status is TableStatus.CLOSED:
            raise TableClosed
        return found
