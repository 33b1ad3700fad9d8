"""The mailbox of a match in one process: one command at a time, a few waiting, no more."""

import asyncio
from collections import deque

from server.play.orders import MailboxFull

ROOM = 16
"""Commands that may wait. Two players send one at a time; more is a flood, and is refused."""


class Mailbox:
    """A first-come lock with a bound on those who wait. It only queues; it owns nothing.

    Nearly always nobody is inside, and then entering is a flag: `asyncio.Lock` would cost each
    command as much as its clock.
    """

    __slots__ = ("_taken", "_turns")

    def __init__(self) -> None:
        self._taken = False
        self._turns: deque[asyncio.Future[None]] = deque()

    @property
    def idle(self) -> bool:
        """Whether nobody is inside or waiting."""
        return not self._taken

    async def __aenter__(self) -> None:
        """Wait for one's turn; raises ``MailboxFull`` at once when too many wait."""
        if self._taken:
            await self._wait()
        self._taken = True

    async def __aexit__(self, *_: object) -> None:
        """Let the next one in."""
        self._hand_on()

    async def _wait(self) -> None:
        if len(self._turns) >= ROOM:
            raise MailboxFull("too many commands of this match are waiting")
        turn = asyncio.get_running_loop().create_future()
        self._turns.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # its turn had come already
                self._hand_on()
            raise

    def _hand_on(self) -> None:
        """Pass the place to the first who still waits; until he comes it stays taken."""
        while self._turns:
            turn = self._turns.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._taken = False
