"""What a game is worth, in points and in stakes (rules, sections 6 to 8)."""

from game.conventions import Conventions
from game.endings import Ending


def points(conventions: Conventions, ending: Ending, cube: int, *, turned: bool) -> int:
    """Return the points of a game that ended so: its result times the cube.

    `turned` is whether a double was offered and taken, which Jacoby asks.
    """
    return cube * multiple(conventions, ending, turned=turned)


def stakes(conventions: Conventions, ending: Ending, cube: int, *, turned: bool) -> int:
    """Return how many stakes change hands for such a game; none in a match.

    A side never loses more than was held for it; what is above that is not played for.
    """
    if conventions.max_points is None:
        return 0
    paid = multiple(conventions, ending, turned=turned) if conventions.gammons_pay else 1
    return min(cube * paid, conventions.max_points)


def multiple(conventions: Conventions, ending: Ending, *, turned: bool) -> int:
    """Return by how much an ending multiplies the value of the cube."""
    if conventions.jacoby and not turned:
        return 1
    return min(ending.worth, conventions.largest_ending)
