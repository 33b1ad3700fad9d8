"""Who may see a private table: who sits there, and the invited. For all others it is not there."""

from uuid import UUID

from server import inbox
from server.inbox import InvitationAnswered
from server.named import Named
from server.people.wanted import Asking, ask, require_wanted
from server.storage.accounts import Accounts
from server.storage.invitations import Invitations, InvitationState
from server.storage.table_guests import TableGuests
from server.storage.tables import Table, TableNotFound
from server.tables.events import InvitedToTable, tables_of
from server.tables.hall import Act, Hall


async def hide_if_private(act: Act, table: Table, account: UUID) -> None:
    """Raise ``TableNotFound`` for a private table to which somebody was not invited."""
    await require_guest(TableGuests(act.tx), table, account)


async def require_guest(guests: TableGuests, table: Table, account: UUID) -> None:
    """The same, where nothing is changed."""
    if not table.private or account in table.seats:
        return
    if not await guests.is_guest(table.id, account):
        raise TableNotFound(str(table.id))


async def ask_to_private(hall: Hall, act: Act, asking: Asking, table: Table) -> None:
    """Ask somebody to a private table; who could see it before is not told again.

    Raises what inviting anybody anywhere raises: ``AccountNotFound``, ``PeopleRefused``,
    ``MembersOnly``, ``Sanctioned``.
    """
    terms = hall.settings.people
    asking = await require_wanted(act.tx, asking, terms)
    if await TableGuests(act.tx).is_guest(table.id, asking.invited):
        return
    kept = await ask(act.tx, asking, table, terms)
    told = InvitedToTable(act.seen(table), asking.inviter, kept.id)
    act.tell(tables_of(asking.invited), told)


async def take_up(act: Act, table: Table, account: UUID) -> None:
    """Somebody has sat down: where he was asked to, whoever asked hears that he has accepted."""
    asked = await Invitations(act.tx).to_table(account, table.id)
    if asked is None or asked.state is not InvitationState.OPEN:
        return
    await Invitations(act.tx).answer(asked.id, InvitationState.ACCEPTED)
    person = await Accounts(act.tx).get(account)
    told = InvitationAnswered(asked.id, Named(person.id, person.nick), "accepted")
    act.posts.append(inbox.to(asked.inviter.id, told))


async def withdraw_all(act: Act, table: UUID) -> None:
    """A table was taken or closed: nobody is asked to it any more, and all who were hear so."""
    for asked in await Invitations(act.tx).end(table, act.now):
        told = InvitationAnswered(asked.id, asked.inviter, "withdrawn")
        act.posts.append(inbox.to(asked.invited, told))
