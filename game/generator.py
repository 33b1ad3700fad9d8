"""Finds the legal plays of a throw: every position that may be reached, with one order to it.

Where the order of steps decides only what stands in whose way, a fast search lists the outcomes
(`mixed`, `repeated`). Where the rules look at every step, the positions on the way are listed too
(`stepwise`), or, if they look at single checkers, all orders are tried (`step_graph`).
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from game.field import Field, Key, Line, mover_of, plays_of
from game.ground import BLOT
from game.mixed import mixed_dice
from game.options import BearOff, Hitting, PrimeCheck
from game.play import Play
from game.primes import is_forbidden, may_become_forbidden, prime_limit
from game.repeated import equal_dice
from game.stance import Throw
from game.step_graph import step_graph
from game.steps import HOME
from game.stepwise import stepwise

_ORDER_OF_HITS = (Hitting.CAUCASIAN, Hitting.FROZEN)


class Found(NamedTuple):
    """What a search found: the most dice that can be used, and every play that uses them."""

    dice_used: int
    plays: list[Play]


def find_plays(throw: Throw) -> Found:
    """Find every legal play once, in a fixed order."""
    field = Field.of(throw)
    if throw.rules.hitting in _ORDER_OF_HITS and BLOT in field.ground[1 : HOME + 1]:
        return _in_every_order(throw)
    limit = _limit_to_heed(throw, field)
    for dice_used, lines in _longest_first(throw, field, limit):
        plays = plays_of(lines, throw.position.waiter, throw.rules)
        if limit > 1:
            plays = [p for p in plays if not is_forbidden(p.position.mover, limit)]
        if plays:
            return Found(dice_used, plays)
    return Found(0, [])


def most_dice(throw: Throw) -> int:
    """Return the most dice that any legal sequence of this throw uses."""
    return find_plays(throw).dice_used


def _in_every_order(throw: Throw) -> Found:
    graph = step_graph(throw)
    if not graph.dice_used:
        return Found(0, [])
    return Found(graph.dice_used, [Play(steps, end) for steps, end in graph.sequences()])


def _limit_to_heed(throw: Throw, field: Field) -> int:
    """Return the limit of `prime_limit`, or 1 if these dice cannot build a forbidden block."""
    mover, waiter = throw.position.mover, throw.position.waiter
    limit = prime_limit(waiter, throw.rules)
    if limit > 1 and may_become_forbidden(mover, field.ground, throw.dice, limit):
        return limit
    return 1


def _longest_first(throw: Throw, field: Field, limit: int) -> Iterator[tuple[int, list[Line]]]:
    """Yield a number of dice and the plays that use so many, the better ones first.

    Of forbidden blocks only those on the way are looked at here.
    """
    dice, rules = throw.dice, throw.rules
    blocks = limit > 1 and rules.prime_check is PrimeCheck.EVERY_STEP
    locks = rules.bear_off is BearOff.LOCKED and field.outside < len(dice)
    if blocks or (locks and dice[0] == dice[-1]):
        return stepwise(field, dice, partial(_is_passable, limit if blocks else 1))
    if dice[0] == dice[-1]:
        return equal_dice(field, dice[0], len(dice))
    return mixed_dice(field, *dice)


def _is_passable(limit: int, key: Key) -> bool:
    return limit == 1 or not is_forbidden(mover_of(key), limit)
