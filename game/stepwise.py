"""The plays of the long family where the rules look at every step: a block on the way (section 4)
or a home in which nothing moves once all are in it (section 5).

Step by step it lists the positions that can be reached, each once; what is not passable is never
reached. There are no hits in the long family, so a key holds all that further steps depend on.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from game.field import CHANGE, STEP, Field, Key, Line, mover_of
from game.steps import HEAD, HOME, Step, Steps

Passable: TypeAlias = Callable[[Key], bool]
"""Whether a position may stand after a step."""

_Reached: TypeAlias = dict[Key, Steps]


def stepwise(
    field: Field, dice: tuple[int, ...], passable: Passable
) -> Iterator[tuple[int, list[Line]]]:
    """Yield a number of dice and every play that uses so many, the better ones first.

    No win is shorter: of equal dice it needs the same number whichever way it is reached, and two
    different dice are asked about here only where there are checkers enough for a block.
    """
    if dice[0] != dice[-1]:
        orders = [_levels(field, order, passable)[2] for order in (dice, dice[::-1])]
        yield 2, list((orders[1] | orders[0]).items())
        for die in dice:
            yield 1, list(_levels(field, (die,), passable)[1].items())
        return
    levels = _levels(field, dice, passable)
    for steps in range(len(dice), 0, -1):
        yield steps, list(levels[steps].items())


def _levels(field: Field, dice: tuple[int, ...], passable: Passable) -> list[_Reached]:
    """List what can be reached with none of the dice, with one, with two, and so on."""
    levels: list[_Reached] = [{field.key: ()}]
    for die in dice:
        reached: _Reached = {}
        for key, steps in levels[-1].items():
            for after, step in _moves(field, key, die):
                if after not in reached and passable(after):
                    reached[after] = (*steps, step)
        levels.append(reached)
    return levels


def _moves(field: Field, key: Key, die: int) -> list[tuple[Key, Step]]:
    counts = list(mover_of(key))
    outside = sum(counts[HOME + 1 :])
    left_head = mover_of(field.key)[HEAD] - counts[HEAD]
    counts[HEAD] = field.counts[HEAD] - left_head
    return [
        (key + CHANGE[die][point], STEP[die][point])
        for point in field.movable(counts, die, outside)
    ]
