"""Limits that each process keeps for itself, in memory: how fast, and how many at once.

What must hold across processes (failures, new guests) is counted in the database instead.
"""

from ipaddress import IPv6Address, ip_address


class LimitReached(Exception):
    """More than the limit allows; try again later. Nothing was done."""


class TooFast(LimitReached):
    """More requests in a while than one may send."""


class TooManySockets(LimitReached):
    """More open sockets of one account or address than one may have."""


class TooManyTopics(LimitReached):
    """The socket watches as many topics as one may."""


class Bucket:
    """Tokens that drip in at ``rate`` a second, ``burst`` at most; whoever overdraws is in debt.

    The debt is what tells an eager finger from a flood. Time comes in as seconds of any
    clock that never steps back.
    """

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, at: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = at

    def take(self, at: float, tokens: float = 1.0) -> bool:
        """Take tokens; false when there were not enough, which are owed then."""
        left = min(self._burst, self._left + (at - self._at) * self._rate)
        self._left, self._at = left - tokens, at
        return left >= tokens

    @property
    def full(self) -> bool:
        """Whether nothing was taken lately, as far as was seen."""
        return self._left >= self._burst

    def refill(self, at: float) -> None:
        """Let drip in what is due by now."""
        self.take(at, 0.0)

    @property
    def debt(self) -> float:
        """How much was taken beyond what there was."""
        return max(0.0, -self._left)


class Meters:
    """A bucket for each key, of which at most ``most`` are remembered.

    Who is forgotten has a full bucket again; to make us forget costs more than it brings.
    """

    __slots__ = ("_buckets", "_burst", "_most", "_rate")

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str, at: float) -> None:
        """Take one token of this key's, or raise ``TooFast``."""
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._forget(at)
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, at)
        if not bucket.take(at):
            raise TooFast(key)

    def __len__(self) -> int:
        return len(self._buckets)

    def _forget(self, at: float) -> None:
        for bucket in self._buckets.values():
            bucket.refill(at)
        self._buckets = {key: each for key, each in self._buckets.items() if not each.full}
        while len(self._buckets) >= self._most:
            del self._buckets[next(iter(self._buckets))]


class Occupancy:
    """How many places each key holds, at most ``limit`` of them."""

    __slots__ = ("_held", "_limit")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._held: dict[str, int] = {}

    def enter(self, key: str) -> None:
        """Take a place, or raise ``TooManySockets``."""
        held = self._held.get(key, 0)
        if held >= self._limit:
            raise TooManySockets(key)
        self._held[key] = held + 1

    def leave(self, key: str) -> None:
        """Give a place back."""
        held = self._held[key] - 1
        if held:
            self._held[key] = held
        else:
            del self._held[key]

    def held(self, key: str) -> int:
        """How many places this key holds."""
        return self._held.get(key, 0)


def neighbourhood(address: str) -> str:
    """What limits by address count as one: an IPv4 address, or the /64 of an IPv6 one.

    One household has a whole /64 to draw addresses from.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    network = int(parsed) >> 64 << 64
    return f"{IPv6Address(network)}/64"
