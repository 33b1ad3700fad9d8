"""What a side has lost at the least, and could still lose, while the game goes on.

Only what holds for every roll and every play is claimed. Contact leaves everything open, but for a
side whose next throw ends the game whatever it is. In a race under standard bearing off every die
moves something, so the fastest and the slowest that a side can be are known.
"""

from itertools import combinations_with_replacement

from game.endings import Ending, ending
from game.options import BearOff, PrimeCheck, PrimeCondition
from game.plays import legal_plays
from game.position import Position, pips
from game.rulesets import RuleSet
from game.steps import BAR, HOME, OFF, Dice

_WINNERS_HOME = 19
_LONGEST_STEP = 6
_LEAST_PIPS = 3
"""What a throw moves at the least, bearing off aside: two and one."""
_SURE_TO_GO = 2
"""Checkers that any throw may bear off."""


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
    fastest = _turns(_steps_to(position.waiter, OFF), rules)
    return fastest <= slowest - (1 if loser_to_move else 0)


def least_ending(position: Position, rules: RuleSet, *, loser_to_move: bool) -> Ending:
    """Return what the loser (the mover of `position`) has lost already, however play goes on."""
    if position.mover[OFF]:
        return Ending.SINGLE
    if position.waiter_has_won:
        return ending(position.mover, rules)
    if not loser_to_move and _next_throw_wins(position.swapped(), rules):
        return ending(position.mover, rules)
    if not _is_bounded(position, rules):
        return Ending.SINGLE
    turns_left = _slowest(position.waiter) - (0 if loser_to_move else 1)
    to_pass = _turns(_steps_to(position.mover, _WINNERS_HOME - 1), rules)
    if rules.backgammons and turns_left < to_pass:
        return Ending.BACKGAMMON
    # One step more than it takes to bring all home: the first checker off.
    to_save = _turns(_steps_to(position.mover, HOME) + 1, rules)
    return Ending.GAMMON if turns_left < to_save else Ending.SINGLE


def _is_bounded(position: Position, rules: RuleSet) -> bool:
    """Whether every die is sure to move something: no point is closed, no block is forbidden."""
    free = rules.prime_check is PrimeCheck.NONE or rules.prime_condition is PrimeCondition.PASSED
    return free and rules.bear_off is BearOff.STANDARD and is_race(position, rules)


def _next_throw_wins(position: Position, rules: RuleSet) -> bool:
    """Whether the side to play bears off its last checker, whatever it throws and plays."""
    if sum(position.mover[1:]) > _SURE_TO_GO or rules.bear_off is not BearOff.STANDARD:
        return False
    rolls = (Dice(*pair) for pair in combinations_with_replacement(range(1, 7), 2))
    return all(
        plays and all(play.position.mover_has_won for play in plays)
        for plays in (legal_plays(position, roll, rules) for roll in rolls)
    )


def _highest(checkers: bytes) -> int:
    return max((point for point in range(1, BAR + 1) if checkers[point]), default=0)


def _slowest(checkers: bytes) -> int:
    """Return the most turns in which all go off.

    A turn moves two pips at the least, and takes three at the least from the pips and the number
    of checkers together: a die of one takes one, any other two, or bears off and takes two.
    """
    to_run = pips(checkers)
    return min(-(-to_run // 2), -(-(to_run + sum(checkers[1:])) // 3))


def _steps_to(checkers: bytes, point: int) -> int:
    """Return the fewest steps that bring all checkers to `point` or lower."""
    beyond = range(point + 1, BAR + 1)
    return sum(-(-(p - point) // _LONGEST_STEP) * checkers[p] for p in beyond)


def _turns(steps: int, rules: RuleSet) -> int:
    """Return the fewest turns for so many steps."""
    return -(-steps // (4 if rules.doublets else 2))
