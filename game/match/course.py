"""What one command leads to, told event by event, and the questions every decider asks."""

from game.clock import NO_TIME, Absent, ClockFace, charged
from game.commands import (
    Beaver,
    DropDouble,
    OfferDouble,
    PlayCheckers,
    RollDice,
    TakeDouble,
)
from game.conventions import Conventions
from game.events import AnyEvent, Decision
from game.match.context import Context
from game.match.facts import MatchFacts
from game.match.folding import folded
from game.match.game_state import GameState
from game.refusals import NotYourDecision, WrongMoment, WrongTurn
from game.side import Side
from game.vocabulary import ROLL, DecisionKind

Answering = RollDice | PlayCheckers | OfferDouble | TakeDouble | DropDouble | Beaver


class Course:
    """The events so far and the match after them; thrown away where the command is refused."""

    __slots__ = ("at", "context", "control", "events", "state")

    def __init__(self, state: MatchFacts, context: Context) -> None:
        self.state = state
        self.context = context
        self.at = context.at
        """The moment of the command."""
        self.control = state.control
        """The time control, where there is one."""
        self.events: list[AnyEvent] = []

    def tell(self, event: AnyEvent) -> None:
        """Let the event happen."""
        self.events.append(event)
        self.state = folded(self.state, event)

    @property
    def conventions(self) -> Conventions:
        """What the players agreed on."""
        return self.state.conventions

    @property
    def game(self) -> GameState:
        """The running game."""
        return self.state.running

    @property
    def absent(self) -> Absent:
        """The sides without a live connection."""
        return self.state.absent_sides if self.state.absent else ()

    def decision(self) -> Decision:
        """Return the open decision, or refuse where there is none."""
        decision = self.state.decision
        if decision is None:
            raise WrongMoment(f"nothing is to be decided: the match is {self.state.phase}")
        return decision

    def answer(self, command: Answering, *kinds: DecisionKind) -> Side:
        """Return the side whose decision of such a kind the command answers, or refuse."""
        decision = self.decision()
        if command.turn != decision.turn:
            raise WrongTurn(command.turn, decision.turn)
        if command.seat != self.state.seat_of(decision.side):
            raise NotYourDecision(f"{decision.side} is to decide")
        if decision.kind not in kinds:
            raise WrongMoment(f"{decision.side} is to answer: {decision.kind}")
        return decision.side

    def next(self, side: Side, kind: DecisionKind = ROLL) -> Decision:
        """Return the decision that follows the open one."""
        return Decision(self.state.turn + 1, side, kind)

    def face(self) -> ClockFace:
        """Return the clocks as the service left them. Raises LookupError before the first game."""
        if self.state.clock is None:
            raise LookupError("no clock runs before the first game")
        return self.state.clock

    def charge(self, side: Side, *, allowed: bool = True) -> ClockFace:
        """Return the clocks with `side` charged for its decision.

        The network allowance is the sender's: it is `allowed` only where he is the one charged.
        """
        allowance = self.context.allowance if allowed else NO_TIME
        return charged(self.face(), side, self.at, allowance)
