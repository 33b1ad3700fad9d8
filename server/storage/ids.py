"""Identifiers that sort by time: UUIDv7 (RFC 9562, section 5.7), monotonic within a process.

The time is handed in. The 48 bits of milliseconds come first, so the key of a stream says in which
month's partition its commits lie.
"""

import os
from collections.abc import Callable
from typing import TypeAlias
from uuid import UUID

Millis: TypeAlias = int
"""A moment, in whole milliseconds since the Unix epoch."""

_VERSION = 0x7 << 76
_VARIANT = 0b10 << 62
_RANDOM_BITS = 74
_BELOW_VARIANT = (1 << 62) - 1
_STEP_BITS = 32


class Ids:
    """Makes UUIDv7 keys, each greater than the one before, also when the clock steps back.

    `entropy` gives that many random bytes; a test may hand in its own.
    """

    def __init__(self, entropy: Callable[[int], bytes] = os.urandom) -> None:
        self._entropy = entropy
        self._last = 0

    def new(self, now: Millis) -> UUID:
        """A fresh key for this moment.

        Within one millisecond the random part grows by a random step, as the RFC's method 2
        allows, so that keys stay both ordered and hard to guess.
        """
        drawn = int.from_bytes(self._entropy(10), "big")
        fresh = now << _RANDOM_BITS | drawn >> (80 - _RANDOM_BITS)
        if fresh <= self._last:
            fresh = self._last + 1 + (drawn & ((1 << _STEP_BITS) - 1))
        self._last = fresh
        at, random = fresh >> _RANDOM_BITS, fresh & ((1 << _RANDOM_BITS) - 1)
        high, low = random >> 62, random & _BELOW_VARIANT
        return UUID(int=at << 80 | _VERSION | high << 64 | _VARIANT | low)


def floor(at: Millis) -> UUID:
    """The least key of a moment: a bound for ranges, never a key of anything."""
    return UUID(int=at << 80)


def millis_of(key: UUID) -> Millis:
    """The moment at which a UUIDv7 was made."""
    return key.int >> 80
