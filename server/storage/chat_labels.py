"""What the buttons of a chat's messages say: some people type that, and never press."""

from collections.abc import Mapping
from typing import Final

import msgspec
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from server.storage.ids import Millis
from server.storage.schema_dialogue import chat_labels

_decode: Final = msgspec.json.Decoder(dict[str, str]).decode


class ChatLabels:
    """The buttons of one bot's messages, within a transaction: what each carries, by its label."""

    def __init__(self, tx: AsyncConnection, bot: str) -> None:
        self._tx = tx
        self._bot = bot

    async def show(self, chat: int, message: int, said: Mapping[str, str], now: Millis) -> None:
        """A message has these buttons now, and no others."""
        values = {"said": msgspec.json.encode(said), "at": now}
        shown = insert(chat_labels).values(bot=self._bot, chat=chat, message=message, **values)
        keys = [chat_labels.c.bot, chat_labels.c.chat, chat_labels.c.message]
        await self._tx.execute(shown.on_conflict_do_update(index_elements=keys, set_=values))

    async def newest(self, chat: int, limit: int) -> list[Mapping[str, str]]:
        """The buttons of the messages that were shown or changed last, the last first."""
        ours = (chat_labels.c.bot == self._bot) & (chat_labels.c.chat == chat)
        found = await self._tx.execute(
            select(chat_labels.c.said)
            .where(ours)
            .order_by(chat_labels.c.at.desc(), chat_labels.c.message.desc())
            .limit(limit)
        )
        return [_decode(said) for said in found.scalars()]
