"""Where updates go in: what is about money is dealt with at once, the rest is kept for workers.

Only a checkout is answered before anything else: Telegram waits ten seconds for that.
"""

import structlog

from bots.telegram.reading import update_of
from bots.wiring import Bot
from server.dialogue.updates import Kept
from server.purchases.telegram_updates import TelegramUpdates

_log = structlog.get_logger(__name__)


class Intake:
    """Hears for one bot, from the webhook and from long polling alike."""

    def __init__(self, bot: Bot, payments: TelegramUpdates) -> None:
        self._bot = bot
        self._payments = payments
        payments.others = self.keep

    async def take(self, body: bytes) -> bool:
        """Take an update; raises what means that it is to come again."""
        return await self._payments.come(body)

    async def keep(self, body: bytes) -> None:
        """Keep an update that is about no payment; not one that says nothing of any chat."""
        update = update_of(body)
        if update is None or not update.chat:
            return
        if await self._bot.keep(update.update_id, update.chat, body) is Kept.FLOODED:
            _log.info("update_flooded", chat=update.chat)
