"""The board as text, for terminals, logs and the prompt."""

from game.position import Position
from game.rulesets import RuleSet
from game.steps import BAR, OFF, Point

_UPPER = tuple(range(13, 25))
_LOWER = tuple(range(12, 0, -1))
_HEIGHT = 5


def draw(position: Position, rules: RuleSet, mover: str = "X", waiter: str = "O") -> str:
    """Draw the board as the side to play sees it, his points numbered; ten lines or so.

    `mover` and `waiter` are the one-character marks of the sides' checkers. A heap higher than the
    drawing shows its number at the end.
    """
    heaps = {point: _heap(position, rules, point, mover + waiter) for point in _UPPER + _LOWER}
    upper = [_row(heaps, _UPPER, height) for height in range(_HEIGHT)]
    lower = [_row(heaps, _LOWER, height) for height in reversed(range(_HEIGHT))]
    edge = "+" + "-" * 19 + "+" + "-" * 19 + "+"
    lines = [_numbers(_UPPER), edge, *upper, "|" + " " * 19 + "|" + " " * 19 + "|", *lower, edge]
    return "\n".join([*lines, _numbers(_LOWER), *_asides(position, mover, waiter)])


def _heap(position: Position, rules: RuleSet, point: Point, marks: str) -> tuple[int, str]:
    own, enemy = position.mover[point], position.waiter[rules.theirs(point)]
    return (own, marks[0]) if own else (enemy, marks[1])


def _row(heaps: dict[Point, tuple[int, str]], points: tuple[Point, ...], height: int) -> str:
    cells = [_cell(*heaps[point], height) for point in points]
    return "|" + "".join(cells[:6]) + " |" + "".join(cells[6:]) + " |"


def _cell(count: int, mark: str, height: int) -> str:
    if height >= count:
        return "   "
    overflows = height == _HEIGHT - 1 and count > _HEIGHT
    return f"{count if overflows else mark:>3}"


def _numbers(points: tuple[Point, ...]) -> str:
    cells = [f"{point:>3}" for point in points]
    return " " + "".join(cells[:6]) + "  " + "".join(cells[6:])


def _asides(position: Position, mover: str, waiter: str) -> list[str]:
    sides = ((mover, position.mover), (waiter, position.waiter))
    return [f" {mark}: bar {side[BAR]}, off {side[OFF]}" for mark, side in sides]
