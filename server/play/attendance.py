"""Who is there: a seat without a live socket for a while is written into its match as absent.

Presence lives in a table by account and process; rows of a process that fell silent are void. The
log of a match learns of it by ``Depart`` and ``Return``, sent down the ordinary command path.
Whoever looks for an opponent is not found any more; what he offers at open tables is withdrawn
when he has been away for longer.
"""

import asyncio
from collections.abc import Callable, Collection
from itertools import islice
from typing import Final, Protocol
from uuid import UUID

import structlog

from game.commands import AnyCommand, Depart, Return
from game.refusals import Refused
from server.play.desk import Desk
from server.play.errands import Errands
from server.play.gathering import Gathering
from server.play.ground import Ground
from server.play.orders import Order, PlayRefused
from server.storage.database import Unavailable
from server.storage.ids import Millis
from server.storage.matches import Matches

GRACE = 3.0
"""Seconds without a live socket before a seat counts as left."""
LINGER = 10.0
"""Seconds without a live socket anywhere before the open tables that were left behind close: a
page may be loaded again meanwhile, and nobody waits half a minute for a ghost."""
LOOKS = 6
"""How often within that time it is looked whether the owner is back, in whichever process."""
AT_ONCE: Final = 32
"""So many matches are told at the same time."""

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
        self._arrived = Gathering(errands, "tell of arrivals", self._return)
        self._missed = Gathering(errands, "tell of departures", self._depart)
        self._expected = Gathering(errands, "forget the absent", self._drop)
        self._left = Gathering(errands, "watch what was left", self._watch_tables)
        self._deserting = Gathering(errands, "close what was left", self._close_tables)

    async def account_arrived(self, account: UUID) -> None:
        """The first live socket of ``account`` on this process opened."""
        await self._presence.enter([account], self._ground.clock.now())
        self._arrived.add([account])

    async def account_left(self, account: UUID) -> None:
        """Its last live socket on this process closed; it may be back in a moment."""
        left_at = self._ground.clock.now()
        await self._presence.leave([account])
        self._gone([account], left_at)

    def expect(self, account: UUID) -> None:
        """Somebody has sat down, or looks for an opponent, perhaps without any live socket: if so
        it is as if he had lost it at this moment.
        """
        self._after_grace(self._expected, [account])
        self._left.add([(account, self._ground.clock.now())])

    def accounts_lost(self, accounts: Collection[UUID]) -> None:
        """A process that held the sockets of ``accounts`` is gone."""
        self._gone(accounts, self._ground.clock.now())

    def _gone(self, accounts: Collection[UUID], left_at: Millis) -> None:
        self._after_grace(self._missed, accounts)
        self._left.add((account, left_at) for account in accounts)

    def _after_grace(self, gathering: Gathering[UUID], accounts: Collection[UUID]) -> None:
        async def wait() -> None:
            await asyncio.sleep(GRACE)
            gathering.add(accounts)

        self._errands.start(wait(), "wait for who has gone")

    # --- searches and matches

    async def _away(self, accounts: Collection[UUID]) -> set[UUID]:
        return set(accounts) - await self._presence.present(accounts, self._ground.clock.now())

    async def _drop(self, accounts: Collection[UUID]) -> set[UUID]:
        """Let whoever has no live socket now be looked for no more; returns those."""
        away = await self._away(accounts)
        if away:
            await self._deserted.vanished(away)
        return away

    async def _depart(self, accounts: list[UUID]) -> None:
        if away := await self._drop(accounts):
            await self._tell_matches(away, Depart)

    async def _return(self, accounts: list[UUID]) -> None:
        await self._tell_matches(accounts, Return)

    async def _tell_matches(
        self, accounts: Collection[UUID], command: Callable[[int], AnyCommand]
    ) -> None:
        async with self._ground.database.reading() as tx:
            seats = iter(await Matches(tx).unfinished_of(accounts))
        while some := list(islice(seats, AT_ONCE)):
            telling = (self._tell(match, who, command) for who, match in some)
            for outcome in await asyncio.gather(*telling, return_exceptions=True):
                if outcome is not None:
                    raise outcome

    async def _tell(
        self, match: UUID, account: UUID, command: Callable[[int], AnyCommand]
    ) -> None:
        live = await self._desk.look(match)
        seat = live.seat_of(account)
        if seat is None or (seat in live.state.absent) is (command is Depart):
            return
        now = self._ground.clock.now()
        order = Order(
            stream=match,
            actor=None,
            command_id=f"presence:{seat}:{now}",
            make=lambda _seat: command(seat),
            received_at=now,
        )
        try:
            await self._desk.submit(order)
        except (Refused, PlayRefused) as refusal:
            _log.debug("presence_refused", match=str(match), code=refusal.code)

    # --- open tables

    async def _watch_tables(self, left: list[tuple[UUID, Millis]]) -> None:
        """Withdraw what was offered before its owner left, unless he comes back in time."""
        seated = await self._deserted.seated_among({account for account, _ in left})
        for account, left_at in left:
            if account in seated:
                self._errands.start(self._linger_for(account, left_at), f"linger for {account}")

    async def _linger_for(self, account: UUID, left_at: Millis) -> None:
        for _ in range(LOOKS):
            await asyncio.sleep(self._linger / LOOKS)
            try:
                if not await self._away([account]):
                    return
            except Unavailable as error:  # a look that saw nothing; it is looked once more below
                _log.warning("absence_not_seen", account=str(account), error=str(error))
        self._deserting.add([(account, left_at)])

    async def _close_tables(self, deserted: list[tuple[UUID, Millis]]) -> None:
        away = await self._away([account for account, _ in deserted])
        for account, left_at in deserted:
            if account in away:
                await self._deserted.leave_tables(account, left_at)
