"""The mailbox of a match in one process: one command at a time, a few waiting, no more."""

import asyncio

from server.play.orders import MailboxFull

ROOM = 16
"""Commands that may wait. Two players send one at a time; more is a flood, and is refused."""


class Mailbox:
    """A first-come lock with a bound on those who wait. It only queues; it owns nothing."""

    __slots__ = ("_lock", "_waiting")

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._waiting = 0

    @property
    def idle(self) -> bool:
        """Whether nobody is inside or waiting."""
        return not self._waiting

    async def __aenter__(self) -> None:
        """Wait for one's turn; raises ``MailboxFull`` at once when too many wait."""
        if self._waiting > ROOM:
            raise MailboxFull("too many commands of this match are waiting")
        self._waiting += 1
        try:
            await self._lock.acquire()
        except BaseException:
            self._waiting -= 1
            raise

    async def __aexit__(self, *_: object) -> None:
        """Let the next one in."""
        self._lock.release()
        self._waiting -= 1
