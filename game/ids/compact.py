"""Our position ID for the long family, `long:` and 14 characters, which no other format can hold.

After the name of the rule set and a colon stand 80 bits in the scheme of `unary`: the waiting
side's 24 counts, the mover's 24 counts, each in its own numbering, padded to 78 bits; then whether
a checker has left the head this turn, and whether it is the mover's first rolled turn. Options are
not part of it: like the name of a table's other terms they stand beside a position, not in it.
"""

import reprlib
from typing import Self

import msgspec

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
from game.rulesets import RULE_SETS, RuleName, RuleSet
from game.steps import HEAD

_BYTES = 10
_COUNT_BITS = 78
_HEAD_TAKEN = 1 << _COUNT_BITS
_FIRST_TURN = 1 << _COUNT_BITS + 1


class CompactPosition(msgspec.Struct, frozen=True):
    """A position of the long family and what of its turn decides the legal plays."""

    name: RuleName
    position: Position
    head_taken: bool = False
    """Whether a checker has left the head in the turn that is being played."""
    first_turn: bool = False
    """Whether this is the mover's own first rolled turn."""

    def __post_init__(self) -> None:
        _rules(self.name)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an ID; the inverse of `str`. Raises UnreadableId, NoSuchId."""
        name, _, code = text.partition(":")
        if name not in set(RuleName):
            raise UnreadableId(f"an ID begins with its rule set, not {reprlib.repr(text)}")
        rules = _rules(RuleName(name))
        bits = decoded(code, _BYTES)
        position = _read_position(bits & _HEAD_TAKEN - 1, rules, text)
        return cls(rules.name, position, bool(bits & _HEAD_TAKEN), bool(bits & _FIRST_TURN))

    def __str__(self) -> str:
        waiter, length = packed(self.position.waiter[1 : HEAD + 1])
        mover, _ = packed(self.position.mover[1 : HEAD + 1])
        flags = _HEAD_TAKEN * self.head_taken | _FIRST_TURN * self.first_turn
        return f"{self.name}:{encoded(waiter | mover << length | flags, _BYTES)}"


def _rules(name: RuleName) -> RuleSet:
    rules = RULE_SETS[name]
    if not rules.same_direction:
        raise NoSuchId(f"a position of {name} has a GNU ID or an XGID, not one of ours")
    return rules


def _read_position(bits: int, rules: RuleSet, text: str) -> Position:
    waiter, rest = unpacked(bits, HEAD)
    mover, rest = unpacked(rest, HEAD)
    sides = [with_off([*side, 0], rules, text) for side in (mover, waiter)]
    if rest:
        raise UnreadableId(f"bits left over in {reprlib.repr(text)}")
    return checked(Position(*sides), rules, text)
