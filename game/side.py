"""The two sides of a game. Which of them is on roll is a fact of the match, not of a side."""

from enum import StrEnum


class Side(StrEnum):
    """White or black; the value is the word that is stored and sent."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Side":
        """The side across the board."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE
