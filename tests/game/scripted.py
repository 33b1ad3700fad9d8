"""A match whose dice and moments a test decides, to stand where a rule bites.

match = Scripted(rules="short", length=5).stand(SHORT_START)   # seat 0: white, to roll
match.do(OfferDouble(0, match.turn))
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from game.clock import ClockFace, fresh, turned
from game.commands import AnyCommand, CommitSeed, PlayCheckers, RevealSeed
from game.dice import digest
from game.endings import Ending
from game.events import AnyEvent, Decision, Event, GameEnded, GameStarted, MatchOpened
from game.match import Context, Gap, MatchState, open_match
from game.position import Position
from game.refusals import Refused
from game.rulesets import LONG, SHORT
from game.side import Side
from game.vocabulary import DecisionKind, EndCause, Millis, Phase
from tests.game.selfplay import ARCHIVE, BEGINNING, MATCH_ID, agreed

E = TypeVar("E", bound=Event)

SEEDS = (b"the seed of seat 0", b"the seed of seat 1")
SHORT_START = str(Position.start(SHORT))
LONG_START = str(Position.start(LONG))


class ScriptedDice:
    """Throws what it was told to, one after another; draws under a label give `number`."""

    def __init__(self, *pairs: tuple[int, int], number: int = 0) -> None:
        self.pairs = list(pairs)
        self.drawn = number

    def pair(self, n: int) -> tuple[int, int]:
        return self.pairs[n]

    def number(self, label: str, bound: int, n: int = 0) -> int:
        return (self.drawn + (n % 256 if label == "points" else 0)) % bound


class Scripted:
    """One match, told what happens."""

    def __init__(self, *pairs: tuple[int, int], **keys: object) -> None:
        self.at = BEGINNING
        self.dice = ScriptedDice(*pairs)
        conventions = agreed(**({"colour": "white"} | keys))
        terms = MatchOpened(MATCH_ID, 1, conventions, ("ann", "bob"), self.at)
        self.log: list[AnyEvent] = []
        self.state = MatchState.new()
        self._tell(open_match(terms, digest(b"the secret")))

    @property
    def turn(self) -> int:
        """The number of the open decision."""
        assert self.state.decision is not None
        return self.state.decision.turn

    @property
    def face(self) -> ClockFace:
        """The clocks as they stand in the log."""
        assert self.state.clock is not None
        return self.state.clock

    def seeded(self) -> "Scripted":
        """Bind and tell the seeds of both seats."""
        for seat, seed in enumerate(SEEDS):
            self.do(CommitSeed(seat, digest(seed)))
        for seat, seed in enumerate(SEEDS):
            self.do(RevealSeed(seat, seed.hex()))
        return self

    def stand(
        self,
        position: str,
        mover: Side = Side.WHITE,
        *,
        score: tuple[int, int] | None = None,
        crawford: bool = False,
        cube: int = 1,
    ) -> "Scripted":
        """Begin a game in this `WHITE/BLACK` position, `mover` to roll."""
        if score is not None:
            self.stand(position, mover)
            ended = GameEnded(Side.WHITE, Ending.SINGLE, EndCause.BORNE_OFF, 1, score)
            self._tell([ended])
        number = 1 if self.state.game is None else self.state.game.number + 1
        control = self.state.conventions.clock
        face = turned(fresh(control, self.at, self.state.clock), mover, control)
        self._tell(
            [
                GameStarted(
                    number=number,
                    position=position,
                    clock=face,
                    crawford=crawford,
                    starter=mover,
                    cube=cube,
                    next=Decision(self.state.turn + 1, mover, DecisionKind.ROLL),
                )
            ]
        )
        return self

    def wait(self, seconds: float) -> "Scripted":
        """Let time pass."""
        self.at = Millis(self.at + round(1_000 * seconds))
        return self

    def context(self, gaps: Sequence[Gap] = (), allowance: int = 0) -> Context:
        return Context(self.at, Millis(allowance), tuple(gaps), self.dice, ARCHIVE)

    def do(
        self, command: AnyCommand, gaps: Sequence[Gap] = (), allowance: int = 0
    ) -> tuple[AnyEvent, ...]:
        """Decide on the command, follow the outcome, return it."""
        events = self.state.apply(command, self.context(gaps, allowance))
        self._tell(events)
        return events

    def refusal(self, command: AnyCommand) -> Refused:
        """Return why the command is refused, the match being as it was."""
        before = self.state.line()
        try:
            self.state.apply(command, self.context())
        except Refused as refused:
            assert self.state.line() == before
            return refused
        raise AssertionError(f"{command} was accepted")

    def play_any(self) -> tuple[AnyEvent, ...]:
        """Play the first of the legal plays."""
        decision = self.state.decision
        assert decision is not None
        seat = self.state.seat_of(decision.side)
        return self.do(PlayCheckers(seat, decision.turn, self.state.legal_plays[0].steps))

    def is_in(self, phase: Phase) -> bool:
        """Whether the match has come to this phase."""
        return self.state.phase is phase

    def last(self, kind: type[E]) -> E:
        """Return the last event of a kind."""
        return next(event for event in reversed(self.log) if isinstance(event, kind))

    def tells(self, kind: type[Event]) -> bool:
        """Whether an event of the kind has happened."""
        return any(isinstance(event, kind) for event in self.log)

    def _tell(self, events: Sequence[AnyEvent]) -> None:
        for event in events:
            self.log.append(event)
            self.state = self.state.after(event)


def standing(position: str = SHORT_START, mover: Side = Side.WHITE, **keys: object) -> Scripted:
    """Return a match to seven points (or of another form) with `mover` to roll in a position."""
    terms = ({} if "form" in keys else {"length": 7}) | {"rules": "short"} | keys
    return Scripted((2, 1), (6, 1), (2, 1), (6, 1), **terms).stand(position, mover)


def board(white: Mapping[int, int], black: Mapping[int, int]) -> str:
    """Write a position from heaps by own point: bar 25, off 0."""
    return str(Position(_counts(white), _counts(black)))


def _counts(heaps: Mapping[int, int]) -> bytes:
    counts = bytearray(26)
    for point, checkers in heaps.items():
        counts[point] = checkers
    return bytes(counts)
