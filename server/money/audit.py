"""The audit: is every coin somewhere, every balance what was posted, nothing held for nothing?"""

import msgspec

from server.storage.database import Database
from server.storage.ledger_audit import (
    Extent,
    Imbalance,
    StrayFees,
    StrayHold,
    ledger_snapshot,
)


class Findings(msgspec.Struct, frozen=True):
    """What an audit found; `sums` are by currency and must all be nothing."""

    extent: Extent
    sums: dict[str, int]
    imbalances: tuple[Imbalance, ...]
    stray_holds: tuple[StrayHold, ...]
    stray_fees: tuple[StrayFees, ...]
    empty: tuple[str, ...]
    """Keys of transactions without postings."""

    @property
    def clean(self) -> bool:
        """Whether the books are in order."""
        wrong = self.imbalances or self.stray_holds or self.stray_fees or self.empty
        return not (any(self.sums.values()) or wrong)


class Audit:
    """Reads the whole ledger as it stood at one instant; may be run beside a busy service."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def run(self) -> Findings:
        """Count everything again."""
        async with ledger_snapshot(self._database) as audit:
            return Findings(
                extent=await audit.extent(),
                sums=await audit.sums(),
                imbalances=tuple(await audit.imbalances()),
                stray_holds=tuple(await audit.stray_holds()),
                stray_fees=tuple(await audit.stray_fees()),
                empty=tuple(await audit.empty_transactions()),
            )
