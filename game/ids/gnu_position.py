"""GNU Backgammon's position ID: 14 characters for any position of short, nack and hyper.

The programs, against their manual's prose, write the player who is not on roll first.
"""

from game.ids.unary import (
    NoSuchId,
    UnreadableId,
    checked,
    decoded,
    encoded,
    packed,
    unpacked,
    with_off,
)
from game.position import Position
from game.rulesets import RuleSet
from game.steps import BAR

_BYTES = 10


def write_gnu_position(position: Position, rules: RuleSet) -> str:
    """Write the ID of a position; the side to play is the player on roll. Raises NoSuchId."""
    _require_gnu(rules)
    waiter, length = packed(position.waiter[1:])
    mover, _ = packed(position.mover[1:])
    return encoded(waiter | mover << length, _BYTES)


def read_gnu_position(text: str, rules: RuleSet) -> Position:
    """Read an ID; what is not on the board is borne off. Raises UnreadableId, NoSuchId."""
    _require_gnu(rules)
    waiter, rest = unpacked(decoded(text, _BYTES), BAR)
    mover, rest = unpacked(rest, BAR)
    sides = [with_off(side, rules, text) for side in (mover, waiter)]
    if rest:
        raise UnreadableId(f"bits left over in {text!r}")
    return checked(Position(*sides), rules, text)


def _require_gnu(rules: RuleSet) -> None:
    if rules.same_direction or rules.extra_points:
        raise NoSuchId(f"a position of {rules.name} has no GNU ID")
