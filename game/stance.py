"""The literal law of a single step: what may be done where a turn has come to.

This is the ordered reading of `spec/rules.md`, section 2.4. It judges the plays of clients step by
step, and it finds the plays of those rules under which the order of steps matters.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from game.ground import BLOT, CLOSED, ground
from game.illegal import Reason
from game.options import BearOff, Hitting, PrimeCheck
from game.position import Position
from game.primes import is_forbidden, may_become_forbidden, prime_limit
from game.rulesets import RuleSet
from game.steps import BAR, HEAD, HOME, OFF, Point, Step

_NOBODY: Final[frozenset[Point]] = frozenset()

# Names of their own for what every step asks for, as in `side`.
_INTERNATIONAL: Final = Hitting.INTERNATIONAL
_FROZEN: Final = Hitting.FROZEN
_EVERY_STEP: Final = PrimeCheck.EVERY_STEP
_LOCKED: Final = BearOff.LOCKED


class Throw(msgspec.Struct, frozen=True, gc=False):
    """All that decides which plays are legal: where, with which dice, by which rules."""

    position: Position
    dice: tuple[int, ...]
    """The steps to be played: the larger die first, or one value several times."""
    heads: int
    """Checkers that may leave the head with this throw."""
    rules: RuleSet


class Stance(msgspec.Struct, frozen=True, gc=False):
    """What a turn has come to after some of its steps."""

    mover: bytes
    waiter: bytes
    ground: bytes
    """What the waiting side leaves to the mover, as `ground` gives it."""
    dice: tuple[int, ...]
    """The dice still to be played: the larger first, or one value several times."""
    heads: int
    """Checkers that may still leave the head."""
    bound: frozenset[Point] = _NOBODY
    """Where a checker stands that hit in its own home and is bound by that (section 2)."""

    @property
    def won(self) -> bool:
        """Whether the last checker is borne off."""
        return not any(self.mover[1:])

    def only_bound_on(self, point: Point) -> bool:
        """Whether what leaves this point is a bound checker: an unbound one would go first."""
        return point in self.bound and self.mover[point] == 1


class Law:
    """The rules of one step in one turn."""

    __slots__ = ("_limit", "_rules", "start")

    def __init__(self, throw: Throw) -> None:
        mover, waiter = throw.position.mover, throw.position.waiter
        self._rules = throw.rules
        self._limit = prime_limit(waiter, throw.rules)
        self.start = Stance(mover, waiter, ground(waiter, throw.rules), throw.dice, throw.heads)
        """The stance in which the turn begins."""

    def may_forbid(self) -> bool:
        """Whether the dice of the turn could build a block that these rules forbid."""
        if self._limit == 1:
            return False
        start = self.start
        return may_become_forbidden(start.mover, start.ground, start.dice, self._limit)

    def can_begin(self, stance: Stance) -> bool:
        """Whether any step is legal here, blocks on the way aside."""
        dice = stance.dice if stance.dice[0] != stance.dice[-1] else stance.dice[:1]
        highest = len(stance.mover.rstrip(b"\0")) - 1
        for point in range(highest, OFF, -1):
            if stance.mover[point]:
                for die in dice:
                    if self.refusal((point, max(point - die, OFF)), stance) is None:
                        return True
        return False

    def steps(self, stance: Stance) -> Iterator[tuple[Step, Stance]]:
        """Yield every step that is legal here, and where it leads, from high points to low."""
        for point in range(BAR, OFF, -1):
            if not stance.mover[point]:
                continue
            for die in dict.fromkeys(stance.dice):
                step = (point, max(point - die, OFF))
                if self.die_for(step, stance) == die and self.refusal(step, stance) is None:
                    after = self.after(step, stance)
                    if not self.forbidden_on_the_way(after):
                        yield step, after

    def plainly(self, steps: Sequence[Step]) -> Stance | None:
        """Make the steps of a turn in one go where every one of them is plainly legal, else none.

        Plainly: a step on the board by a die that is there, the bar first, the head as often as it
        may be left, hits as in the international game, and no block that could be forbidden. Nine
        turns in ten are played so; `refusal` and `after`, which know all of the law, would say the
        same step by step.
        """
        rules, start = self._rules, self.start
        if rules.bear_off is _LOCKED or self.may_forbid():
            return None
        counts, dice, heads = bytearray(start.mover), list(start.dice), start.heads
        waiter, open_to = start.waiter, start.ground
        for point, end in steps:
            if not (OFF < end < point <= BAR and counts[point] and open_to[end] != CLOSED):
                return None
            if point - end not in dice or (counts[BAR] and point != BAR):
                return None
            if point == HEAD and rules.heads:
                if not heads:
                    return None
                heads -= 1
            if open_to[end] == BLOT:
                if rules.hitting is not _INTERNATIONAL:
                    return None
                waiter = _hit(waiter, rules.theirs(end))
                open_to = ground(waiter, rules)
            dice.remove(point - end)
            counts[point] -= 1
            counts[end] += 1
        return Stance(bytes(counts), waiter, open_to, tuple(dice), heads)

    def refusal(self, step: Step, stance: Stance) -> Reason | None:
        """Say why a checker may not make this step here, blocks on the way aside."""
        start, end = step
        if not (OFF <= end < start <= BAR):
            return Reason.NO_SUCH_STEP
        reason = self._leaving(start, stance)
        if reason is not None:
            return reason
        if end == OFF:
            return self._bearing_off(start, stance)
        return self._landing(step, stance)

    def after(self, step: Step, stance: Stance) -> Stance:
        """Make a step that `refusal` has found legal."""
        start, end = step
        counts = bytearray(stance.mover)
        counts[start] -= 1
        counts[end] += 1
        waiter, open_to, bound, heads = stance.waiter, stance.ground, stance.bound, stance.heads
        if bound and stance.only_bound_on(start):
            bound = bound - {start} | ({end} - {OFF})
        if end and open_to[end] == BLOT:
            waiter = _hit(waiter, self._rules.theirs(end))
            open_to = ground(waiter, self._rules)
            if end <= HOME and self._rules.hitting is not _INTERNATIONAL:
                bound = bound | {end}
        if heads and start == HEAD:
            heads -= 1
        die = start - end if end else self.die_for(step, stance)
        # Either the first or the last: the larger stands first, or all are equal.
        dice = stance.dice[1:] if die == stance.dice[0] else stance.dice[:-1]
        return Stance(bytes(counts), waiter, open_to, dice, heads, bound)

    def forbidden_on_the_way(self, stance: Stance) -> bool:
        """Whether a block stands that these rules forbid after every step."""
        return (
            self._limit > 1
            and self._rules.prime_check is _EVERY_STEP
            and is_forbidden(stance.mover, self._limit)
        )

    def forbidden_at_the_end(self, stance: Stance) -> bool:
        """Whether a block stands with which a turn may not end."""
        return self._limit > 1 and is_forbidden(stance.mover, self._limit)

    def die_for(self, step: Step, stance: Stance) -> int:
        """Return the die with which a step is made, the smallest that does it; 0 if none does.

        Any other die that bears the checker off leaves the same plays: the checker is then the
        highest, and both dice bear off whatever is highest.
        """
        start, end = step
        if end or start in stance.dice:
            return start - end
        return min((die for die in stance.dice if die > start), default=0)

    def _leaving(self, start: Point, stance: Stance) -> Reason | None:
        if not stance.mover[start]:
            return Reason.NO_CHECKER
        if stance.mover[BAR] and start != BAR:
            return Reason.BAR_FIRST
        if start == HEAD and self._rules.heads and not stance.heads:
            return Reason.HEAD
        if stance.bound and self._rules.hitting is _FROZEN:
            return Reason.HITTER_FROZEN if stance.only_bound_on(start) else None
        return None

    def _landing(self, step: Step, stance: Stance) -> Reason | None:
        start, end = step
        if start - end not in stance.dice:
            return Reason.NO_DIE
        if stance.ground[end] == CLOSED:
            return Reason.CLOSED_POINT
        if self._rules.bear_off is _LOCKED and not any(stance.mover[HOME + 1 :]):
            return Reason.INNER_MOVE
        joins = stance.bound and stance.mover[end] and stance.only_bound_on(start)
        return Reason.HITTER_BOUND if joins else None

    def _bearing_off(self, start: Point, stance: Stance) -> Reason | None:
        if any(stance.mover[HOME + 1 :]):
            return Reason.NOT_ALL_HOME
        if start in stance.dice:
            return None
        if max(stance.dice, default=0) < start:
            return Reason.NO_DIE
        if self._rules.bear_off is not BearOff.STANDARD:
            return Reason.NOT_EXACT
        return Reason.HIGHER_CHECKER if any(stance.mover[start + 1 :]) else None


def _hit(waiter: bytes, point: Point) -> bytes:
    counts = bytearray(waiter)
    counts[point] -= 1
    counts[BAR] += 1
    return bytes(counts)
