"""GNU Backgammon's match ID: cube, dice and score in 12 characters.

Players are numbered 0 and 1 as that program numbers them; which of them is the side to play of the
position beside the ID is `decider`.
"""

from enum import IntEnum
from typing import Self

import msgspec

from game.ids.unary import UnreadableId, decoded, encoded
from game.steps import Dice

_BYTES = 9
_CENTRED = 3
_OWNERS = {0: 0, 1: 1, _CENTRED: None}
_WIDTHS = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)
"""Bits of each field, the lowest first, in the order in which `parse` names them."""


class MatchStage(IntEnum):
    """How far a game has come."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


class GnuMatch(msgspec.Struct, frozen=True, kw_only=True):
    """What a match ID says. Length 0 is a money game."""

    cube: int = 1
    cube_owner: int | None = None
    """0, 1, or None for a centred cube."""
    on_roll: int = 0
    """The player on roll, or who did roll."""
    decider: int = 0
    """Who must decide; not the player on roll while a double or resignation is to be answered."""
    crawford: bool = False
    stage: MatchStage = MatchStage.PLAYING
    doubled: bool = False
    resignation: int = 0
    """1, 2 or 3 while a single, gammon or backgammon is offered."""
    dice: Dice | None = None
    length: int = 0
    scores: tuple[int, int] = (0, 0)
    jacoby: bool = True
    """Older programs wrote no such bit, which is read as on."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an ID; the inverse of `str`. Raises UnreadableId."""
        fields = _fields(text)
        try:
            return cls(
                cube=1 << fields[0],
                cube_owner=_OWNERS[fields[1]],
                on_roll=fields[2],
                crawford=bool(fields[3]),
                stage=MatchStage(fields[4]),
                decider=fields[5],
                doubled=bool(fields[6]),
                resignation=fields[7],
                dice=Dice(fields[8], fields[9]) if fields[8] or fields[9] else None,
                length=fields[10],
                scores=(fields[11], fields[12]),
                jacoby=not fields[13],
            )
        except (KeyError, ValueError) as error:
            raise UnreadableId(f"no match is in such a state: {text!r}") from error

    def __str__(self) -> str:
        fields = (
            self.cube.bit_length() - 1,
            _CENTRED if self.cube_owner is None else self.cube_owner,
            self.on_roll,
            self.crawford,
            self.stage,
            self.decider,
            self.doubled,
            self.resignation,
            self.dice.high if self.dice else 0,
            self.dice.low if self.dice else 0,
            self.length,
            *self.scores,
            not self.jacoby,
        )
        bits, at = 0, 0
        for value, width in zip(fields, _WIDTHS, strict=True):
            bits |= value << at
            at += width
        return encoded(bits, _BYTES)


def _fields(text: str) -> list[int]:
    bits = decoded(text, _BYTES)
    fields = []
    for width in _WIDTHS:
        fields.append(bits & (1 << width) - 1)
        bits >>= width
    if bits:
        raise UnreadableId(f"bits left over in {text!r}")
    return fields
