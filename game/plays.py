"""The one place that knows which plays are legal (`spec/rules.md`, section 2)."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from game.generator import Found, find_plays
from game.heads import LATER_TURN, TurnContext, heads_allowed
from game.illegal import IllegalPlay, Reason
from game.notation import write_play
from game.play import Play
from game.position import Position
from game.rulesets import RuleSet
from game.stance import Law, Stance, Throw
from game.step_graph import StepGraph, step_graph
from game.steps import Dice, Step, Steps


class Plays:
    """All legal plays of one throw, each resulting position once.

    Sized, iterable in a fixed order, askable with `in`; false when nothing can be moved and the
    turn passes. They are searched for when first asked for: whether there are any, and whether
    steps are a legal play, is mostly known without.
    """

    def __init__(self, throw: Throw) -> None:
        self._throw = throw
        self._law = Law(throw)

    @property
    def dice_used(self) -> int:
        """The most dice that can be used, which is how many every play uses."""
        return self._found.dice_used

    @property
    def before(self) -> Position:
        """The position in which the dice were thrown."""
        return self._throw.position

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice to be played, the larger first; four of a pair."""
        return self._throw.dice

    @property
    def rules(self) -> RuleSet:
        """The rules by which these plays are legal."""
        return self._throw.rules

    def __bool__(self) -> bool:
        if "_found" not in self.__dict__:
            if not self._law.can_begin(self._law.start):
                return False
            if not self._law.may_forbid():
                return True
        return bool(self._plays)

    def __len__(self) -> int:
        return len(self._plays)

    def __iter__(self) -> Iterator[Play]:
        return iter(self._plays)

    def __getitem__(self, index: int) -> Play:
        return self._plays[index]

    def __contains__(self, play: object) -> bool:
        return isinstance(play, Play) and self.judge(play.steps) == play.position

    def __repr__(self) -> str:
        """Write the plays down, as far as a line or two goes."""
        written = [write_play(self.before, play.steps, self.rules) for play in self._plays[:8]]
        rest = ["…"] if len(self) > len(written) else []
        return f"<Plays {', '.join([*written, *rest]) or '—'}>"

    def at(self, position: Position) -> Play | None:
        """Return the play that ends in this position, if one does."""
        return self._by_position.get(position)

    def judge(self, steps: Sequence[Step]) -> Position | IllegalPlay:
        """Return where these ordered steps lead, or why they are not a legal play."""
        if "_found" in self.__dict__:
            listed = self._by_steps.get(tuple(steps))
            if listed is not None:
                return listed
        return _judge(self._throw, steps, self._law, self)

    def graph(self) -> StepGraph:
        """Return every legal order of steps, for clients that show a play step by step."""
        return step_graph(self._throw)

    @cached_property
    def _found(self) -> Found:
        return find_plays(self._throw)

    @property
    def _plays(self) -> Sequence[Play]:
        return self._found.plays

    @cached_property
    def _by_steps(self) -> dict[Steps, Position]:
        return {play.steps: play.position for play in self._plays}

    @cached_property
    def _by_position(self) -> dict[Position, Play]:
        return {play.position: play for play in self._plays}


def legal_plays(
    position: Position, dice: Dice, rules: RuleSet, turn: TurnContext = LATER_TURN
) -> Plays:
    """Find every legal play. Trusts that the position may exist (`Position.problems`).

    A pair under rules with a cascade is played stage by stage (`game.cascade`): ValueError here.
    """
    return Plays(roll_throw(position, dice, rules, turn))


def judge(
    position: Position,
    dice: Dice,
    steps: Sequence[Step],
    rules: RuleSet,
    turn: TurnContext = LATER_TURN,
) -> Position | IllegalPlay:
    """Return where these ordered steps lead, or why they are not a legal play.

    The same answer as `legal_plays(...).judge(steps)`, found without listing the plays unless the
    steps leave dice unused. No steps are legal only when the turn passes.
    """
    return judge_throw(roll_throw(position, dice, rules, turn), steps)


def judge_throw(throw: Throw, steps: Sequence[Step]) -> Position | IllegalPlay:
    """Judge steps against a throw whose dice and heads are already known."""
    return _judge(throw, steps, Law(throw), None)


def roll_throw(
    position: Position, dice: Dice, rules: RuleSet, turn: TurnContext = LATER_TURN
) -> Throw:
    """Put together all that decides which plays of a roll are legal; for `Plays`, `judge_throw`.

    ValueError for a pair under rules with a cascade.
    """
    if rules.cascade and dice.is_doublet:
        raise ValueError(f"under {rules.name} rules a pair is played as a cascade, by its stages")
    return Throw(position, dice.values, heads_allowed(position, dice, rules, turn), rules)


def _judge(
    throw: Throw, steps: Sequence[Step], law: Law, plays: Plays | None
) -> Position | IllegalPlay:
    reached = _walk(law, steps)
    if isinstance(reached, Reason):
        return _refused(reached, plays or Plays(throw))
    if reached.dice or law.forbidden_at_the_end(reached):
        plays = plays or Plays(throw)
        reason = None if reached.won else _shortfall(law, reached, throw, plays)
        if reason is not None:
            return _refused(reason, plays)
    return Position(reached.mover, reached.waiter)


def _refused(reason: Reason, plays: Plays) -> IllegalPlay:
    return IllegalPlay.because(reason, plays[0].steps if plays else ())


def _walk(law: Law, steps: Sequence[Step]) -> Stance | Reason:
    if (reached := law.plainly(steps)) is not None:
        return reached
    stance = law.start
    for step in steps:
        reason = law.refusal(step, stance)
        if reason is not None:
            # Who has borne off everything has no checker for a further step.
            return Reason.GAME_OVER if stance.won else reason
        stance = law.after(step, stance)
        if law.forbidden_on_the_way(stance):
            return Reason.SIX_BLOCK
    return stance


def _shortfall(law: Law, reached: Stance, throw: Throw, plays: Plays) -> Reason | None:
    """Say in what steps that are legal one by one fall short of a legal play."""
    used = len(throw.dice) - len(reached.dice)
    if used < plays.dice_used:
        return Reason.MORE_DICE
    if used == 0:
        return None
    if law.forbidden_at_the_end(reached):
        return Reason.SIX_BLOCK
    is_found = plays.at(Position(reached.mover, reached.waiter)) is not None
    return None if is_found else Reason.LARGER_DIE
