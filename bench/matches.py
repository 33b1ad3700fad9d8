"""Matches made ready for a run: begun in the database, with all commands that follow in a script.

The house's secret of such a match is known to who made it, so the dice are too, and the match can
be played beforehand by the rules (random legal plays). During a run the load only sends what
stands in the script; the server knows nothing of it and does what it does for anybody.
"""

import hashlib
import random
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

import msgspec

from bench.load import Line
from game.clock import NO_TIME, TimeControl
from game.commands import AnyCommand, CommitSeed, PlayCheckers, RevealSeed, RollDice, StartMatch
from game.conventions import ConventionsAsked, Form, resolve
from game.dice import CommittedDice, digest
from game.events import AnyEvent, MatchOpened
from game.log import encode_events
from game.match import Context, MatchState, fold, open_match
from game.rulesets import RuleName
from game.vocabulary import DecisionKind, Millis
from server.storage.commits import CommitRow
from server.storage.upcast import SCHEMA
from server.tables.views import RULES_VERSION

POINTS = 25
"""So long a match that no script comes to its end."""
RESERVE = Millis(3_600_000)
"""On each clock: a run is never about a flag."""
NO_ARCHIVE = "0" * 64
"""In place of the archive's digest, since nobody downloads it here."""


class TooShort(Exception):
    """A match ended before its script; another one will do."""


@dataclass
class Ready:
    """A match: who plays it, the house's secret, and what is sent during a run."""

    match: UUID
    players: tuple[UUID, UUID]
    tokens: tuple[str, str] = ("", "")
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    began: Millis = NO_TIME
    lines: list[Line] = field(default_factory=list)
    log: list[tuple[AnyEvent, ...]] = field(default_factory=list)

    @property
    def rules(self) -> RuleName:
        """Short nardy and long, by turns."""
        return RuleName.LONG if self.match.int % 2 else RuleName.SHORT


class Rehearsal:
    """Plays a match by the rules before anybody sends a command of it."""

    def __init__(self, ready: Ready, now: Millis) -> None:
        self.ready = ready
        self._now = now
        self._chance = random.Random(ready.match.int)
        self._seeds = tuple(self._chance.randbytes(16) for _ in ready.players)
        self._dice = CommittedDice(ready.secret, ready.match.bytes, self._seeds)
        self.state = MatchState.new()
        self.rows: list[CommitRow] = []

    def begin(self) -> None:
        """Take the seats, draw the dice, start the first game."""
        ready = self.ready
        asked = ConventionsAsked(
            rules=ready.rules, form=Form.MATCH, length=POINTS, clock=TimeControl(reserve=RESERVE)
        )
        agreed = resolve(asked)
        players = tuple(str(player) for player in ready.players)
        opening = MatchOpened(str(ready.match), RULES_VERSION, agreed, players, self._now)
        events = open_match(opening, digest(ready.secret))
        self.state = fold(events)
        self._keep(events)
        for seat, seed in enumerate(self._seeds):
            self._keep(self._happen(CommitSeed(seat, hashlib.sha256(seed).hexdigest())))
        for seat, seed in enumerate(self._seeds):
            self._keep(self._happen(RevealSeed(seat, seed.hex())))
        self._keep(self._happen(StartMatch()))

    def play(self, commands: int) -> None:
        """Write a script of so many commands."""
        for _ in range(commands):
            decision = self.state.decision
            if decision is None:
                raise TooShort
            seat = self.state.seat_of(decision.side)
            if decision.kind is DecisionKind.ROLL:
                self._write(RollDice(seat, decision.turn), {"do": "roll"})
            else:
                steps = self._chance.choice(self.state.legal_plays).steps
                self._write(
                    PlayCheckers(seat, decision.turn, steps), {"do": "play", "steps": steps}
                )

    def _write(self, command: RollDice | PlayCheckers, frame: dict[str, object]) -> None:
        ready = self.ready
        command_id = str(UUID(bytes=self._chance.randbytes(16), version=4))
        frame |= {"id": len(ready.lines), "match": str(ready.match), "command_id": command_id}
        frame |= {"turn": command.turn}
        ready.lines.append(Line(command.seat, command_id, msgspec.json.encode(frame).decode()))
        ready.log.append(self._happen(command))

    @property
    def context(self) -> Context:
        """The circumstances of every command: it is always the same moment."""
        return Context(at=self._now, dice=self._dice, archive=NO_ARCHIVE)

    def _happen(self, command: AnyCommand) -> tuple[AnyEvent, ...]:
        events = self.state.apply(command, self.context)
        for event in events:
            self.state = self.state.after(event)
        return events

    def _keep(self, events: Sequence[AnyEvent]) -> None:
        self.rows.append(
            CommitRow(
                stream=self.ready.match,
                seq=len(self.rows),
                schema=SCHEMA,
                command_id=f"ready:{len(self.rows)}",
                actor=None,
                received_at=self._now,
                at=self._now,
                events=encode_events(events),
                state_hash=self.state.digest(),
            )
        )


def rehearsed(new_id: Callable[[], UUID], now: Millis, commands: int) -> Ready:
    """A match with the script of so many commands; one that ends too soon is played anew."""
    while True:
        rehearsal = Rehearsal(Ready(new_id(), (new_id(), new_id()), began=now), now)
        rehearsal.begin()
        try:
            rehearsal.play(commands)
        except TooShort:
            continue
        return rehearsal.ready


def stored(ready: Ready, now: Millis) -> tuple[list[CommitRow], MatchState]:
    """What is in the database of a match that began just now, and how it stands."""
    rehearsal = Rehearsal(ready, now)
    rehearsal.begin()
    return rehearsal.rows, rehearsal.state
