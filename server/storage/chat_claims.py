"""What processes of a bot have taken up, let go at once where none of them lives any more."""

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema_dialogue import chat_boards, chat_persons, chat_updates


async def release(tx: AsyncConnection, bot: str, now: Millis) -> int:
    """Have updates, boards and people taken up again; how many of them somebody had taken up.

    What only waits for another try comes at once, too.
    """
    released = 0
    for table, waits in (
        (chat_updates, chat_updates.c.done_at.is_(None)),
        (chat_boards, chat_boards.c.live),
        (chat_persons, chat_persons.c.away.is_(False)),
    ):
        claimed = (table.c.bot == bot) & (table.c.due > now) & waits
        released += (await tx.execute(update(table).where(claimed).values(due=now))).rowcount
    return released
