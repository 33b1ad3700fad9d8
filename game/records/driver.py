"""Drives a match by commands of both sides, as a text tells them, and notes what becomes of it."""

from game.clock import NO_TIME
from game.commands import AnyCommand
from game.conventions import Colour
from game.events import (
    AnyEvent,
    Decision,
    MatchOpened,
    SecretCommitted,
    SeedCommitted,
    SeedRevealed,
)
from game.match import Context, MatchState
from game.records.record import AnyAct
from game.records.recording import Scribe
from game.records.script import ScriptedDice
from game.records.sheet import Heading, UnreadableRecord
from game.refusals import Refused
from game.side import Side

_DIGEST = "0" * 64
"""In place of every digest: a text proves no dice."""


class Driver:
    """A match that stands where the text has come to."""

    def __init__(self, heading: Heading) -> None:
        self.dice = ScriptedDice(heading.conventions)
        self.scribe = Scribe()
        self._context = Context(at=NO_TIME, dice=self.dice, archive=_DIGEST)
        for event in _ready(heading):
            self.tell(event)

    @property
    def state(self) -> MatchState:
        """The match as it stands."""
        return self.scribe.state

    @property
    def acts(self) -> tuple[AnyAct, ...]:
        """What has been done in the running game."""
        return self.scribe.games[-1].acts

    def tell(self, event: AnyEvent) -> None:
        """Let an event happen that no command leads to."""
        self.scribe.hear(event)

    def send(self, command: AnyCommand, line: int) -> tuple[AnyEvent, ...]:
        """Let the match decide on a command. Raises UnreadableRecord if it refuses."""
        try:
            events = self.state.apply(command, self._context)
        except Refused as refused:
            raise UnreadableRecord(line, refused.message) from refused
        for event in events:
            self.tell(event)
        return events

    def seat(self, side: Side) -> int:
        """Return the seat of a side."""
        return self.state.seat_of(side)

    def decision(self, side: Side, line: int) -> Decision:
        """Return the open decision, which must be this side's. Raises UnreadableRecord."""
        decision = self.state.decision
        if decision is None or decision.side is not side:
            due = f"it is for {decision.side} to {decision.kind}, " if decision else ""
            raise UnreadableRecord(line, f"{due.replace('_', ' ')}not for {side}")
        return decision


def _ready(heading: Heading) -> tuple[AnyEvent, ...]:
    """Return the events that bring a match before its first game."""
    white, black = heading.players
    first_is_black = heading.conventions.colour is Colour.BLACK
    return (
        MatchOpened(
            heading.match,
            heading.rules_version,
            heading.conventions,
            (black, white) if first_is_black else (white, black),
            heading.began or NO_TIME,
        ),
        SecretCommitted(_DIGEST),
        *(SeedCommitted(seat, _DIGEST, NO_TIME) for seat in range(2)),
        *(SeedRevealed(seat, "00", NO_TIME) for seat in range(2)),
    )
