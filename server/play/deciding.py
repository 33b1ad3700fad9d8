"""The life of one command: decide, save, change, show (and decide again when beaten to it)."""

import asyncio
from collections.abc import Sequence

from game.commands import AnyCommand
from game.events import (
    AbsenceSpent,
    AnyEvent,
    FlagFell,
    MatchTimeOver,
    MatchVoided,
    TimeCredited,
)
from game.log import encode_events
from game.match import Context, Decided, MatchState
from game.match import Gap as ClockGap
from game.refusals import Refused
from game.vocabulary import CreditCause, Millis
from server.play.ending import Endings
from server.play.ground import Ground
from server.play.live import LiveMatch
from server.play.orders import SERVICE_SEAT, CommandIdTaken, NotSeated, Order, Recorded
from server.play.settlement import moves_coins
from server.play.showing import Showing
from server.play.vault import Vault
from server.storage.bot_beats import unheard
from server.storage.commits import AlarmWrite, Appended, CommitRow
from server.storage.gaps import Gap
from server.storage.upcast import SCHEMA

PAGE = 100
"""Commits read at a time when a fold catches up."""

FLAG_GRACE = Millis(300)
"""So long after a moment an alarm decides: a play that arrived in time comes first."""

ALARM_DOUBT = Millis(1_000)
"""So close to a stored alarm another process may be moving it: write ours again to be sure."""

AWAY_AGAIN = Millis(5_000)
"""So soon an alarm looks again at a match whose player is not served: his clock stands still."""

_LOST_TO_TIME = frozenset({FlagFell, AbsenceSpent, MatchTimeOver, MatchVoided})

_CAUSES = {
    "service_down": CreditCause.SERVICE_DOWN,
    "process_lost": CreditCause.PROCESS_DIED,
    "slow_commit": CreditCause.SLOW_COMMIT,
    "bot_away": CreditCause.PROCESS_DIED,
}


class Decider:
    """Carries out orders on live matches. The caller holds the match's mailbox."""

    def __init__(self, ground: Ground, vault: Vault, endings: Endings) -> None:
        self._ground = ground
        self._vault = vault
        self._showing = Showing()
        self._endings = endings

    async def catch_up(self, live: LiveMatch) -> bool:
        """Fold and show what other processes committed; true when there was something."""
        grew = False
        while rows := await self._ground.log.read(live.stream, live.seq, PAGE):
            for row in rows:
                grew |= live.advance(row)
            live.check(rows[-1])
            live.show()
            if len(rows) < PAGE:
                break
        return grew

    async def carry_out(self, live: LiveMatch, order: Order) -> Recorded:
        """Bring an order to its recorded outcome, or raise why it has none."""
        sure, away = False, tuple[Gap, ...]()
        while True:
            if (recorded := _recorded(live, order)) is not None:
                return recorded
            seq = live.seq
            context = await self._context(live, order, away)
            try:
                decided = await self._decide(live, order, context)
            except (Refused, NotSeated):
                if await self.catch_up(live) or live.seq != seq:
                    continue
                raise
            if live.seq != seq:
                continue
            if not sure and not _LOST_TO_TIME.isdisjoint(map(type, decided.events)):
                away = tuple(await self._make_sure(live, context.at))
                sure = True
                continue
            recorded = await self._commit(live, order, decided, context.at)
            if recorded is not None:
                return recorded

    async def _decide(self, live: LiveMatch, order: Order, context: Context) -> Decided:
        """Decide. Nothing is awaited before the commit, unless rollouts need a thread."""
        state, command = live.state, _command(live, order)
        if not live.begun or not state.adjudicates(context.at):
            return state.decided(command, context)
        return await asyncio.to_thread(state.decided, command, context)

    async def _commit(
        self, live: LiveMatch, order: Order, decided: Decided, at: Millis
    ) -> Recorded | None:
        """Write the events as the next commit and show it; none when another one was there."""
        events, state = decided
        row = CommitRow(
            stream=live.stream,
            seq=live.seq + 1,
            schema=SCHEMA,
            command_id=order.command_id,
            actor=order.actor,
            received_at=order.received_at,
            at=at,
            events=encode_events(events),
            state_hash=state.digest(),
        )
        if not await self._append(live, row, events, state, rung=order.rung):
            await self.catch_up(live)
            return None
        if live.advance(row, state):
            self._showing.soon(live)
        self._ground.relay.publish([(row.stream, row.seq)])
        return Recorded(row.seq, _turn(state))

    async def _append(
        self,
        live: LiveMatch,
        row: CommitRow,
        events: Sequence[AnyEvent],
        state: MatchState,
        *,
        rung: bool,
    ) -> bool:
        if state.over:
            return await self._endings.append(row, events, state)
        alarm = _alarm(live, state, row.at, rung=rung)
        if rung and alarm is not None and alarm.due is not None and _is_away(events, row.at):
            alarm = AlarmWrite(max(alarm.due, Millis(row.at + AWAY_AGAIN)), fired=True)
        if moves_coins(state, events):
            written = await self._endings.settle(row, alarm, events, state)
        else:
            written = isinstance(await self._ground.log.append(row, alarm), Appended)
        if written and alarm is not None:
            live.alarm = alarm.due if rung else _earlier(alarm.due, live.alarm)
        return written

    async def _context(self, live: LiveMatch, order: Order, away: tuple[Gap, ...]) -> Context:
        gaps: Sequence[Gap] = ()
        if live.begun:
            if live.dice is None:
                await self._vault.load(live)
            since = _waits_since(live.state)
            if not self._ground.beats.has_accounted(since):
                await self._ground.beats.account(since)
            gaps = await self._ground.gaps.since(live.stream, live.accounts, since)
            gaps = (*gaps, *away) if away else gaps
        # Nothing is awaited from here to the commit, so time and fold belong together.
        return Context(
            at=max(order.received_at, live.at),
            allowance=order.allowance,
            gaps=tuple(_clock_gap(live, gap) for gap in gaps) if gaps else (),
            dice=live.dice,
            archive=live.archive,
        )

    async def _make_sure(self, live: LiveMatch, at: Millis) -> list[Gap]:
        """Before anybody loses to time: is this process sound, and was the service up?

        Returns what is on record nowhere: who plays by a bot that is away has not been served.
        """
        await self._ground.beats.settled()
        await self._ground.gaps.refresh()
        async with self._ground.database.reading() as tx:
            return await unheard(tx, live.stream, at)


