"""The legal plays of a match, looked up once for the decider and for the state that follows."""

from game.cascade import Cascade, stage_plays
from game.heads import LATER_TURN, TurnContext
from game.match.game_state import GameState
from game.plays import Plays, legal_plays
from game.position import Position
from game.rulesets import RuleSet
from game.side import BLACK, WHITE, Side
from game.steps import Dice

_DICE = {(first, second): Dice(first, second) for first in range(1, 7) for second in range(1, 7)}


class PlayBook:
    """Answers what may be played under one rule set.

    It remembers its last answers. A roll asks whether there is any legal step, the state after it
    asks for the plays, and both mean the same; the position that a play has led to is the one in
    which the other side rolls. Two books of the same rules are equal.
    """

    __slots__ = ("_last", "_read", "rules")

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._last: tuple[tuple[object, ...], Plays] | None = None
        self._read = ("", Position(b"", b""))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlayBook) and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.rules)

    def position(self, text: str, side: Side) -> Position:
        """Return the position of a `WHITE/BLACK` text, with `side` as the mover."""
        read, position = self._read
        if read != text:
            position = Position.parse(text)
            self._read = (text, position)
        return position if side is WHITE else position.swapped()

    def text(self, position: Position, side: Side) -> str:
        """Return the `WHITE/BLACK` text of a position in which `side` is the mover."""
        if side is BLACK:
            position = position.swapped()
        text = str(position)
        self._read = (text, position)
        return text

    def plays(self, game: GameState, side: Side, cascade: Cascade | None = None) -> Plays:
        """Return the legal plays of `side`: of the stage of a cascade, else of the dice thrown."""
        key = (game.position, side, game.dice, game.first_turn, cascade)
        last = self._last
        if last is not None and last[0] == key:
            return last[1]
        position = self.position(game.position, side)
        if cascade is not None:
            plays = stage_plays(position, cascade.stage, self.rules)
        else:
            plays = legal_plays(position, dice_of(game), self.rules, self.turn(game, side))
        self._last = (key, plays)
        return plays

    def cascade(self, game: GameState, side: Side) -> Cascade | None:
        """Return the cascade that the dice thrown begin, if they do."""
        if not self.rules.cascade:
            return None
        dice = dice_of(game)
        if not dice.is_doublet:
            return None
        position = self.position(game.position, side)
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
    """Return the dice on the table.

    Raises LookupError if none were thrown, ValueError for a pair that no dice show.
    """
    if game.dice is None:
        raise LookupError("no dice were thrown in this turn")
    return _DICE.get(game.dice) or Dice(*game.dice)
