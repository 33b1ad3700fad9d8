"""A listener who is told everything a set time late: spectators where coins are at stake."""

import asyncio
from collections import deque

from server.play.orders import Viewer


class Late:
    """Stands before a viewer and keeps each frame back for `delay` seconds, in order.

    It counts as a viewer itself, one who never gets legal plays.
    """

    __slots__ = ("_gone", "_timer", "_waiting", "account", "delay", "viewer", "wants_plays")

    def __init__(self, viewer: Viewer, delay: float) -> None:
        self.viewer = viewer
        self.delay = delay
        self.account = viewer.account
        self.wants_plays = False
        self._waiting: deque[tuple[float, bytes]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._gone = False

    def push(self, frame: bytes) -> None:
        """Keep a frame for the whole delay."""
        self.keep(frame, self.delay)

    def keep(self, frame: bytes, seconds: float) -> None:
        """Keep a frame for so long; what came before is told before. None is told at once."""
        loop = asyncio.get_running_loop()
        if seconds <= 0 and not self._waiting:
            self.viewer.push(frame)
            return
        self._waiting.append((loop.time() + seconds, frame))
        if self._timer is None:
            self._timer = loop.call_later(max(0.0, seconds), self._tell)

    async def drained(self) -> None:
        """Wait until there is room for more."""
        await self.viewer.drained()

    def part(self) -> None:
        """Tell nothing more."""
        self._gone = True
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()

    def _tell(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = None
        while self._waiting and self._waiting[0][0] <= loop.time() and not self._gone:
            self.viewer.push(self._waiting.popleft()[1])
        if self._waiting:
            self._timer = loop.call_at(self._waiting[0][0], self._tell)
