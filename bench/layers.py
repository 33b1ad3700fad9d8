"""What each layer of a command costs by itself: the same commands through one layer at a time."""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from bench.matches import Ready, Rehearsal
from game.commands import PlayCheckers, RollDice
from game.events import AnyEvent
from game.log import decode_events, encode_events
from game.match import MatchState, fold
from game.vocabulary import DecisionKind
from server.play.frames import push_frame, with_plays
from server.storage.commits import CommitRow
from server.storage.upcast import SCHEMA
from server.ws.playing import Play, Roll

REPEATS = 3
EVENTS_OF_A_MATCH = 400

_verbs = msgspec.json.Decoder(Roll | Play)


class Step(NamedTuple):
    """One command of a match, with what it led to."""

    frame: bytes
    command: RollDice | PlayCheckers
    before: MatchState
    events: tuple[AnyEvent, ...]
    after: MatchState


class Layer(NamedTuple):
    """A layer, and its CPU time per command in microseconds."""

    name: str
    micros: float


def layers(ready: Ready, limit: int = 1_000) -> list[Layer]:
    """Measure every layer on the script of one match."""
    rehearsal = Rehearsal(ready, ready.began)
    rehearsal.begin()
    script = list(_steps(ready, rehearsal.state, limit))
    rows = [_row(ready, step, seq) for seq, step in enumerate(script)]
    pushes = [push_frame(row) for row in rows]
    context = rehearsal.context

    def listed(step: Step) -> None:
        decision = step.after.decision
        if decision is not None and decision.kind is DecisionKind.PLAY:
            with_plays(pushes[0], step.after.book.plays(step.after.running, decision.side))

    return [
        Layer("reading the frame", _micros(lambda s: _verbs.decode(s.frame), script)),
        Layer(
            "deciding by the rules", _micros(lambda s: s.before.apply(s.command, context), script)
        ),
        Layer("applying the events", _micros(lambda s: _folded(s.before, s.events), script)),
        Layer("the hash of the state", _micros(lambda s: s.after.hash(), script)),
        Layer("writing the events as JSON", _micros(lambda s: encode_events(s.events), script)),
        Layer("writing the push", _micros(push_frame, rows)),
        Layer("listing the legal plays, where wanted", _micros(listed, script)),
    ]


def _steps(ready: Ready, state: MatchState, limit: int) -> Iterator[Step]:
    for line, events in zip(ready.lines[:limit], ready.log, strict=False):
        frame = line.frame.encode()
        before, command = state, _verbs.decode(frame).command(line.seat)
        state = _folded(state, events)
        yield Step(frame, command, before, events, state)


def folds_a_second(ready: Ready) -> float:
    """How many matches of `EVENTS_OF_A_MATCH` events are folded from their bytes in a second."""
    rehearsal = Rehearsal(ready, ready.began)
    rehearsal.begin()
    kept = [row.events for row in rehearsal.rows]
    kept += [encode_events(events) for events in ready.log]
    commits, events = [], 0
    for data in kept:
        if events < EVENTS_OF_A_MATCH:
            commits.append(data)
            events += len(decode_events(data))

    def folded(_: int) -> MatchState:
        return fold(event for data in commits for event in decode_events(data))

    return 1e6 / _micros(folded, range(20))


def _micros(work: Callable[[Any], Any], items: Iterable[Any]) -> float:
    """CPU time of one item; the best of a few rounds, since noise only adds."""
    listed = list(items)
    best = float("inf")
    for _ in range(REPEATS):
        began = time.process_time_ns()
        for item in listed:
            work(item)
        best = min(best, (time.process_time_ns() - began) / 1000 / len(listed))
    return best


def _folded(state: MatchState, events: tuple[AnyEvent, ...]) -> MatchState:
    for event in events:
        state = state.after(event)
    return state


def _row(ready: Ready, step: Step, seq: int) -> CommitRow:
    return CommitRow(
        stream=ready.match,
        seq=seq,
        schema=SCHEMA,
        command_id=ready.lines[seq].command_id,
        actor=ready.players[0],
        received_at=0,
        at=0,
        events=encode_events(step.events),
        state_hash=step.after.digest(),
    )
