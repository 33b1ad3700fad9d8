"""How old a signed text may be."""

from dataclasses import dataclass

from platforms.refusals import Reason, Stale

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR


@dataclass(frozen=True, slots=True)
class Freshness:
    """The ages that we accept, both ends included; seconds.

    `max_age` of None: any age, for what a platform may deliver late and we apply once.
    `skew` is how far its clock may run ahead of ours.
    """

    max_age: int | None
    skew: int

    def require(self, signed_at: float, now: int) -> None:
        """Raise `Stale` unless the moment is near enough to now; Unix seconds."""
        if signed_at > now + self.skew:
            raise Stale(Reason.FUTURE)
        if self.max_age is not None and signed_at < now - self.max_age:
            raise Stale(Reason.STALE)
