"""How fast a bot may speak: so many messages a second in all, and more slowly in each chat.

Waiting is by reservation: whoever comes gets the next free moment of his chat and of the whole,
and sleeps until then. Nothing is refused; what is not worth waiting for is not sent at all.
"""

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

MOST_CHATS: Final = 4096


class Limits(NamedTuple):
    """Seconds between two messages: of all, of one person's chat, of a group."""

    overall: float
    chat: float
    group: float


TELEGRAM: Final = Limits(overall=1 / 28, chat=1.0, group=3.1)
"""Just below 30 a second in all, 1 a second in a chat, 20 a minute in a group."""


class Pace:
    """Keeps the limits of one bot in one process."""

    def __init__(self, limits: Limits, now: Callable[[], float] | None = None) -> None:
        self._limits = limits
        self._now = now or asyncio.get_running_loop().time
        self._overall = 0.0
        self._chats: dict[int, float] = {}

    def reserve(self, chat: int, *, is_group: bool) -> float:
        """Take the next free moment; the seconds until then."""
        now = self._now()
        gap = self._limits.group if is_group else self._limits.chat
        at = max(now, self._overall, self._chats.get(chat, 0.0))
        self._overall = max(now, self._overall) + self._limits.overall
        self._chats[chat] = at + gap
        self._forget(now)
        return at - now

    async def wait(self, chat: int, *, is_group: bool) -> None:
        """Wait for one's turn to speak in a chat."""
        seconds = self.reserve(chat, is_group=is_group)
        if seconds > 0:
            await asyncio.sleep(seconds)

    def is_free(self, chat: int) -> bool:
        """Whether this chat might be spoken to at once."""
        return self._chats.get(chat, 0.0) <= self._now()

    def rest(self, chat: int, seconds: float) -> None:
        """The platform asks to leave this chat alone for so long."""
        self._chats[chat] = max(self._chats.get(chat, 0.0), self._now() + seconds)

    def _forget(self, now: float) -> None:
        if len(self._chats) > MOST_CHATS:
            self._chats = {chat: at for chat, at in self._chats.items() if at > now}
