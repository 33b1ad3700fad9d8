"""Who may ask whom to a table: friends always, anybody else by who is VIP; whatever the door."""

from typing import Final, Protocol
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from server.accounts.refusals import MembersOnly
from server.chat.standing import require_voice
from server.named import Named
from server.people.refusals import FriendsOnly, NotWanted, Oneself, TooManyInvitations
from server.settings_people import People
from server.storage import engagements
from server.storage.accounts import Account, Accounts
from server.storage.forgetting import require_known
from server.storage.friends import Blocks, Friends, Relation
from server.storage.ids import Millis
from server.storage.invitations import Invitation, Invitations, InvitationState
from server.storage.table_guests import TableGuests
from server.storage.tables import Table

_HOUR: Final = 60 * 60 * 1000


class VipStandings(Protocol):
    """Whoever knows who is VIP, and what that gives (``money.Vip``)."""

    async def invites_anyone(self, account: UUID) -> bool:
        """Whether somebody may invite people who are no friends of his."""

    async def shows_badge(self, account: UUID) -> bool:
        """Whether others see that somebody is VIP now."""


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks whom, whether he may ask anybody, as VIPs may, and under what id."""

    id: UUID
    inviter: UUID
    invited: UUID
    vip: bool
    at: Millis


async def require_wanted(tx: AsyncConnection, asking: Asking, terms: People) -> Asking:
    """The same with both persons as they are known now, if one may ask the other at all.

    The inviter is locked until the transaction ends, for his invitations of an hour are counted.
    Raises ``AccountNotFound``, ``Muted``, ``Banned``, ``MembersOnly`` and `PeopleRefused`.
    """
    await engagements.lock(tx, asking.inviter)
    me, him = await Accounts(tx).get(asking.inviter), await Accounts(tx).get(asking.invited)
    await require_known(tx, him.id)
    await require_voice(tx, me.id, asking.at)
    if me.id == him.id:
        raise Oneself
    if await Blocks(tx).has(him.id, me.id) or await Invitations(tx).mutes(him.id, me.id):
        raise NotWanted
    await _require_friend(tx, me, him, vip=asking.vip)
    since = asking.at - _HOUR
    if await Invitations(tx).count(me.id, since) >= terms.invitations_an_hour:
        raise TooManyInvitations
    return msgspec.structs.replace(asking, inviter=me.id, invited=him.id)


async def ask(tx: AsyncConnection, asking: Asking, table: Table, terms: People) -> Invitation:
    """Keep the invitation of who is wanted; a private table is there for the invited from now on.

    Raises `NotWanted`: who has said no to a table is not asked to it again.
    """
    invitations = Invitations(tx)
    before = await invitations.to_table(asking.invited, table.id)
    if before is not None and before.state is InvitationState.DECLINED:
        raise NotWanted
    inviter = await Accounts(tx).get(asking.inviter)
    asked = Invitation(
        id=asking.id,
        inviter=Named(inviter.id, inviter.nick),
        invited=asking.invited,
        table=table.id,
        deadline=asking.at + terms.invitation_seconds * 1000,
        state=InvitationState.OPEN,
    )
    asked = msgspec.structs.replace(asked, id=await invitations.open(asked, asking.at))
    if table.private:
        await TableGuests(tx).invite(table.id, asking.invited)
    return asked


async def _require_friend(tx: AsyncConnection, me: Account, him: Account, *, vip: bool) -> None:
    if await Friends(tx).relation(me.id, him.id) is Relation.FRIENDS:
        return
    if me.is_guest:
        raise MembersOnly
    if not vip:
        raise FriendsOnly
