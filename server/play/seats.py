"""Who has a seat in a match; to whom a private match is not there, for him there is none."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from server.play.orders import NotSeated
from server.storage.matches import Match, Matches, MatchNotFound
from server.storage.table_guests import TableGuests


async def require_seat(tx: AsyncConnection, match: UUID, account: UUID) -> Match:
    """The match, if this person has a seat in it.

    Raises ``MatchNotFound`` and ``NotSeated``.
    """
    played = await Matches(tx).get(match)
    if account not in played.players:
        await require_in_sight(tx, match, account)
        raise NotSeated("you hold no seat in this match")
    return played


async def require_in_sight(tx: AsyncConnection, match: UUID, account: UUID) -> None:
    """Raise ``MatchNotFound`` for a private match to which somebody without a seat in it was not
    invited, as for one that does not exist.
    """
    if await TableGuests(tx).is_shut_out(match, account):
        raise MatchNotFound(match)
