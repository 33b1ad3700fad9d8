"""Beats of bots: until when each was there for those who play by chat, and when it was not.

Whoever plays by chat is reached through his bot alone, so while it is silent he is not served,
whoever else is. A bot that is back says for how long it was away, and its people are given the
time; while it is away, whoever judges a clock asks here.
"""

from typing import Final
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.gaps import Cause, Gap
from server.storage.ids import Millis
from server.storage.presence import SILENT_AFTER

SILENT: Final[Millis] = 3_500
"""A bot that has not beaten for so long is away; it beats every two seconds."""
COMING_BACK: Final[Millis] = 10_000
"""So long after its return nobody's clock runs who plays by it: boards are shown first."""

_BEATEN = text("SELECT beat FROM bot_beats WHERE bot = :bot FOR UPDATE")

_BEAT = text("""
INSERT INTO bot_beats (bot, beat) VALUES (:bot, :now)
ON CONFLICT (bot) DO UPDATE SET beat = GREATEST(bot_beats.beat, :now)
""")

_AWAY = text("""
INSERT INTO gaps (stream, account, began, ended, recorded, cause)
SELECT DISTINCT
    CASE WHEN board.grouped THEN board.match END,
    CASE WHEN NOT board.grouped THEN board.account END,
    CAST(:began AS bigint), CAST(:ended AS bigint), CAST(:now AS bigint), :cause
FROM chat_boards AS board
WHERE board.bot = :bot AND board.live AND (board.grouped OR NOT EXISTS (
    SELECT FROM presence JOIN processes ON processes.id = presence.process
    WHERE presence.account = board.account AND presence.since <= :began
        AND NOT processes.gone AND processes.beat > CAST(:now AS bigint) - :lost_after))
""")

_UNHEARD = text("""
SELECT board.account, board.grouped, max(bot_beats.beat) AS beat
FROM chat_boards AS board JOIN bot_beats ON bot_beats.bot = board.bot
WHERE board.match = :match AND board.live AND (board.grouped OR NOT EXISTS (
    SELECT FROM presence JOIN processes ON processes.id = presence.process
    WHERE presence.account = board.account
        AND NOT processes.gone AND processes.beat > CAST(:now AS bigint) - :lost_after))
GROUP BY board.account, board.grouped
HAVING max(bot_beats.beat) < CAST(:now AS bigint) - :silent
""")


async def beat(tx: AsyncConnection, bot: str, now: Millis) -> Millis:
    """A bot is there; what silence there was before becomes gaps, and is returned."""
    last: Millis | None = (await tx.execute(_BEATEN, {"bot": bot})).scalar()
    await tx.execute(_BEAT, {"bot": bot, "now": now})
    if last is None or now - last <= SILENT:
        return 0
    await tx.execute(
        _AWAY,
        {
            "bot": bot,
            "began": last,
            "ended": now + COMING_BACK,
            "now": now,
            "cause": Cause.BOT_AWAY,
            "lost_after": SILENT_AFTER,
        },
    )
    return now - last


async def unheard(tx: AsyncConnection, match: UUID, at: Millis) -> list[Gap]:
    """The gaps of those at a match who play by a bot that is away at this moment.

    Whoever has a socket beside is heard; in a group neither side is.
    """
    values = {"match": match, "now": at, "silent": SILENT, "lost_after": SILENT_AFTER}
    found = await tx.execute(_UNHEARD, values)
    return [
        Gap(
            id=0,
            began=row.beat,
            ended=at,
            cause=Cause.BOT_AWAY,
            stream=match if row.grouped else None,
            account=None if row.grouped else row.account,
        )
        for row in found
    ]
