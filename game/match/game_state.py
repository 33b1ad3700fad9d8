"""The running game of a match, as its events have made it."""

from functools import cached_property
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from game.events import ResignationOffered
from game.side import WHITE, Side

Pair: TypeAlias = tuple[int, int]


class Cube(msgspec.Struct, frozen=True, dict=True):
    """The doubling cube: its value, who may turn it (none: both), and what is being offered."""

    value: int = 1
    owner: Side | None = None
    offered: int = 0
    turned: bool = False
    """Whether a double was offered and taken in this game."""

    @cached_property
    def words(self) -> str:
        """How the cube stands in the line of a state; most commands leave it where it is."""
        return f"{self.value}:{self.owner or '-'}:{self.offered}:{self.turned:d}"


class GameState(msgspec.Struct, frozen=True):
    """One game: the checkers, the cube, whose turn it is and what he has thrown."""

    number: int
    position: str
    """`WHITE/BLACK`, each side in its own numbering."""
    crawford: bool = False
    cube: Cube = Cube()
    starter: Side | None = None
    mover: Side | None = None
    """Whose turn it is: also while the other answers a double or continues a cascade."""
    dice: Pair | None = None
    first_turn: bool = False
    """Whether these dice are the mover's first of the game."""
    white_first: Pair | None = None
    """White's first roll of this game."""
    black_first: Pair | None = None
    resigning: ResignationOffered | None = None
    resigned: tuple[Side, ...] = ()
    """Who has offered to resign in this turn."""
    winner: Side | None = None

    def first_roll(self, side: Side) -> Pair | None:
        """Return what a side threw first in this game."""
        return self.white_first if side is WHITE else self.black_first

    def thrown(self, side: Side, dice: Pair) -> "GameState":
        """Return the game with the dice of `side` on the table."""
        if self.first_roll(side) is not None:
            return replace(self, mover=side, dice=dice, first_turn=False)
        changed = replace(self, mover=side, dice=dice, first_turn=True)
        if side is WHITE:
            return replace(changed, white_first=dice)
        return replace(changed, black_first=dice)

    def turn_of(self, side: Side) -> "GameState":
        """Return the game with a new turn begun: no dice yet, and no offer to resign."""
        return replace(self, mover=side, dice=None, first_turn=False, resigning=None, resigned=())
