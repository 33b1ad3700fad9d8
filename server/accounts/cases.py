"""All use cases of accounts as persons, made together for the wiring."""

from typing import Self

import msgspec

from server.accounts.forgetting import Forgetting
from server.accounts.linking import Linking
from server.accounts.merging import Merging
from server.accounts.sessions import Ended
from server.inbox import Posted
from server.money.terms import CodeLimits
from server.storage.clock import Clock
from server.storage.database import Database


class AccountCases(msgspec.Struct, frozen=True, kw_only=True):
    """One of each in a process."""

    merging: Merging
    linking: Linking
    forgetting: Forgetting

    @classmethod
    def on(cls, database: Database, clock: Clock, limits: CodeLimits, posted: Posted) -> Self:
        """Make them all."""
        merging = Merging(database, clock, posted)
        return cls(
            merging=merging,
            linking=Linking(database, clock, limits, merging, posted),
            forgetting=Forgetting(database, clock),
        )

    def tell(self, moved: Ended) -> None:
        """Tell this one of accounts whose sessions have ended."""
        self.merging.moved = moved
        self.forgetting.moved = moved
