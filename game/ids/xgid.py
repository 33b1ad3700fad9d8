"""XGID: position and match state in one line, for short, short16, nackgammon and hypergammon.

Written with the player who must decide at the bottom and on turn, for programs disagree about what
the other way round means; read both ways, the 26 characters always as the bottom player's view.
"""

import re
import reprlib
from typing import Self

import msgspec

from game.ids.unary import NoSuchId, UnreadableId, checked
from game.position import Position
from game.rulesets import RuleSet
from game.steps import BAR

_XGID = re.compile(
    r"XGID=([-A-Pa-p]{26}):(\d{1,2}):(1|0|-1):(1|-1):(00|[1-6]{2}|[DBR])"
    r":(\d{1,5}):(\d{1,5}):([0-3]):(\d{1,5}):(\d{1,2})",
    re.ASCII,
)
_LARGEST_CUBE = 30
"""The power of two beyond which no cube is believed."""


class Xgid(msgspec.Struct, frozen=True, kw_only=True):
    """What an XGID says, from the view of the side that must decide."""

    position: Position
    cube: int = 1
    cube_owner: int = 0
    """1 the decider, -1 the other, 0 centred."""
    dice: str = "00"
    """`00` to roll or double, the two dice, or `D`, `B`, `R` after a double, beaver, raccoon."""
    score: int = 0
    other_score: int = 0
    flags: int = 0
    """In a match 1 in the Crawford game; for money 1 Jacoby, 2 beavers, 3 both."""
    length: int = 0
    """Points of the match; 0 is a money game."""
    cube_limit: int = 10
    """The highest cube as a power of two."""

    @classmethod
    def parse(cls, text: str, rules: RuleSet) -> Self:
        """Read a line; the inverse of `text`. Raises UnreadableId, NoSuchId."""
        _require_opposite(rules)
        match = _XGID.fullmatch(text)
        if match is None:
            raise UnreadableId(f"not an XGID: {reprlib.repr(text)}")
        board, dice = match[1], match[5]
        cube, owner, turn, bottom, top, flags, length, limit = (
            int(match[group]) for group in (2, 3, 4, 6, 7, 8, 9, 10)
        )
        if cube > _LARGEST_CUBE or (length and max(bottom, top) >= length):
            raise UnreadableId(f"no such cube or score: {reprlib.repr(text)}")
        position = _read_board(board, rules, text)
        return cls(
            position=position if turn == 1 else position.swapped(),
            cube=1 << cube,
            cube_owner=owner * turn,
            dice=dice,
            score=bottom if turn == 1 else top,
            other_score=top if turn == 1 else bottom,
            flags=flags,
            length=length,
            cube_limit=limit,
        )

    def text(self, rules: RuleSet) -> str:
        """Write the line. Raises NoSuchId for the long family."""
        _require_opposite(rules)
        fields = (
            _write_board(self.position),
            self.cube.bit_length() - 1,
            self.cube_owner,
            1,
            self.dice,
            self.score,
            self.other_score,
            self.flags,
            self.length,
            self.cube_limit,
        )
        return "XGID=" + ":".join(str(field) for field in fields)


def _require_opposite(rules: RuleSet) -> None:
    if rules.same_direction:
        raise NoSuchId(f"a position of {rules.name} has no XGID")


def _read_board(board: str, rules: RuleSet, text: str) -> Position:
    own = [ord(mark) - ord("A") + 1 if mark.isupper() else 0 for mark in board]
    enemy = [ord(mark) - ord("a") + 1 if mark.islower() else 0 for mark in reversed(board)]
    if own[0] or enemy[0]:
        raise UnreadableId(f"a checker on the other side's bar: {reprlib.repr(text)}")
    sides = []
    for counts in (own, enemy):
        off = rules.checkers + bool(rules.extra_points) - sum(counts)
        if off < 0:
            raise UnreadableId(f"too many checkers on a side in {reprlib.repr(text)}")
        sides.append(bytes([off, *counts[1:]]))
    return checked(Position(*sides), rules, text)


def _write_board(position: Position) -> str:
    marks = ["-"] * (BAR + 1)
    for point in range(1, BAR + 1):
        if position.mover[point]:
            marks[point] = chr(ord("A") + position.mover[point] - 1)
        if position.waiter[point]:
            marks[BAR - point] = chr(ord("a") + position.waiter[point] - 1)
    return "".join(marks)
