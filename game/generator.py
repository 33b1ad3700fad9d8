"""Finds the legal plays of a throw: every position that may be reached, with one order to it.

Where the order of steps decides only what stands in whose way, a fast search lists the outcomes.
Where the rules look at every step (a bound hitter, a block on the way, a locked home), all orders
are tried.
"""

from collections.abc import Iterator
from typing import NamedTuple

from game.field import Field, Line, plays_of
from game.ground import BLOT
from game.mixed import both_dice, one_die
from game.options import BearOff, Hitting, PrimeCheck
from game.play import Play
from game.primes import is_forbidden, may_become_forbidden, prime_limit
from game.repeated import equal_dice
from game.stance import Throw
from game.step_graph import step_graph
from game.steps import HOME

_ORDER_OF_HITS = (Hitting.CAUCASIAN, Hitting.FROZEN)


class Found(NamedTuple):
    """What a search found: the most dice that can be used, and every play that uses them."""

    dice_used: int
    plays: list[Play]


def find_plays(throw: Throw) -> Found:
    """Find every legal play once, in a fixed order."""
    field = Field.of(throw)
    limit = prime_limit(throw.position.waiter, throw.rules)
    if limit > 1 and not may_become_forbidden(
        throw.position.mover, field.ground, throw.dice, limit
    ):
        limit = 1
    if _order_decides(throw, field, limit):
        return _in_every_order(throw)
    for dice_used, lines in _longest_first(throw.dice, field):
        plays = _plays(throw, lines, limit)
        if plays:
            return Found(dice_used, plays)
    return Found(0, [])


def most_dice(throw: Throw) -> int:
    """Return the most dice that any legal sequence of this throw uses."""
    return find_plays(throw).dice_used


def _order_decides(throw: Throw, field: Field, limit: int) -> bool:
    rules, times = throw.rules, len(throw.dice)
    if rules.hitting in _ORDER_OF_HITS:
        return BLOT in field.ground[1 : HOME + 1]
    if limit > 1 and rules.prime_check is PrimeCheck.EVERY_STEP:
        return True
    locks = rules.bear_off is BearOff.LOCKED and field.outside < times
    return locks and throw.dice[0] == throw.dice[-1]


def _in_every_order(throw: Throw) -> Found:
    graph = step_graph(throw)
    if not graph.dice_used:
        return Found(0, [])
    return Found(graph.dice_used, [Play(steps, end) for steps, end in graph.sequences()])


def _longest_first(dice: tuple[int, ...], field: Field) -> Iterator[tuple[int, list[Line]]]:
    """Yield a number of dice and the plays that use as many, blocks aside, better ones first."""
    if dice[0] != dice[-1]:
        yield 2, both_dice(field, *dice)
        for die in dice:
            yield 1, one_die(field, die)
        return
    times = len(dice)
    while times > 0:
        times, lines = equal_dice(field, dice[0], times)
        yield times, lines
        times -= 1


def _plays(throw: Throw, lines: list[Line], limit: int) -> list[Play]:
    """Turn what was found into plays, but for those that end in a forbidden block."""
    plays = plays_of(lines, throw.position.waiter, throw.rules)
    if limit > 1:
        return [play for play in plays if not is_forbidden(play.position.mover, limit)]
    return plays
