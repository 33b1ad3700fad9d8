"""A match as a value: commands ask, events tell, nothing changes in place."""

from collections.abc import Iterable
from functools import reduce
from hashlib import sha256
from typing import NamedTuple, Self, cast

from game.commands import AnyCommand
from game.events import AnyEvent
from game.match.context import Context
from game.match.cubing import why_not_beaver, why_not_double
from game.match.deciding import decide
from game.match.facts import MatchFacts
from game.match.folding import folded
from game.match.line import line
from game.match.timing import due, time_ends
from game.vocabulary import DecisionKind, Millis


class MatchState(MatchFacts, frozen=True, kw_only=True, dict=True):
    """A match after some of its events, and what may happen next.

    Nothing of it is stored: it is folded from the log. `apply` decides and changes nothing;
    `after` applies what was decided and never judges.
    """

    @classmethod
    def new(cls) -> Self:
        """Return the match before its first event."""
        return cls()

    def apply(self, command: AnyCommand, context: Context) -> tuple[AnyEvent, ...]:
        """Say what happens by the command, or raise Refused. Changes nothing."""
        return tuple(decide(self, command, context).events)

    def decided(self, command: AnyCommand, context: Context) -> "Decided":
        """Say the same, and how the match stands after it: what folding the events would give."""
        course = decide(self, command, context)
        # Folding keeps the class of what it is given.
        return Decided(tuple(course.events), cast("MatchState", course.state))

    def after(self, event: AnyEvent) -> Self:
        """Return the match after the event."""
        return folded(self, event)

    def due(self) -> Millis | None:
        """Return the earliest moment at which anything may fall due, none if nothing can.

        A moment that has passed means now: in the phase `ready` the service is to start the
        match, `between` to continue the session.
        """
        return due(self)

    def adjudicates(self, at: Millis) -> bool:
        """Whether a command at that moment has the running game adjudicated.

        Rollouts take up to a second of a processor: decide such a command off the event loop.
        """
        ends = time_ends(self)
        return ends is not None and at >= ends and self.score[0] == self.score[1]

    @property
    def may_double(self) -> bool:
        """Whether the side to decide may offer a double now."""
        decision = self.decision
        if decision is None or decision.kind is not DecisionKind.ROLL:
            return False
        return why_not_double(self, decision.side) is None

    @property
    def may_beaver(self) -> bool:
        """Whether the side to decide may beaver the double that it is offered."""
        decision = self.decision
        if decision is None or decision.kind is not DecisionKind.ANSWER_DOUBLE:
            return False
        return why_not_beaver(self) is None

    def line(self) -> str:
        """Return the state as a line of text (docs/state.md); equal lines are equal states."""
        return line(self)

    def digest(self) -> bytes:
        """Return the SHA-256 of the line."""
        return sha256(line(self).encode()).digest()

    def hash(self) -> str:
        """Return the hex SHA-256 of the line."""
        return self.digest().hex()


class Decided(NamedTuple):
    """What a command did: its events, and the match after them."""

    events: tuple[AnyEvent, ...]
    state: MatchState


def fold(events: Iterable[AnyEvent]) -> MatchState:
    """Return the match that these events, from the first on, have made."""
    return reduce(MatchState.after, events, MatchState.new())
