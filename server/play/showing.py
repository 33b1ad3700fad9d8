"""Showing commits to those who listen: after the answers, and those of a batch together."""

import asyncio
from collections import deque
from typing import Protocol


class Unshown(Protocol):
    """Something with news (``LiveMatch``)."""

    def show(self) -> None:
        """Tell whoever listens what is new."""


class Showing:
    """What was committed in one turn of the loop is shown in the next, in one call.

    A command's sender is answered before the loop turns, so the answer comes first. Hundreds of
    commits become durable at once; to answer them all and then to show them all keeps the
    processor at one thing at a time.
    """

    def __init__(self) -> None:
        self._waiting: deque[Unshown] = deque()

    def soon(self, news: Unshown) -> None:
        """Show it when the loop turns."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._show)
        self._waiting.append(news)

    def _show(self) -> None:
        waiting = self._waiting
        try:
            while waiting:
                waiting.popleft().show()
        finally:
            if waiting:  # one has failed; the others are shown all the same
                asyncio.get_running_loop().call_soon(self._show)
