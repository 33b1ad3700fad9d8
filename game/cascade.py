"""The cascade of a pair in crazy nardy (`spec/rules.md`, section 5).

A pair *v-v* is four steps of *v*, then four of *v*+1, up to four sixes. The thrower plays until a
stage stops him; the other side then goes on with his own checkers. Each stage is judged by itself.
"""

from collections.abc import Sequence
from typing import Annotated, Self

import msgspec

from game.heads import LATER_TURN, TurnContext, heads_allowed
from game.illegal import IllegalPlay
from game.options import CascadeBlocked, CascadeHead
from game.plays import Plays, judge_throw
from game.position import Position
from game.rulesets import RuleSet
from game.stance import Throw
from game.steps import HEAD, Dice, Step

_STEPS = 4
_LAST = 6


class Stage(msgspec.Struct, frozen=True):
    """A number of steps of one value, with the checkers that may still leave the head."""

    value: Annotated[int, msgspec.Meta(ge=1, le=6)]
    steps: Annotated[int, msgspec.Meta(ge=1, le=4)]
    head_left: Annotated[int, msgspec.Meta(ge=0, le=2)]


def stage_plays(position: Position, stage: Stage, rules: RuleSet) -> Plays:
    """Find every legal play of one stage for the side to play."""
    return Plays(stage_throw(position, stage, rules))


def judge_stage(
    position: Position, stage: Stage, steps: Sequence[Step], rules: RuleSet
) -> Position | IllegalPlay:
    """Return where these ordered steps of a stage lead, or why they are not legal."""
    return judge_throw(stage_throw(position, stage, rules), steps)


class Cascade(msgspec.Struct, frozen=True):
    """How far a cascade has come: the stage to be played, and by whom."""

    stage: Stage
    continued: bool = False
    """False while the thrower plays, true once the other side goes on in his stead."""

    @classmethod
    def begin(
        cls, position: Position, dice: Dice, rules: RuleSet, turn: TurnContext = LATER_TURN
    ) -> Self:
        """Begin the cascade of a pair that the side to play has thrown."""
        if not (rules.cascade and dice.is_doublet):
            raise ValueError(f"{dice} under {rules.name} rules is no cascade")
        heads = heads_allowed(position, dice, rules, turn)
        return cls(Stage(dice.high, _STEPS, heads))

    def after(self, played: Sequence[Step], rules: RuleSet) -> "Cascade | None":
        """Return what comes after these legal steps of the stage; None if the cascade is over.

        Where `continued` turns from false to true, the other side plays on: the position is to be
        swapped. A win is not seen here: it ends the game, and with it the cascade, at once.
        """
        stage = self.stage
        head_left = stage.head_left - sum(start == HEAD for start, _ in played)
        left = stage.steps - len(played)
        if left and not self.continued:
            return Cascade(Stage(stage.value, left, rules.heads), continued=True)
        stopped = left > 0 and rules.cascade_blocked is CascadeBlocked.VOID
        if stopped or stage.value == _LAST:
            return None
        if rules.cascade_head is CascadeHead.STAGE:
            head_left = rules.heads
        return Cascade(Stage(stage.value + 1, _STEPS, head_left), self.continued)


def stage_throw(position: Position, stage: Stage, rules: RuleSet) -> Throw:
    """Put together all that decides which plays of a stage are legal."""
    return Throw(position, (stage.value,) * stage.steps, stage.head_left, rules)
