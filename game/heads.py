"""How many checkers may leave the head with a roll (`spec/rules.md`, section 3)."""

import msgspec

from game.generator import most_dice
from game.options import FirstTurnHeads
from game.position import Position
from game.rulesets import RuleSet
from game.stance import Throw
from game.steps import Dice

_FIRST_TURN_PAIRS = frozenset({(6, 6), (4, 4), (3, 3)})
_STARTERS_ROLLS = frozenset({(5, 5), (2, 1), (6, 2)})
_ANSWERS = frozenset({(4, 4), (5, 5), (6, 2)})


class TurnContext(msgspec.Struct, frozen=True):
    """What a turn's legal plays depend on beside position and dice, in the long family alone."""

    first_turn: bool = False
    """Whether this is the mover's own first rolled turn."""
    opponent_first_roll: Dice | None = None
    """What the starter threw first, if the mover is the other side."""


LATER_TURN = TurnContext()
"""The context of every turn in which nothing is exceptional."""


def heads_allowed(position: Position, dice: Dice, rules: RuleSet, turn: TurnContext) -> int:
    """Return how many checkers may leave the head this turn; 0 where there is no head."""
    if not (turn.first_turn and rules.heads):
        return rules.heads
    return rules.heads + _is_exception(position, dice, rules, turn)


def _is_exception(position: Position, dice: Dice, rules: RuleSet, turn: TurnContext) -> bool:
    reading = rules.first_turn_heads
    if reading is FirstTurnHeads.BY_NECESSITY:
        return _second_uses_more(position, dice, rules)
    pair = (dice.high, dice.low)
    if pair in _FIRST_TURN_PAIRS:
        return reading is not FirstTurnHeads.NONE
    starter = turn.opponent_first_roll
    if reading is not FirstTurnHeads.POKERBET or starter is None:
        return False
    return (starter.high, starter.low) in _STARTERS_ROLLS and pair in _ANSWERS


def _second_uses_more(position: Position, dice: Dice, rules: RuleSet) -> bool:
    alone = most_dice(Throw(position, dice.values, rules.heads, rules))
    if alone == len(dice.values):
        return False
    return most_dice(Throw(position, dice.values, rules.heads + 1, rules)) > alone
