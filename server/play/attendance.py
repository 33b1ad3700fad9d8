"""Who is there: a seat without a live socket for a while is written into its match as absent.

Presence lives in a table by account and process; rows of a process that fell silent are void. The
log of a match learns of it by ``Depart`` and ``Return``, sent down the ordinary command path.
Whoever looks for an opponent is not found any more; what he offers at open tables is withdrawn
when he has been away for longer.
"""

import asyncio
from collections.abc import Callable, Collection
from typing import Protocol
from uuid import UUID

import structlog

from game.commands import AnyCommand, Depart, Return
from game.refusals import Refused
from server.play.desk import Desk
from server.play.errands import Errands
from server.play.ground import Ground
from server.play.orders import Order, PlayRefused
from server.storage.ids import Millis
from server.storage.matches import Matches

GRACE = 3.0
"""Seconds without a live socket before a seat counts as left."""
LINGER = 10.0
"""Seconds without a live socket anywhere before the open tables that were left behind close: a
page may be loaded again meanwhile, and nobody waits half a minute for a ghost."""
LOOKS = 6
"""How often within that time it is looked whether the owner is back, in whichever process."""

_log = structlog.get_logger(__name__)


class Deserted(Protocol):
    """Whoever clears up after people who are gone (``tables.Abandoned``)."""

    async def vanished(self, accounts: Collection[UUID]) -> None:
        """These have no live socket any more."""

    async def seated_among(self, accounts: Collection[UUID]) -> set[UUID]:
        """Which of these have a seat at an open table."""

    async def leave_tables(self, account: UUID, until: Millis) -> None:
        """Take somebody from all open tables that were opened up to that moment."""


class Attendance:
    """Turns arrivals and departures of accounts into commands of their matches."""

    def __init__(
        self,
        ground: Ground,
        desk: Desk,
        errands: Errands,
        deserted: Deserted,
        linger: float = LINGER,
    ) -> None:
        self._deserted = deserted
        self._ground = ground
        self._desk = desk
        self._errands = errands
        self._presence = ground.presence
        self._linger = linger

    async def account_arrived(self, account: UUID) -> None:
        """The first live socket of ``account`` on this process opened."""
        await self._presence.enter([account], self._ground.clock.now())
        self._errands.start(self._tell_matches(account, Return), f"return {account}")

    async def account_left(self, account: UUID) -> None:
        """Its last live socket on this process closed; it may be back in a moment."""
        left_at = self._ground.clock.now()
        await self._presence.leave([account])
        self._gone([account], left_at, str(account))

    def expect(self, account: UUID) -> None:
        """Somebody has sat down, or looks for an opponent, perhaps without any live socket: if so
        it is as if he had lost it at this moment.
        """
        sat_at = self._ground.clock.now()
        self._errands.start(self._drop_if_away(account), f"expect {account}")
        closing = self._close_tables_after_linger([account], sat_at)
        self._errands.start(closing, f"close the tables of {account}, unless he comes")

    async def _drop_if_away(self, account: UUID) -> None:
        """Let whoever has no live socket after the grace be looked for no more."""
        await asyncio.sleep(GRACE)
        if not await self._presence.present([account], self._ground.clock.now()):
            await self._deserted.vanished([account])

    def accounts_lost(self, accounts: Collection[UUID]) -> None:
        """A process that held the sockets of ``accounts`` is gone."""
        self._gone(accounts, self._ground.clock.now(), "those of a lost process")

    def _gone(self, accounts: Collection[UUID], left_at: Millis, who: str) -> None:
        self._errands.start(self._depart_after_grace(accounts), f"depart {who}")
        closing = self._close_tables_after_linger(accounts, left_at)
        self._errands.start(closing, f"close the tables of {who}")

    async def _depart_after_grace(self, accounts: Collection[UUID]) -> None:
        await asyncio.sleep(GRACE)
        present = await self._presence.present(accounts, self._ground.clock.now())
        away = set(accounts) - present
        if away:
            await self._deserted.vanished(away)
        for account in away:
            await self._tell_matches(account, Depart)

    async def _close_tables_after_linger(
        self, accounts: Collection[UUID], left_at: Millis
    ) -> None:
        """Withdraw what was offered before its owner left, unless he comes back in time."""
        away = await self._deserted.seated_among(accounts)
        for _ in range(LOOKS):
            if not away:
                return
            await asyncio.sleep(self._linger / LOOKS)
            away -= await self._presence.present(away, self._ground.clock.now())
        for account in away:
            await self._deserted.leave_tables(account, left_at)

    async def _tell_matches(self, account: UUID, command: Callable[[int], AnyCommand]) -> None:
        async with self._ground.database.reading() as tx:
            matches = await Matches(tx).unfinished(account)
        for match in matches:
            try:
                await self._tell(match, account, command)
            except (Refused, PlayRefused) as refusal:
                _log.debug("presence_refused", match=str(match), code=refusal.code)

    async def _tell(
        self, match: UUID, account: UUID, command: Callable[[int], AnyCommand]
    ) -> None:
        live = await self._desk.look(match)
        seat = live.seat_of(account)
        if seat is None or (seat in live.state.absent) is (command is Depart):
            return
        now = self._ground.clock.now()
        await self._desk.submit(
            Order(
                stream=match,
                actor=None,
                command_id=f"presence:{seat}:{now}",
                make=lambda _seat: command(seat),
                received_at=now,
            )
        )
