"""What comparing a platform's record with ours has found, and what was done about it."""

from typing import Protocol

import msgspec

from platforms.identity import Platform


class Compared(msgspec.Struct, kw_only=True):
    """One comparison: entries seen, and what was mended or is for a human to look at."""

    platform: Platform
    seen: int = 0
    credited: int = 0
    """Paid there and not given here: given now."""
    taken_back: int = 0
    """Paid back there and still given here: taken back now."""
    cases: int = 0
    """What does not fit together."""

    @property
    def agrees(self) -> bool:
        """Whether nothing is left for a human."""
        return not self.cases


class PlatformRecord(Protocol):
    """A platform's own record of payments, as far as it lets us read it."""

    async def compare(self) -> Compared:
        """Compare all that is new in it, and mend; raises `CallFailed`, `Unavailable`."""

    async def look_for(self, payer: str, charge: str | None) -> None:
        """Mend what concerns one payer, or one charge of his; raises the same."""
