"""How fast legal plays are found, beside bgsage (C++) and gvformat: `python -m bench.plays`.

All are asked about the same rolls in the same contact positions, met in games in which both sides
play at random, in turn within the same run, so that a busy machine slows all alike.
"""

import random
from collections.abc import Callable, Iterator
from statistics import mean
from time import process_time_ns
from typing import NamedTuple, TypeAlias

import bgsage
from gvformat.legality import legal_plays as plays_by_gvformat

from game import (
    BAR,
    LATER_TURN,
    LONG,
    SHORT,
    Dice,
    Plays,
    Position,
    RuleSet,
    Steps,
    TurnContext,
    judge,
    legal_plays,
)

POSITIONS = 2_000
ROUNDS = 5
SEED = 2024


class Asked(NamedTuple):
    """A roll in a position, and a legal play of it to be judged."""

    position: Position
    dice: Dice
    rules: RuleSet
    turn: TurnContext
    play: Steps
    board: list[int]
    """The position as bgsage has it: his checkers positive, the bars at the ends."""

    @classmethod
    def of(cls, plays: Plays, dice: Dice, turn: TurnContext, play: Steps) -> "Asked":
        """Ask what these plays have answered."""
        position = plays.before
        mover, waiter = position.mover, position.waiter
        points = [mover[point] - waiter[BAR - point] for point in range(1, BAR)]
        return cls(position, dice, plays.rules, turn, play, [waiter[BAR], *points, mover[BAR]])


_Question: TypeAlias = tuple[Callable[[Asked], object], list[Asked]]


def main() -> None:
    """Measure and print a line for each question, the targets beside it."""
    short, long = (list(_met_in_play(rules, POSITIONS)) for rules in (SHORT, LONG))
    dearest = max(short, key=lambda asked: len(_find(asked)) if asked.dice.is_doublet else 0)
    asked: list[_Question] = [(_find, short), (_judge, short), (_find, long), (_by_bgsage, short)]
    ours, judged, ours_long, sage = _means(asked)
    (others,) = _means([(_by_gvformat, short)])
    pair, sage_pair = _means([(_find, [dearest]), (_by_bgsage, [dearest])])
    _row("legal_plays, short", ours, ours / sage, "bgsage (at most 4)")
    _row("legal_plays, long", ours_long, ours_long / ours, "short (at most 1.5)")
    _row("judge, short", judged, judged / ours, "legal_plays (at most 0.7)")
    _row("dearest pair", pair, pair / sage_pair, "bgsage (at most 1)")
    _row("bgsage", sage, 1, "bgsage")
    _row("gvformat", others, others / ours, "legal_plays (at least 5)")


def _row(what: str, microseconds: float, times: float, unit: str) -> None:
    print(f"{what:<20} {microseconds:8.1f} µs {times:7.2f} × {unit}")


def _met_in_play(rules: RuleSet, number: int) -> Iterator[Asked]:
    chance = random.Random(SEED)
    while number:
        position, turn = Position.start(rules), 0
        while number and not position.mover_has_won:
            dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
            context = TurnContext(first_turn=True) if turn < 2 else LATER_TURN
            plays = legal_plays(position, dice, rules, context)
            play = chance.choice(list(plays)) if plays else None
            if _in_contact(position, rules):
                number -= 1
                yield Asked.of(plays, dice, context, play.steps if play else ())
            position = (play.position if play else position).swapped()
            turn += 1


def _in_contact(position: Position, rules: RuleSet) -> bool:
    rearmost = max(point for point, count in enumerate(position.mover) if count)
    foremost = max(point for point, count in enumerate(position.waiter) if count)
    return rules.same_direction or rearmost + foremost > BAR


def _means(questions: list[_Question]) -> list[float]:
    """Return the mean microseconds of each question, by its best round."""
    best = [float("inf")] * len(questions)
    for _ in range(ROUNDS):
        for index, (question, asked) in enumerate(questions):
            best[index] = min(best[index], mean(_times(question, asked)))
    return best


def _times(question: Callable[[Asked], object], asked: list[Asked]) -> Iterator[float]:
    for each in asked:
        began = process_time_ns()
        question(each)
        yield (process_time_ns() - began) / 1_000


def _find(asked: Asked) -> list[object]:
    return list(legal_plays(asked.position, asked.dice, asked.rules, asked.turn))


def _judge(asked: Asked) -> object:
    return judge(asked.position, asked.dice, asked.play, asked.rules, asked.turn)


def _by_bgsage(asked: Asked) -> object:
    return bgsage.possible_moves(asked.board, asked.dice.first, asked.dice.second)


def _by_gvformat(asked: Asked) -> object:
    mover = list(asked.position.mover)
    enemy = list(asked.position.waiter[::-1])
    return plays_by_gvformat(mover, enemy, asked.dice.first, asked.dice.second)


if __name__ == "__main__":
    main()
