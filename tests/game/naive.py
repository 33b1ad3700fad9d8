"""The rules of movement once more, as slowly and as literally as they can be written.

What `game` finds is compared with this. Nothing here is shared with it but the values that a rule
set is made of: boards are dictionaries, every order of the dice is tried, sections 2 to 5 of the
rules are read from the page.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from game import BAR, HEAD, OFF, Position, RuleSet
from game.options import BearOff, Hitting, PrimeCheck, PrimeCondition

Sequence = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Board:
    """Checkers as a list of points a side, and what this turn has done so far."""

    own: tuple[int, ...]
    enemy: tuple[int, ...]
    left_head: int = 0
    bound: tuple[int, ...] = ()

    def text(self) -> str:
        """Return the position text."""
        order = [*range(1, 26), OFF]
        groups = ["".join("0123456789abcdefg"[side.count(p)] for p in order) for side in self]
        return "/".join(groups)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return iter((self.own, self.enemy))

    def enemy_on(self, point: int, rules: RuleSet) -> int:
        """Count the enemy checkers on one of the mover's points."""
        return self.enemy.count(rules.theirs(point))


@dataclass(frozen=True)
class Question:
    """A throw: dice to be played, and how many checkers may leave the head."""

    rules: RuleSet
    dice: tuple[int, ...]
    heads: int


def board(position: Position) -> Board:
    """Read a position into lists."""
    sides = [
        tuple(p for p in range(26) for _ in range(counts[p]))
        for counts in (position.mover, position.waiter)
    ]
    return Board(sides[0], sides[1])


def legal_sequences(start: Board, question: Question) -> tuple[int, dict[Sequence, Board]]:
    """Return L and every legal ordered sequence with the board that it leads to (section 2)."""
    orders = {question.dice, question.dice[::-1]}
    tried = {
        (sequence, dice): end
        for order in orders
        for sequence, dice, end in _sequences(start, order, question)
        if not _forbidden(end, question.rules)
    }
    most = max((len(sequence) for sequence, _ in tried), default=0)
    legal = {key: end for key, end in tried.items() if len(key[0]) == most}
    if most == 1 and len(set(question.dice)) == 2:
        larger = max(dice for _, dice in legal)
        legal = {key: end for key, end in legal.items() if key[1] == larger}
    legal |= {key: end for key, end in tried.items() if _won(end)}
    return most, {sequence: end for (sequence, _), end in legal.items()}


def _sequences(
    start: Board, dice: tuple[int, ...], question: Question
) -> Iterator[tuple[Sequence, tuple[int, ...], Board]]:
    """Yield every sequence of steps that plays a beginning of these dice, in this order."""
    yield (), (), start
    if not dice or _won(start):
        return
    for point in sorted(set(start.own), reverse=True):
        after = _step(start, point, dice[0], question)
        if after is None or _forbidden_on_the_way(after, question.rules):
            continue
        step = (point, max(point - dice[0], OFF))
        for sequence, used, end in _sequences(after, dice[1:], question):
            yield (step, *sequence), (dice[0], *used), end


def _step(before: Board, point: int, die: int, question: Question) -> Board | None:
    """Move one checker by one die, or return None where the rules do not let it."""
    rules, own, end = question.rules, before.own, point - die
    if point == OFF or (BAR in own and point != BAR):
        return None
    spent = rules.heads and point == HEAD and before.left_head >= question.heads
    hitter = point in before.bound and own.count(point) == 1
    if spent or (hitter and rules.hitting is Hitting.FROZEN):
        return None
    if end <= 0:
        return _borne_off(before, point, die, rules) if max(own) <= 6 else None
    locked = rules.bear_off is BearOff.LOCKED and max(own) <= 6
    if locked or (hitter and end in own):
        return None
    return _landed(before, point, end, rules)


def _landed(before: Board, point: int, end: int, rules: RuleSet) -> Board | None:
    enemies = before.enemy_on(end, rules)
    if enemies > 1 or (enemies == 1 and rules.hitting is Hitting.NONE):
        return None
    hitter = point in before.bound and before.own.count(point) == 1
    bound = tuple(end if p == point else p for p in before.bound) if hitter else before.bound
    enemy = before.enemy
    if enemies:
        enemy = (*_without(enemy, rules.theirs(end)), BAR)
        if end <= 6 and rules.hitting is not Hitting.INTERNATIONAL and end not in bound:
            bound = (*bound, end)
    left_head = before.left_head + (point == HEAD)
    return Board((*_without(before.own, point), end), enemy, left_head, bound)


def _borne_off(before: Board, point: int, die: int, rules: RuleSet) -> Board | None:
    exact = point == die
    overshoots = rules.bear_off is BearOff.STANDARD and point < die and point == max(before.own)
    if not (exact or overshoots):
        return None
    hitter = point in before.bound and before.own.count(point) == 1
    bound = tuple(p for p in before.bound if p != point) if hitter else before.bound
    return replace(before, own=(*_without(before.own, point), OFF), bound=bound)


def _without(checkers: tuple[int, ...], point: int) -> tuple[int, ...]:
    at = checkers.index(point)
    return checkers[:at] + checkers[at + 1 :]


def _won(end: Board) -> bool:
    return set(end.own) == {OFF}


def _forbidden_on_the_way(end: Board, rules: RuleSet) -> bool:
    return rules.prime_check is PrimeCheck.EVERY_STEP and _forbidden(end, rules)


def _forbidden(end: Board, rules: RuleSet) -> bool:
    """Judge each maximal run of the mover on the road of the other side (section 4)."""
    if rules.prime_check is PrimeCheck.NONE:
        return False
    held = {rules.theirs(p) for p in end.own if OFF < p < BAR}
    for low in held:
        if low - 1 in held or not {low + i for i in range(6)} <= held:
            continue
        if rules.prime_condition is PrimeCondition.HOME:
            allowed = min(end.enemy) <= 6
        else:
            allowed = any(p < low for p in end.enemy)
        if not allowed:
            return True
    return False
