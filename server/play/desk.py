"""The desk: where orders for matches come in and where listeners sign up.

It keeps the live matches of this process, one mailbox each, hears the relay's hints of commits
made elsewhere, and lets go of what nobody watches.
"""

from collections.abc import Callable, Sequence
from uuid import UUID

from game.commands import ContinueSession, ServiceCommand, StartMatch
from game.match.timing import time_ends
from game.refusals import MatchOver, Refused
from game.vocabulary import Millis, Phase
from server.play.deciding import PAGE, Decider
from server.play.ending import Endings
from server.play.errands import Errands
from server.play.frames import push_frame
from server.play.ground import Ground
from server.play.late import Late
from server.play.live import LiveMatch
from server.play.orders import NotForSpectators, Order, PlayRefused, Recorded, Viewer
from server.play.seats import require_in_sight
from server.play.settlement import CannotRestore, Settlement
from server.play.tails import Tails
from server.play.vault import Vault
from server.storage.commits import CommitRow, Hint
from server.storage.matches import MatchNotFound
from server.storage.tables import TableNotFound, Tables

IDLE_KEPT = 512
"""Folds kept though nobody watches, so that play by chat need not fold anew for each command."""

SPECTATOR_DELAY = Millis(30_000)
"""So late spectators see a match for coins, unless the operator's settings say otherwise."""

SERVICE_PHASES = (Phase.READY, Phase.BETWEEN)
"""Where a match waits for the service itself."""


