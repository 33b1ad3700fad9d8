"""What the events of a match have made of it, and the questions one may ask of that."""

from functools import cached_property

import msgspec

from game.clock import NO_TIME, ClockFace, TimeControl
from game.conventions import Conventions
from game.events import Decision, MatchEnded, MatchOpened, MatchVoided
from game.match.game_state import GameState
from game.match.play_book import PlayBook
from game.plays import Plays
from game.position import Position
from game.rulesets import SHORT
from game.side import BLACK, WHITE, Side
from game.vocabulary import OVER, PLAY, Millis, Phase


class Draw(msgspec.Struct, frozen=True, dict=True):
    """How far the dice are bound: digests and seeds in seat order, none where still missing."""

    secret: str = ""
    digests: tuple[str | None, ...] = (None, None)
    seeds: tuple[str | None, ...] = (None, None)
    since: Millis = NO_TIME
    """When the present step began, which every seat has twenty seconds to take."""
    archive: str = ""

    @cached_property
    def words(self) -> str:
        """How the draw stands in the line of a state."""
        digests = ",".join(digest or "" for digest in self.digests)
        seeds = ",".join(seed or "" for seed in self.seeds)
        return f"{self.secret}:{digests}:{seeds}:{self.archive}:{self.since}"


class MatchFacts(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A match after some of its events: data alone. `MatchState` adds what may happen next."""

    phase: Phase = Phase.SEEDS
    opened: MatchOpened | None = None
    draw: Draw = Draw()
    white: int = 0
    """The seat that plays white."""
    score: tuple[int, int] = (0, 0)
    """White's and black's."""
    game: GameState | None = None
    crawford_played: bool = False
    turn: int = 0
    """The number of the last decision."""
    decision: Decision | None = None
    clock: ClockFace | None = None
    next_draw: int = 0
    """The number of the next roll of the dice stream."""
    absent: tuple[int, ...] = ()
    """The seats without a live connection."""
    stops: tuple[int, ...] = ()
    """The seats that have proposed to end a money session."""
    began: Millis = NO_TIME
    """When the first game began."""
    credited: Millis = NO_TIME
    credited_until: Millis = NO_TIME
    """No failure of the service before this moment is given back again."""
    result: MatchEnded | MatchVoided | None = None
    control: TimeControl | None = None
    """The time control agreed on, if any."""
    book: PlayBook = PlayBook(SHORT)

    @property
    def opening(self) -> MatchOpened:
        """The event that opened the match. Raises LookupError before it."""
        if self.opened is None:
            raise LookupError("the match is not open yet")
        return self.opened

    @property
    def conventions(self) -> Conventions:
        """What the players agreed on."""
        return self.opening.conventions

    @property
    def players(self) -> tuple[str, ...]:
        """The account ids in seat order."""
        return self.opening.players

    @property
    def over(self) -> bool:
        """Whether nothing more can happen."""
        return self.phase is OVER

    def seat_of(self, side: Side) -> int:
        """Return the seat that plays a side."""
        return self.white if side is WHITE else 1 - self.white

    def side_of(self, seat: int) -> Side:
        """Return the side that a seat plays."""
        return WHITE if seat == self.white else BLACK

    @property
    def absent_sides(self) -> tuple[Side, ...]:
        """The sides that have no live connection."""
        return tuple(self.side_of(seat) for seat in self.absent)

    def points_of(self, side: Side) -> int:
        """Return the score of a side."""
        return self.score[0 if side is WHITE else 1]

    @property
    def running(self) -> GameState:
        """The running game. Raises LookupError where there is none yet."""
        if self.game is None:
            raise LookupError("no game has begun yet")
        return self.game

    @property
    def position(self) -> Position:
        """Where the checkers stand, white as the mover."""
        return self.position_of(WHITE)

    def position_of(self, side: Side) -> Position:
        """Return where the checkers stand, `side` as the mover."""
        return self.book.position(self.running.position, side)

    @cached_property
    def legal_plays(self) -> Plays:
        """What may be played now. Raises LookupError unless a play is to be decided."""
        decision = self.decision
        if decision is None or decision.kind is not PLAY:
            raise LookupError("no play is to be decided")
        return self.book.plays(self.running, decision.side, decision.cascade)
