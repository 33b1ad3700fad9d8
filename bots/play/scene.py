"""A match as one of its seats sees it now: what the screen and the picture are made from."""

from collections.abc import Mapping
from typing import Any, Protocol
from uuid import UUID

import msgspec

from bots.play.choosing import Choice, choice, dice_used
from bots.view import BoardView, ClockView, CubeView, DiceView, SideView
from game.clock import charged
from game.conventions import CubeKind
from game.events import AnyEvent, CheckersPlayed, DiceRolled, GameStarted, OpeningRolled
from game.match import MatchState
from game.side import Side
from game.steps import Point, Steps
from game.vocabulary import DecisionKind, Millis


class Live(Protocol):
    """A match as the desk holds it."""

    stream: UUID
    seq: int
    state: MatchState
    accounts: tuple[UUID, ...]

    @property
    def outcomes(self) -> Mapping[str, object]:
        """What was done, by the names of the commands."""

    def seat_of(self, account: UUID) -> int | None:
        """The seat of a person, if any."""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be seen: the match, the seat that looks, what it has chosen, what went before.

    ``recent`` are the last events, ``names`` what the seats are called, ``accounts`` who has them,
    ``held`` the point whose checker is in hand.
    """

    match: UUID
    state: MatchState
    seat: int
    names: tuple[str, str]
    now: Millis
    accounts: tuple[UUID, ...] = ()
    draft: Steps = ()
    held: Point | None = None
    recent: tuple[AnyEvent, ...] = ()
    grouped: bool = False
    """Whether many look: then nobody is called you."""

    @property
    def side(self) -> Side:
        """The side that looks."""
        return self.state.side_of(self.seat)

    @property
    def mine(self) -> bool:
        """Whether the one who looks is to decide."""
        decision = self.state.decision
        return decision is not None and decision.side is self.side

    def name(self, side: Side) -> str:
        """What a side is called."""
        return self.names[self.state.seat_of(side)]

    @property
    def opponent(self) -> UUID | None:
        """Whom the one who looks plays; nobody's business where many look."""
        return None if self.grouped or not self.accounts else self.accounts[1 - self.seat]

    def choice(self) -> Choice | None:
        """What may be chosen, where the one who looks is to play."""
        decision = self.state.decision
        if not self.mine or decision is None or decision.kind is not DecisionKind.PLAY:
            return None
        return choice(self.state.legal_plays, self.draft)


def board_view(scene: Scene) -> BoardView | None:
    """The board of the running, or the last, game; none before the first."""
    state = scene.state
    if state.game is None:
        return None
    chosen = scene.choice()
    mine, theirs = state.position_of(scene.side).mover, state.position_of(scene.side).waiter
    if chosen is not None:
        mine, theirs = chosen.position.mover, chosen.position.waiter
    conventions = state.conventions
    return BoardView(
        mine=_side(scene, scene.side, mine),
        theirs=_side(scene, scene.side.other, theirs),
        same_direction=conventions.play_rules.same_direction,
        dice=_dice(scene),
        cube=_cube(state),
        length=conventions.length,
        shows_pips=conventions.show_pips,
    )


def clock_of(scene: Scene, side: Side) -> ClockView | None:
    """The clock of a side at the moment of the scene."""
    state = scene.state
    if state.control is None or state.clock is None:
        return None
    decision = state.decision
    running = decision is not None and decision.side is side
    if not running:
        return ClockView(state.clock.reserve(side), state.control.delay)
    face = charged(state.clock, side, scene.now)
    return ClockView(face.reserve(side), face.delay, running=not face.stopped)


def _side(scene: Scene, side: Side, checkers: bytes) -> SideView:
    state = scene.state
    left, moved = _last_move(scene, side)
    decision = state.decision
    return SideView(
        colour=side,
        checkers=checkers,
        score=state.points_of(side),
        clock=clock_of(scene, side),
        moved=moved,
        left=left,
        to_play=decision is not None and decision.side is side,
    )


def _last_move(scene: Scene, side: Side) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """Where checkers of this side left from and arrived, if it moved last, or moves now."""
    steps: Steps = ()
    chosen = scene.choice() if side is scene.side else None
    if chosen is not None and chosen.steps:
        steps = chosen.steps
    else:
        last = next((e for e in reversed(scene.recent) if isinstance(e, _MOVES)), None)
        if isinstance(last, CheckersPlayed) and last.side is side:
            steps = last.steps
    starts, ends = {start for start, _ in steps}, {end for _, end in steps}
    return tuple(sorted(starts - ends)), tuple(sorted(ends - starts))


_MOVES: Any = (CheckersPlayed, GameStarted)


def _dice(scene: Scene) -> DiceView | None:
    """The dice on the table; after a play those that it was played with."""
    state, decision = scene.state, scene.state.decision
    game = state.running
    if decision is not None and decision.kind is DecisionKind.PLAY:
        values: tuple[int, ...] = state.legal_plays.dice
        chosen = scene.choice()
        used = dice_used(values, chosen.steps) if chosen is not None else ()
        return DiceView(values, decision.side, used or (False,) * len(values))
    thrown = next((e for e in reversed(scene.recent) if isinstance(e, _THROWS)), None)
    if isinstance(thrown, DiceRolled) and game.number:
        return DiceView(thrown.dice, thrown.side, (True, True))
    if isinstance(thrown, OpeningRolled) and thrown.winner is not None and thrown.kept:
        return DiceView((thrown.white, thrown.black), thrown.winner, (True, True))
    return None


_THROWS: Any = (DiceRolled, OpeningRolled)


def _cube(state: MatchState) -> CubeView | None:
    if state.conventions.cube is CubeKind.NONE or state.running.crawford:
        return None
    cube = state.running.cube
    if cube.offered:
        return CubeView(cube.offered, cube.owner, offered=True)
    return CubeView(cube.value, cube.owner)