class Desk:
    """Takes orders, keeps folds, tells listeners. One in a process."""

    def __init__(
        self,
        ground: Ground,
        settlement: Settlement,
        errands: Errands,
        spectator_delay: Millis = SPECTATOR_DELAY,
    ) -> None:
        self._ground = ground
        self._spectator_delay = spectator_delay
        self._errands = errands
        self._settlement = settlement
        self._vault = Vault(ground)
        self._decider = Decider(ground, self._vault, Endings(ground, settlement))
        self._lives: dict[UUID, LiveMatch] = {}
        self._tails = Tails(ground.log, errands, self._go_on_if_due)
        self._sweep_at = 0
        self.on_absent_turn: Callable[[UUID, int, UUID], None] = lambda _match, _turn, _who: None
        """Told of a match, a turn and whose it is, when he is not there."""
        self.on_limited: Callable[[UUID], None] = lambda _match: None
        """Told of a match that has begun and whose time is limited, perhaps more than once."""
        self.on_refused: Callable[[Order, str], None] = lambda _order, _code: None
        """Told of commands that were not done."""

    # --- orders

    async def submit(self, order: Order) -> Recorded:
        """Carry out one order.

        Raises ``Refused`` by the rules, ``PlayRefused`` (no seat, mailbox full), ``MatchNotFound``
        and ``Unavailable`` when the database cannot tell; then the same order may be sent again.
        """
        live = self._lives.get(order.stream)
        if live is None or not live.begun:
            live = await self._begun(order.stream)
        try:
            async with live.mailbox:
                recorded = await self._decider.carry_out(live, order)
        except (Refused, PlayRefused) as refused:
            if order.actor is not None and live.seat_of(order.actor) is None:
                await self._require_in_sight(order.stream, order.actor)
            self.on_refused(order, refused.code)
            raise
        self._go_on_if_due(live)
        if live.state.absent:
            self._tell_of_absence(live)
        self._forget_idle()
        return recorded

    async def go_on(self, stream: UUID) -> None:
        """Do what the service itself must do next: start the match whose seeds are in, or the
        next game of a session. Its alarm does the same if this is lost.
        """
        live = await self._begun(stream)
        live.held += 1
        try:
            match live.state.phase:
                case Phase.READY:
                    await self._vault.seal(live)
                    await self._ask(stream, f"start:{stream}", StartMatch())
                    if time_ends(live.state) is not None:
                        self.on_limited(stream)
                case Phase.BETWEEN:
                    await self._go_on_with_session(live)
                case _:
                    pass
        except MatchOver:
            pass  # somebody has left at this moment
        finally:
            live.held -= 1

    async def _go_on_with_session(self, live: LiveMatch) -> None:
        games = live.state.running.number
        unable = await self._settlement.unable(live.state)
        command_id = f"continue:{live.stream}:{games}"
        try:
            await self._ask(live.stream, command_id, ContinueSession(unable))
        except CannotRestore:  # coins were spent in between: whoever lacks them now is named
            unable = await self._settlement.unable(live.state)
            await self._ask(live.stream, command_id, ContinueSession(unable))

    async def _ask(self, stream: UUID, command_id: str, command: ServiceCommand) -> None:
        now = self._ground.clock.now()
        await self.submit(Order(stream, None, command_id, lambda _seat: command, now))

    async def look(self, stream: UUID) -> LiveMatch:
        """The match as it stands, caught up with the log; raises ``MatchNotFound``."""
        live = await self._begun(stream)
        await self._decider.catch_up(live)
        return live

    async def opened(self, row: CommitRow) -> None:
        """A match was begun elsewhere in this process: show its first commit to who waits."""
        live = self._lives.get(row.stream)
        if live is not None and live.advance(row):
            live.show()
        self._ground.relay.publish([(row.stream, row.seq)])

    # --- listeners

    async def watch(self, stream: UUID, after: int, viewer: Viewer) -> int:
        """Tell ``viewer`` every commit after ``after``, those of the past first; returns the head.

        A table's match may be watched before it begins. Raises ``MatchNotFound`` and
        ``NotForSpectators``.
        """
        live = self._live(stream)
        live.held += 1
        try:
            await self._decider.catch_up(live)
            if not live.begun:
                await self._require_table(stream, viewer.account)
            await self._admit(live, viewer.account)
            listener = live.place(viewer)
            # Between the last page and `listen` nothing is awaited: no commit falls in between.
            position = max(after, -1)
            while position < live.seq:
                position = await self._replay(live, position, listener)
            live.listen(viewer)
            if isinstance(listener, Late):
                return (await self._as_of(live, viewer.account)).seq
            return live.seq
        finally:
            live.held -= 1

    def unwatch(self, stream: UUID, viewer: Viewer) -> None:
        """Stop telling ``viewer``."""
        if (live := self._lives.get(stream)) is not None:
            live.forget(viewer)
            self._forget_idle()

    def seats_of(self, stream: UUID) -> tuple[UUID, ...]:
        """Who plays a match that is watched here; nobody before it has begun."""
        live = self._lives.get(stream)
        return () if live is None else live.accounts

    async def seen(self, stream: UUID, account: UUID) -> LiveMatch:
        """The match as this person may see it now: late, for spectators where coins are at stake.

        Raises ``MatchNotFound`` and ``NotForSpectators``.
        """
        live = await self.look(stream)
        await self._admit(live, account)
        if live.delay_for(account):
            live = await self._as_of(live, account)
        if not live.begun:
            raise MatchNotFound(stream)
        return live

    async def _admit(self, live: LiveMatch, account: UUID) -> None:
        """Let somebody look, or raise why not; a private match is not there for the uninvited."""
        if not live.begun or live.seat_of(account) is not None:
            return
        await self._require_in_sight(live.stream, account)
        live.admit(account)

    async def _require_in_sight(self, stream: UUID, account: UUID) -> None:
        async with self._ground.database.reading() as tx:
            await require_in_sight(tx, stream, account)

    async def _as_of(self, live: LiveMatch, account: UUID) -> LiveMatch:
        """The match as it stood so long ago as this person is told it late."""
        until = self._ground.clock.now() - live.delay_for(account)
        then = LiveMatch(live.stream, live.spectator_delay)
        while rows := await self._ground.log.read(live.stream, then.seq, PAGE):
            for row in rows:
                if row.at > until:
                    break
                then.advance(row)
            if len(rows) < PAGE or then.seq < rows[-1].seq:
                break
        return then

    async def _replay(self, live: LiveMatch, after: int, viewer: Viewer) -> int:
        rows = await self._ground.log.read(live.stream, after, PAGE)
        if not rows:
            return live.seq
        now = self._ground.clock.now()
        for row in rows:
            if isinstance(viewer, Late):
                viewer.keep(push_frame(row), viewer.delay - (now - row.at) / 1000)
            else:
                live.show_to(row, (viewer,))
        await viewer.drained()
        return rows[-1].seq

    async def _require_table(self, stream: UUID, account: UUID) -> None:
        """Before the match begins its table says who may listen."""
        async with self._ground.database.reading() as tx:
            try:
                table = await Tables(tx).get(stream)
            except TableNotFound as missing:
                raise MatchNotFound(stream) from missing
            if account not in table.seats:
                await require_in_sight(tx, stream, account)
        if not table.spectators and account not in table.seats:
            raise NotForSpectators("this table is closed to spectators")

    # --- the relay

    def watched(self) -> list[UUID]:
        """Every stream that this process has listeners for."""
        return [live.stream for live in self._lives.values() if live.watched]

    def told(self, stream: UUID) -> int | None:
        """The last commit that listeners here were shown, if there are any."""
        live = self._lives.get(stream)
        return live.seq if live is not None and live.watched else None

    def heard(self, hints: Sequence[Hint]) -> None:
        """Other processes committed: fetch what listeners here have not seen."""
        self._tails.want(
            live
            for stream, seq in hints
            if (live := self._lives.get(stream)) is not None and live.watched and live.seq < seq
        )

    def reconnected(self) -> None:
        """Hints may have been lost; the healing loop asks the log for every watched stream."""

    def _tell_of_absence(self, live: LiveMatch) -> None:
        state = live.state
        if state.decision is None:
            return
        seat = state.seat_of(state.decision.side)
        if seat in state.absent:
            self.on_absent_turn(live.stream, state.decision.turn, live.accounts[seat])

    def _go_on_if_due(self, live: LiveMatch) -> None:
        if live.state.phase in SERVICE_PHASES:
            self._errands.start(self.go_on(live.stream), f"go on with {live.stream}")

    # --- folds

    def _live(self, stream: UUID) -> LiveMatch:
        live = self._lives.get(stream)
        if live is None:
            live = self._lives[stream] = LiveMatch(stream, self._spectator_delay)
        return live

    async def _begun(self, stream: UUID) -> LiveMatch:
        live = self._live(stream)
        if not live.begun:
            await self._decider.catch_up(live)
        if not live.begun:
            if live.idle:
                self._lives.pop(stream, None)
            raise MatchNotFound(stream)
        return live

    def _forget_idle(self) -> None:
        """Let go of most folds that nobody needs; looked at once in so many new ones."""
        if len(self._lives) < self._sweep_at:
            return
        idle = [stream for stream, live in self._lives.items() if live.idle]
        for stream in idle[: max(0, len(idle) - IDLE_KEPT // 2)]:
            del self._lives[stream]
        self._sweep_at = len(self._lives) + IDLE_KEPT
