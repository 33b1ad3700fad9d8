"""Finds the legal plays of a throw: every position that may be reached, with one order to it."""

from typing import NamedTuple

from game.position import Position
from game.stance import Throw
from game.step_graph import step_graph
from game.steps import Steps


class Found(NamedTuple):
    """What a search found: the most dice that can be used, and the plays by where they end."""

    dice_used: int
    plays: list[tuple[Position, Steps]]


def find_plays(throw: Throw) -> Found:
    """Find every legal play once."""
    graph = step_graph(throw)
    if graph.dice_used == 0:
        return Found(0, [])
    return Found(graph.dice_used, [(position, steps) for steps, position in graph.sequences()])


def most_dice(throw: Throw) -> int:
    """Return the most dice that any legal sequence of this throw uses."""
    return find_plays(throw).dice_used
