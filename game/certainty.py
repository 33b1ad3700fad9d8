"""What a side has lost at the least, and could still lose, while the game goes on.

Only what holds for every roll and every play is claimed: contact leaves everything open. In a race
under standard bearing off a turn moves at least two pips and at most 24, four checkers at most, so
the fastest and the slowest that a side can be are known.
"""

from game.endings import Ending
from game.options import BearOff, PrimeCheck, PrimeCondition
from game.position import Position, pips
from game.rulesets import RuleSet
from game.steps import BAR, HOME, OFF

_WINNERS_HOME = 19
_MOST_PIPS = 24
_MOST_STEPS = 4
_LEAST_PIPS = 2


def is_race(position: Position, rules: RuleSet) -> bool:
    """Whether the sides can no longer meet on any point."""
    ours, theirs = _highest(position.mover), _highest(position.waiter)
    if BAR in {ours, theirs}:
        return False
    return all(rules.theirs(point) > theirs for point in range(1, ours + 1))


def could_lose_gammon(position: Position, rules: RuleSet, *, loser_to_move: bool) -> bool:
    """Whether the loser (the mover of `position`) might still have lost a gammon.

    False only where he was sure to bear off a checker before the other could finish.
    """
    if position.mover[OFF]:
        return False
    if not _is_bounded(position, rules):
        return True
    slowest = (pips(position.mover) - sum(position.mover)) // _LEAST_PIPS + 1
    fastest = _turns(pips(position.waiter), sum(position.waiter[1:]))
    return fastest <= slowest - (1 if loser_to_move else 0)


def least_ending(position: Position, rules: RuleSet, *, loser_to_move: bool) -> Ending:
    """Return what the loser (the mover of `position`) has lost already, however play goes on."""
    if position.mover[OFF] or not _is_bounded(position, rules):
        return Ending.SINGLE
    slowest = -(-pips(position.waiter) // _LEAST_PIPS)
    turns_left = slowest if loser_to_move else slowest - 1
    if rules.backgammons and turns_left < _turns_to_pass(position.mover, _WINNERS_HOME - 1):
        return Ending.BACKGAMMON
    # One step more than it takes to bring all home: the first checker off.
    outside = _turns_to_pass(position.mover, HOME, more=1)
    return Ending.GAMMON if turns_left < outside else Ending.SINGLE


def _is_bounded(position: Position, rules: RuleSet) -> bool:
    """Whether every die is sure to move something: no point is closed, no block is forbidden."""
    free = rules.prime_check is PrimeCheck.NONE or rules.prime_condition is PrimeCondition.PASSED
    return free and rules.bear_off is BearOff.STANDARD and is_race(position, rules)


def _highest(checkers: bytes) -> int:
    return max((point for point in range(1, BAR + 1) if checkers[point]), default=0)


def _turns_to_pass(checkers: bytes, point: int, more: int = 0) -> int:
    """Return the fewest turns in which all checkers can come to `point` or lower."""
    beyond = [(p - point, checkers[p]) for p in range(point + 1, BAR + 1) if checkers[p]]
    distance = sum(way * count for way, count in beyond) + more
    return _turns(distance, sum(count for _, count in beyond) + more)


def _turns(distance: int, steps: int) -> int:
    """Return the fewest turns for so many pips and steps; each step is at least one checker's."""
    return max(-(-distance // _MOST_PIPS), -(-steps // _MOST_STEPS))
