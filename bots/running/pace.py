"""How fast a bot may speak: so many messages a second in all, and more slowly in each chat.

Whoever wants to speak waits for his chat first, and then for the whole, each in the order in which
they came: no chat is passed over, and one that must rest holds up no other. A chat's rest begins
when the platform has answered, and the whole keeps its distance from the message before as it was
really sent, so that a stall of the process is followed by no burst. Nothing is refused; what is
not worth waiting for is not sent at all.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple

MOST_CHATS: Final = 4096


class Limits(NamedTuple):
    """Seconds between two messages: of all, of one person's chat, of a group."""

    overall: float
    chat: float
    group: float


TELEGRAM: Final = Limits(overall=1 / 28, chat=1.0, group=3.1)
"""Just below 30 a second in all, 1 a second in a chat, 20 a minute in a group."""


@dataclass(slots=True)
class _Lane:
    """Those who want to speak in one chat, and from when on it may be spoken to."""

    order: asyncio.Lock = field(default_factory=asyncio.Lock)
    free_at: float = 0.0


class Pace:
    """Keeps the limits of one bot in one process."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._now = asyncio.get_running_loop().time
        self._order = asyncio.Lock()
        self._free_at = 0.0
        self._lanes: dict[int, _Lane] = {}

    @asynccontextmanager
    async def turn(self, chat: int, *, is_group: bool) -> AsyncIterator[None]:
        """Wait for one's turn to speak in a chat; the block is the message and its answer."""
        gap = self._limits.group if is_group else self._limits.chat
        lane = self._lane(chat)
        async with lane.order:
            await self._until(lambda: lane.free_at)
            await self._overall()
            try:
                yield
            finally:
                lane.free_at = max(lane.free_at, self._now() + gap)

    def rest(self, chat: int, seconds: float) -> None:
        """The platform asks to leave this chat alone for so long."""
        lane = self._lane(chat)
        lane.free_at = max(lane.free_at, self._now() + seconds)

    async def _overall(self) -> None:
        async with self._order:
            await self._until(lambda: self._free_at)
            self._free_at = self._now() + self._limits.overall

    async def _until(self, free_at: Callable[[], float]) -> None:
        """Wait for a moment that may be put off meanwhile; no timer brings it too early."""
        while (wait := free_at() - self._now()) > 0:  # noqa: ASYNC110 - it is a moment
            await asyncio.sleep(wait)

    def _lane(self, chat: int) -> _Lane:
        if len(self._lanes) > MOST_CHATS:
            now = self._now()
            self._lanes = {
                number: lane
                for number, lane in self._lanes.items()
                if lane.order.locked() or lane.free_at > now
            }
        return self._lanes.setdefault(chat, _Lane())
