"""Whose time it is: every process corrects its own clock by the database's."""

import time
from collections.abc import Callable
from typing import Final, Protocol

from server.storage.ids import Millis

TOLERANCE: Final = 100
"""A process further off than this, in milliseconds, should not serve."""


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> Millis:
        """The present moment."""


def local_now() -> Millis:
    """This machine's time."""
    return time.time_ns() // 1_000_000


class DatabaseClock:
    """The database's time, told from this machine's and the measured difference."""

    def __init__(self, local: Callable[[], Millis] = local_now) -> None:
        self._local = local
        self.offset = 0

    def now(self) -> Millis:
        """The present moment as the database would tell it."""
        return self._local() + self.offset

    @property
    def is_true(self) -> bool:
        """Whether this machine's clock is near enough to the database's."""
        return abs(self.offset) <= TOLERANCE

    def local(self) -> Millis:
        """This machine's uncorrected time, for measuring."""
        return self._local()

    def measured(self, asked: Millis, answer: Millis, answered: Millis) -> None:
        """Take one measurement: the database's `answer`, and our time before and after.

        The truth lies within half the round trip of the middle, so a slow answer teaches only
        what a quick one could not contradict.
        """
        middle, half = (asked + answered) // 2, (answered - asked + 1) // 2
        least, most = answer - middle - half, answer - middle + half
        self.offset = min(max(self.offset, least), most)
