"""The extra checkers of short16, drawn again (rules, section 1.1; labels in `docs/dice.md`).

Written a second time on purpose: a verifier that asked the rules that placed the checkers would
agree with whatever they did.
"""

from collections.abc import Iterator

from game.conventions import Conventions, ExtraChecker
from game.dice import DiceSource
from game.position import Position

POINTS = "points"
SIDE = "points-side"
DRAWS_OF_A_GAME = 256


def start_position(dice: DiceSource, conventions: Conventions, game: int) -> str:
    """Where the checkers of a game stand at its start, white's first."""
    rules = conventions.play_rules
    if not rules.extra_points:
        return str(Position.start(rules))
    drawn = _points(dice, rules.extra_points, game)
    white = next(drawn)
    if conventions.extra_checker is ExtraChecker.ONE_SIDE:
        is_white = dice.number(SIDE, 2, game) == 0
        return str(Position.start(rules, (white, None) if is_white else (None, white)))
    black = white
    if conventions.extra_checker is ExtraChecker.INDEPENDENT:
        black = next(drawn)
        while black == rules.theirs(white):
            white, black = next(drawn), next(drawn)
    return str(Position.start(rules, (white, black)))


def _points(dice: DiceSource, among: tuple[int, ...], game: int) -> Iterator[int]:
    for k in range(DRAWS_OF_A_GAME):
        yield among[dice.number(POINTS, len(among), DRAWS_OF_A_GAME * game + k)]
