"""The rating of the First Internet Backgammon Server, with match length and experience.

Source: the server's own page, `help formula`. A player's experience is the sum of the lengths of
all matches he has finished; the match that is rated now is one of them.
"""

import math
from typing import Final

import msgspec

START: Final = 1500.0
"""The rating of who has finished no match."""
SETTLED_AT: Final = 400
"""From this experience on a rating moves no faster than anybody's."""

_DIGITS: Final = 3


class Rating(msgspec.Struct, frozen=True):
    """How strong somebody is: points, in whole thousandths, and the experience behind them."""

    points: float = START
    experience: int = 0


FRESH: Final = Rating()


def rated(winner: Rating, loser: Rating, length: int) -> tuple[Rating, Rating]:
    """The ratings of winner and loser after a match of this length, which is 1 or more.

    The better the loser was thought to be, the more it moves them; each by his own experience.
    """
    surprise = 1.0 - chance(winner.points - loser.points, length)
    step = 4.0 * math.sqrt(length) * surprise
    return (
        _moved(winner, step * haste(winner.experience + length), length),
        _moved(loser, -step * haste(loser.experience + length), length),
    )


def chance(lead: float, length: int) -> float:
    """How probable a win is for who leads by so many rating points."""
    return 1.0 / (1.0 + math.pow(10.0, -lead * math.sqrt(length) / 2000.0))


def haste(experience: int) -> float:
    """How much faster than everybody else's a young rating moves: 5 at first, 1 in the end."""
    return max(1.0, 5.0 - experience / 100.0)


def _moved(rating: Rating, step: float, length: int) -> Rating:
    return Rating(round(rating.points + step, _DIGITS), rating.experience + length)
