"""The two sides of a game. Which of them is on roll is a fact of the match, not of a side."""

from enum import StrEnum
from typing import Final


class Side(StrEnum):
    """White or black; the value is the word that is stored and sent."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Side":
        """The side across the board."""
        return BLACK if self is WHITE else WHITE


# An enumeration is slow to ask for a member (Python 3.11: ten times a plain name, through its
# metaclass). What every command asks for has a name of its own, here and in `vocabulary`.
WHITE: Final = Side.WHITE
BLACK: Final = Side.BLACK
