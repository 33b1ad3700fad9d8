"""How fast the rules are, beside bgsage (C++) and gvformat (Python): `python -m bench.plays`.

All are asked about the same rolls in the same contact positions, met in games in which both sides
play at random, in turn within the same run, so that a busy machine slows all alike. `--section`
prints the section of docs/performance.md that `make bench` writes.
"""

import argparse
import random
from collections.abc import Callable, Iterator
from statistics import mean
from time import process_time_ns
from typing import NamedTuple, TypeAlias

import bgsage
from gvformat.legality import legal_plays as plays_by_gvformat

from bench.turns import micros_of_a_turn
from game import (
    BAR,
    LATER_TURN,
    LONG,
    SHORT,
    Dice,
    Plays,
    Position,
    RuleName,
    RuleSet,
    Steps,
    TurnContext,
    judge,
    legal_plays,
)
from game.dice import CommittedDice

INTRODUCTION = """\
## The rules

CPU time of plain Python, taken by turns in one process, so that other work on the machine matters
little (`python -m bench.plays`): means over contact positions met in self-play, one sixth of the
rolls pairs, whole plays returned, beside bgsage (C++) and gvformat (Python) in the same run.

| question | time | beside | asked for |
|---|---|---|---|"""

POSITIONS = 2_000
ROUNDS = 5
ROLLS = 50_000
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


class Figure(NamedTuple):
    """What was measured, and what it is beside what."""

    question: str
    micros: float
    beside: str
    asked: str


def figures() -> list[Figure]:
    """Measure everything; takes half a minute or so."""
    short, long = (list(_met_in_play(rules, POSITIONS)) for rules in (SHORT, LONG))
    dearest = max(short, key=lambda asked: len(_find(asked)) if asked.dice.is_doublet else 0)
    asked: list[_Question] = [(_find, short), (_judge, short), (_find, long), (_by_bgsage, short)]
    ours, judged, ours_long, sage = _means(asked)
    (others,) = _means([(_by_gvformat, short)])
    pair, sage_pair = _means([(_find, [dearest]), (_by_bgsage, [dearest])])
    turn, turn_long = (micros_of_a_turn(rules) for rules in (RuleName.SHORT, RuleName.LONG))
    return [
        Figure("`legal_plays`, short", ours, f"{ours / sage:.2f} × bgsage", "at most 4 ×"),
        Figure("`legal_plays`, long", ours_long, f"{ours_long / ours:.2f} × short", "1.5 ×"),
        Figure("judging one play", judged, f"{judged / ours:.2f} × `legal_plays`", "0.7 ×"),
        Figure("the dearest pair", pair, f"{pair / sage_pair:.2f} × bgsage", "1 ×"),
        Figure("bgsage, short", sage, "", ""),
        Figure("gvformat, short", others, f"{others / ours:.1f} × `legal_plays`", "at least 5 ×"),
        Figure("a turn of self-play, short", turn, "roll, plays, choice, events, folds", "150 µs"),
        Figure("a turn of self-play, long", turn_long, "the same", "150 µs"),
        Figure("a roll of the committed dice", _micros_of_a_roll(), "", ""),
    ]


def section(figures: list[Figure]) -> str:
    """The section of docs/performance.md."""
    rows = [f"| {f.question} | {f.micros:.3g} µs | {f.beside} | {f.asked} |" for f in figures]
    return "\n".join([INTRODUCTION, *rows, ""])


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(prog="python -m bench.plays", description=__doc__)
    arguments.add_argument("--section", action="store_true", help="print it as on the page")
    measured = figures()
    if arguments.parse_args().section:
        print(section(measured))
        return
    for each in measured:
        print(f"{each.question:<28} {each.micros:7.1f} µs  {each.beside:<36} {each.asked}")


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


def _micros_of_a_roll() -> float:
    cup = CommittedDice(bytes(32), bytes(16), (b"a seed",))
    began = process_time_ns()
    for number in range(ROLLS):
        cup.pair(number)
    return (process_time_ns() - began) / ROLLS / 1_000


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