def _recorded(live: LiveMatch, order: Order) -> Recorded | None:
    if (outcome := live.outcomes.get(order.command_id)) is None:
        return None
    seq, actor = outcome
    if actor != order.actor:
        raise CommandIdTaken("somebody else's command has this id")
    return Recorded(seq, _turn(live.state), repeated=True)


def _command(live: LiveMatch, order: Order) -> AnyCommand:
    if order.actor is None:
        return order.make(SERVICE_SEAT)
    seat = live.seat_of(order.actor)
    if seat is None:
        raise NotSeated("you hold no seat in this match")
    return order.make(seat)


def _waits_since(state: MatchState) -> Millis:
    """When whoever must act now began to be waited for: at the clock, or to draw the dice."""
    return state.draw.since if state.clock is None else state.clock.since


def _turn(state: MatchState) -> int | None:
    return state.decision.turn if state.decision is not None else None


def _clock_gap(live: LiveMatch, gap: Gap) -> ClockGap:
    return ClockGap(
        began=gap.began,
        ended=gap.ended,
        cause=_CAUSES[gap.cause],
        seat=None if gap.account is None else live.seat_of(gap.account),
    )


def alarm_due(state: MatchState) -> Millis | None:
    """When the alarm of a match in this state must ring; none when nothing can fall due."""
    due = state.due()
    return None if due is None else Millis(due + FLAG_GRACE)


def _alarm(live: LiveMatch, state: MatchState, at: Millis, *, rung: bool) -> AlarmWrite | None:
    due = alarm_due(state)
    if rung:
        return AlarmWrite(due, fired=True)
    stored = live.alarm
    if due is None or (stored is not None and stored <= due and at < stored - ALARM_DOUBT):
        return None
    return AlarmWrite(due)


def _is_away(events: Sequence[AnyEvent], at: Millis) -> bool:
    """Whether time was given back up to this very moment: somebody is still not served."""
    return any(isinstance(event, TimeCredited) and event.until >= at for event in events)


def _earlier(one: Millis | None, other: Millis | None) -> Millis | None:
    moments = [moment for moment in (one, other) if moment is not None]
    return Millis(min(moments)) if moments else None
