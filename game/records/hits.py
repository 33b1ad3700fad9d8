"""Which of the steps of a play hit."""

from collections.abc import Iterator

from game.ground import BLOT, ground
from game.position import Position
from game.rulesets import RuleSet
from game.steps import BAR, Step, Steps


def with_hits(before: Position, steps: Steps, rules: RuleSet) -> Iterator[tuple[Step, bool]]:
    """Say of each step, in order, whether it hits; the first to land on a blot does."""
    marks = ground(before.waiter, rules)
    blots = {point for point in range(1, BAR) if marks[point] == BLOT}
    for step in steps:
        yield step, step[1] in blots
        blots.discard(step[1])
