"""The words of movement: points, steps and dice.

A *step* is one checker moved by one die; a *play* is everything moved with one roll. Points are in
the own numbering of the side spoken of: checkers go from high to low.
"""

from typing import Self, TypeAlias

import msgspec

Point: TypeAlias = int
"""1 to 24 as the mover counts; 0 is off, 25 is the bar."""

Step: TypeAlias = tuple[Point, Point]
"""One checker moved by one die: from, to."""

Steps: TypeAlias = tuple[Step, ...]
"""Steps in the order in which they are made."""

OFF: Point = 0
HEAD: Point = 24
BAR: Point = 25
HOME: Point = 6
"""The highest point of the home board."""


class Dice(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An ordered pair of dice as thrown; `[6, 2]` in JSON, `62` in text."""

    first: int
    second: int

    def __post_init__(self) -> None:
        if not (1 <= self.first <= 6 and 1 <= self.second <= 6):
            raise ValueError(f"dice show 1 to 6, not {self.first} and {self.second}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `62`; the inverse of `str`. Raises ValueError."""
        if len(text) != 2 or not (text.isascii() and text.isdigit()):
            raise ValueError(f"dice are written as two digits, not {text!r}")
        return cls(int(text[0]), int(text[1]))

    def __str__(self) -> str:
        return f"{self.first}{self.second}"

    @property
    def high(self) -> int:
        """The larger die."""
        return max(self.first, self.second)

    @property
    def low(self) -> int:
        """The smaller die."""
        return min(self.first, self.second)

    @property
    def is_doublet(self) -> bool:
        """Whether both dice are equal, which makes four steps of them."""
        return self.first == self.second

    @property
    def values(self) -> tuple[int, ...]:
        """The dice to be played: the larger first, or four of a doublet."""
        return _VALUES[self.first][self.second]


def _played(first: int, second: int) -> tuple[int, ...]:
    return (first,) * 4 if first == second else (max(first, second), min(first, second))


_VALUES = tuple(tuple(_played(first, second) for second in range(7)) for first in range(7))
