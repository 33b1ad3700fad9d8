"""Invitations of one person to a table, each with its deadline; and inviters whom one mutes."""

from enum import StrEnum
from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Row, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.named import Named
from server.storage.database import NotFound
from server.storage.ids import Millis
from server.storage.schema import accounts
from server.storage.schema_people import invitation_mutes, invitations


class InvitationState(StrEnum):
    """What became of it; an open one lapses at its deadline."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


class InvitationNotFound(NotFound):
    """There is no such invitation, or it is not this person's to answer or withdraw."""


class Invitation(msgspec.Struct, frozen=True):
    """Who asks whom to which table, and until when."""

    id: UUID
    inviter: Named
    invited: UUID
    table: UUID
    deadline: Millis
    state: InvitationState


class Invitations:
    """Keeps and answers invitations within a transaction."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx

    async def open(self, asked: Invitation, now: Millis) -> UUID:
        """Ask; who was asked to this table before is asked anew, under the same id."""
        again = {
            "inviter": asked.inviter.id,
            "at": now,
            "deadline": asked.deadline,
            "state": asked.state,
        }
        opened = await self._tx.execute(
            insert(invitations)
            .values(id=asked.id, invited=asked.invited, table_id=asked.table, **again)
            .on_conflict_do_update(
                index_elements=[invitations.c.invited, invitations.c.table_id], set_=again
            )
            .returning(invitations.c.id)
        )
        id_: UUID = opened.scalar_one()
        return id_

    async def to_table(self, invited: UUID, table: UUID) -> Invitation | None:
        """How somebody was asked to this table."""
        found = await self._tx.execute(
            _INVITATION.where(invitations.c.invited == invited, invitations.c.table_id == table)
        )
        row = found.first()
        return None if row is None else _invitation(row)

    async def locked(self, invitation: UUID) -> Invitation:
        """One, kept from others until the transaction ends; raises `InvitationNotFound`."""
        found = await self._tx.execute(
            _INVITATION.where(invitations.c.id == invitation).with_for_update(of=invitations)
        )
        row = found.first()
        if row is None:
            raise InvitationNotFound(str(invitation))
        return _invitation(row)

    async def answer(self, invitation: UUID, state: InvitationState) -> None:
        """Keep what became of it."""
        await self._tx.execute(
            update(invitations).where(invitations.c.id == invitation).values(state=state)
        )

    async def end(self, table: UUID, now: Millis) -> list[Invitation]:
        """Withdraw all that may still be answered at a table; returns them as they were."""
        found = await self._tx.execute(
            _INVITATION.where(
                invitations.c.table_id == table,
                invitations.c.state == InvitationState.OPEN,
                invitations.c.deadline > now,
            ).with_for_update(of=invitations)
        )
        waiting = [_invitation(row) for row in found]
        for each in waiting:
            await self.answer(each.id, InvitationState.WITHDRAWN)
        return waiting

    async def waiting(self, invited: UUID, now: Millis) -> list[Invitation]:
        """Those that somebody may still answer, the next to lapse first."""
        found = await self._tx.execute(
            _INVITATION.where(
                invitations.c.invited == invited,
                invitations.c.deadline > now,
                invitations.c.state == InvitationState.OPEN,
            ).order_by(invitations.c.deadline)
        )
        return [_invitation(row) for row in found]

    async def count(self, inviter: UUID, since: Millis) -> int:
        """How many somebody made since."""
        found = await self._tx.execute(
            select(func.count()).where(invitations.c.inviter == inviter, invitations.c.at > since)
        )
        return found.scalar_one()

    async def mute(self, account: UUID, inviter: UUID, now: Millis) -> None:
        """Let this inviter ask no more."""
        await self._tx.execute(
            insert(invitation_mutes)
            .values(account=account, inviter=inviter, at=now)
            .on_conflict_do_nothing()
        )

    async def unmute(self, account: UUID, inviter: UUID) -> None:
        """Let him ask again."""
        await self._tx.execute(delete(invitation_mutes).where(_mute(account, inviter)))

    async def mutes(self, account: UUID, inviter: UUID) -> bool:
        """Whether somebody lets this inviter ask no more."""
        found = await self._tx.execute(
            select(invitation_mutes.c.at).where(_mute(account, inviter))
        )
        return found.first() is not None


_INVITATION: Final = select(invitations, accounts.c.nick).join(
    accounts, accounts.c.id == invitations.c.inviter
)


def _mute(account: UUID, inviter: UUID) -> ColumnElement[bool]:
    return (invitation_mutes.c.account == account) & (invitation_mutes.c.inviter == inviter)


def _invitation(row: Row[Any]) -> Invitation:
    return Invitation(
        row.id,
        Named(row.inviter, row.nick),
        row.invited,
        row.table_id,
        row.deadline,
        InvitationState(row.state),
    )
