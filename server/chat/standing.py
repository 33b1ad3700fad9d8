"""Whether a moderator's ruling keeps somebody from talking, or from a table."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from server.chat.refusals import Banned, Muted
from server.storage.ids import Millis
from server.storage.sanctions import SanctionKind, Sanctions


async def require_voice(tx: AsyncConnection, account: UUID, now: Millis) -> None:
    """Raise ``Muted`` or ``Banned`` for somebody who may say nothing now."""
    for sanction in await Sanctions(tx).in_force(account, now):
        refusal = Banned if sanction.kind is SanctionKind.BAN else Muted
        raise refusal(sanction.reason, sanction.ends)


async def require_admission(tx: AsyncConnection, account: UUID, now: Millis) -> None:
    """Raise ``Banned`` for who may not sit down, ask to be friends or change his nick now."""
    for sanction in await Sanctions(tx).in_force(account, now):
        if sanction.kind is SanctionKind.BAN:
            raise Banned(sanction.reason, sanction.ends)
