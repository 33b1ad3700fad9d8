"""Somebody's ended matches, as far back as the settings show them. Older ones are kept all the
same: a limit of history hides, and deletes nothing.
"""

from typing import Final, Protocol, Self
from uuid import UUID

import msgspec

from game.rulesets import RuleName
from server.settings import Settings
from server.storage.clock import Clock
from server.storage.database import Database
from server.storage.match_summaries import MatchSummaries, Past, Result, Wanted

_DAY: Final = 24 * 60 * 60 * 1000


class Filter(msgspec.Struct, frozen=True):
    """Which matches are asked for; none of a member leaves it open."""

    rules: RuleName | None = None
    opponent: UUID | None = None
    result: Result | None = None


class Reach(msgspec.Struct, frozen=True):
    """How many days back people see their matches: anybody, and a VIP."""

    days: int
    vip_days: int

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """As the settings say."""
        return cls(settings.history.days, settings.vip.history_days)


class Vips(Protocol):
    """Who is a VIP."""

    async def is_vip(self, account: UUID) -> bool:
        """Whether the account is one at this moment."""


class NobodyVip(Vips):
    """Of a service that sells no VIP."""

    async def is_vip(self, account: UUID) -> bool:
        """No."""
        del account
        return False


class Histories:
    """Lists past matches."""

    def __init__(self, database: Database, clock: Clock, shown: Reach, vips: Vips) -> None:
        self._database = database
        self._clock = clock
        self._shown = shown
        self._vips = vips

    async def days(self, account: UUID) -> int:
        """How many days back somebody's history reaches."""
        return self._shown.vip_days if await self._vips.is_vip(account) else self._shown.days

    async def of(
        self, account: UUID, wanted: Filter, limit: int, before: UUID | None = None
    ) -> list[Past]:
        """One page, the last begun first; `before` is the last match of the page before."""
        since = self._clock.now() - await self.days(account) * _DAY
        asked = Wanted(since, wanted.rules, wanted.opponent, wanted.result)
        async with self._database.reading() as connection:
            return await MatchSummaries(connection).of(account, asked, limit, before)
