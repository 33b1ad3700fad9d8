"""The legal plays of a match, looked up once for the decider and for the state that follows."""

from game.cascade import Cascade, stage_plays
from game.heads import LATER_TURN, TurnContext
from game.match.game_state import GameState, seen_by
from game.plays import Plays, legal_plays
from game.rulesets import RuleSet
from game.side import Side
from game.steps import Dice


class PlayBook:
    """Answers what may be played under one rule set.

    It remembers the last answer: a roll asks whether there is any legal step, the state after it
    asks for the plays, and both mean the same. Two books of the same rules are equal.
    """

    __slots__ = ("_last", "rules")

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._last: tuple[tuple[object, ...], Plays] | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlayBook) and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.rules)

    def plays(self, game: GameState, side: Side, cascade: Cascade | None = None) -> Plays:
        """Return the legal plays of `side`: of the stage of a cascade, else of the dice thrown."""
        key = (game.position, side, game.dice, game.first_turn, cascade)
        last = self._last
        if last is not None and last[0] == key:
            return last[1]
        position = seen_by(side, game.position)
        if cascade is not None:
            plays = stage_plays(position, cascade.stage, self.rules)
        else:
            plays = legal_plays(position, dice_of(game), self.rules, self.turn(game, side))
        self._last = (key, plays)
        return plays

    def cascade(self, game: GameState, side: Side) -> Cascade | None:
        """Return the cascade that the dice thrown begin, if they do."""
        dice = dice_of(game)
        if not (self.rules.cascade and dice.is_doublet):
            return None
        position = seen_by(side, game.position)
        return Cascade.begin(position, dice, self.rules, self.turn(game, side))

    def turn(self, game: GameState, side: Side) -> TurnContext:
        """Return what the head rules must know of the turn in which `side` has thrown."""
        if not (game.first_turn and self.rules.heads):
            return LATER_TURN
        theirs = game.first_roll(side.other) if game.starter is side.other else None
        return TurnContext(
            first_turn=True, opponent_first_roll=None if theirs is None else Dice(*theirs)
        )


def dice_of(game: GameState) -> Dice:
    """Return the dice on the table. Raises LookupError if none were thrown."""
    if game.dice is None:
        raise LookupError("no dice were thrown in this turn")
    return Dice(*game.dice)
