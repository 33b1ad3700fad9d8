"""A typed play among the legal ones: the whole of one, a part, or what is wrong with it."""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import Final, TypeAlias

import msgspec

from bots.reading.moves import NotAPlay, TypedMove, TypedPlay, goes_upwards, read_moves
from game.illegal import IllegalPlay, Reason
from game.play import Play
from game.plays import Plays
from game.step_graph import StepGraph
from game.steps import BAR, OFF, Point, Step, Steps

_TRIED: Final = 300
"""Orders of steps that are tried to find out why a play is refused."""


class WholePlay(msgspec.Struct, frozen=True):
    """All that is to be played, from the beginning of the turn."""

    play: Play


class PartOfPlay(msgspec.Struct, frozen=True):
    """A good beginning: these steps of the turn are made, and dice are left."""

    steps: Steps


class SeveralPlays(msgspec.Struct, frozen=True):
    """Legal, but on two ways that are not the same: one hits where the other does not."""

    ways: tuple[Steps, ...]


class WrongDice(msgspec.Struct, frozen=True):
    """It says another roll than the one on the table."""

    said: tuple[int, int]


class Unclear(msgspec.Struct, frozen=True):
    """It cannot be read: `word` is where, empty if nothing of it looks like a play."""

    word: str
    upwards: bool = False
    """It is readable, but counted from the other side's home."""


class NotLegal(msgspec.Struct, frozen=True):
    """It can be read, but the rules forbid it."""

    why: IllegalPlay


Reading: TypeAlias = WholePlay | PartOfPlay | SeveralPlays | WrongDice | Unclear | NotLegal


def read_typed(text: str, plays: Plays, made: Steps = ()) -> Reading:
    """Say what a typed play is, `made` being the steps of this turn that were chosen before.

    It goes on from there where it can; else it is the turn from its beginning, typed whole in
    place of what was chosen.

    Never raises, whatever the text; KeyError where `made` begins no legal play.
    """
    try:
        typed = read_moves(text)
    except NotAPlay as unclear:
        return Unclear(unclear.word)
    if typed.roll is not None and sorted(typed.roll) != sorted(plays.dice[:2]):
        return WrongDice(typed.roll)
    if goes_upwards(typed):
        return Unclear("", upwards=True)
    if any(a <= b for move in typed.moves for a, b in pairwise(move.points)):
        return Unclear(_way(typed))
    reading = _among(typed, plays, made)
    if made and isinstance(reading, NotLegal):
        anew = _among(typed, plays, ())
        return reading if isinstance(anew, NotLegal) else anew
    return reading


def _among(typed: TypedPlay, plays: Plays, made: Steps) -> Reading:
    graph = plays.graph()
    begun = _follow(graph, made)
    wanted = _mover_after(graph.positions[begun].mover, typed)
    found = _reached(graph, begun, wanted) if wanted is not None else []
    if not found:
        return NotLegal(_why(typed, plays, made))
    best = _as_hit(found, typed, plays, graph.positions[begun].waiter)
    if len({graph.positions[node].waiter for _, node in best}) > 1:
        return SeveralPlays(tuple(made + steps for steps, _ in best))
    steps, node = best[0]
    if graph.nodes[node]:
        return PartOfPlay(made + steps)
    return WholePlay(Play(made + steps, graph.positions[node]))


def _follow(graph: StepGraph, steps: Steps) -> int:
    node = 0
    for step in steps:
        edges = {(edge.start, edge.end): edge.node for edge in graph.nodes[node]}
        node = edges[step]
    return node


def _reached(graph: StepGraph, begun: int, wanted: bytes) -> list[tuple[Steps, int]]:
    """Find where the turn may come to with the checkers so, by the shortest ways."""
    ways: dict[int, Steps] = {begun: ()}
    pending = deque([begun])
    found: list[tuple[Steps, int]] = []
    while pending:
        node = pending.popleft()
        if node != begun and graph.positions[node].mover == wanted:
            found.append((ways[node], node))
            continue
        for edge in graph.nodes[node]:
            if edge.node not in ways:
                ways[edge.node] = (*ways[node], (edge.start, edge.end))
                pending.append(edge.node)
    return found


def _as_hit(
    found: list[tuple[Steps, int]], typed: TypedPlay, plays: Plays, waiter: bytes
) -> list[tuple[Steps, int]]:
    """Keep those that hit just where the stars say, if any do; stars may be left out."""
    said = {plays.rules.theirs(p) for move in typed.moves for p in move.hits if OFF < p < BAR}
    graph = plays.graph()

    def hit(node: int) -> set[Point]:
        now = graph.positions[node].waiter
        return {point for point in range(1, BAR) if now[point] < waiter[point]}

    exact = [(steps, node) for steps, node in found if hit(node) == said]
    return (exact if said else []) or found


def _mover_after(before: bytes, typed: TypedPlay) -> bytes | None:
    """Return the mover's counts after the play, none where he has not so many checkers."""
    counts = list(before)
    for move in typed.moves:
        counts[move.points[0]] -= move.times
        counts[move.points[-1]] += move.times
    return bytes(counts) if all(0 <= count < 256 for count in counts) else None


def _why(typed: TypedPlay, plays: Plays, made: Steps) -> IllegalPlay:
    """Find the reason: of the ways in which the moves could be stepped, the farthest that gets."""
    example = plays[0].steps if plays else ()
    best = IllegalPlay.because(Reason.NO_DIE, example)
    reasons = []
    ways = _Stepping(plays.dice, typed).ways(_dice_left(plays.dice, made))
    for steps in islice(ways, _TRIED):
        judged = plays.judge(made + steps)
        if isinstance(judged, IllegalPlay):
            reasons.append(judged)
    specific = [why for why in reasons if why.reason is not Reason.NO_DIE]
    short = [why for why in specific if why.reason in {Reason.MORE_DICE, Reason.LARGER_DIE}]
    return next(iter(short or specific or reasons), best)


def _dice_left(dice: Sequence[int], made: Steps) -> tuple[int, ...]:
    left = list(dice)
    for start, end in made:
        fitting = [die for die in left if die == start - end or (end == OFF and die > start)]
        if fitting:
            left.remove(min(fitting))
    return tuple(left)


class _Stepping:
    """The ways in which typed moves could be made of steps of the dice, in any order."""

    def __init__(self, dice: Sequence[int], typed: TypedPlay) -> None:
        self._dice = dice
        legs = [_legs(move) for move in typed.moves for _ in range(move.times)]
        self._checkers = [leg for leg in legs if leg]

    def ways(self, dice: tuple[int, ...]) -> Iterator[Steps]:
        """Yield sequences of steps; none if the dice do not suffice."""
        yield from self._made((), tuple(self._checkers), dice)

    def _made(
        self, steps: Steps, checkers: tuple[tuple[Step, ...], ...], dice: tuple[int, ...]
    ) -> Iterator[Steps]:
        if not checkers:
            yield steps
            return
        for number, legs in enumerate(checkers):
            (start, end), *further = legs
            others = checkers[:number] + checkers[number + 1 :]
            for die in dict.fromkeys(dice):
                stop = max(start - die, OFF)
                if stop < end:
                    continue
                rest = tuple(further) if stop == end else ((stop, end), *further)
                left = list(dice)
                left.remove(die)
                going = (rest, *others) if rest else others
                yield from self._made((*steps, (start, stop)), going, tuple(left))


def _legs(move: TypedMove) -> tuple[Step, ...]:
    return tuple(pairwise(move.points))


def _way(typed: TypedPlay) -> str:
    """Quote the first move that goes nowhere."""
    for move in typed.moves:
        if any(a <= b for a, b in pairwise(move.points)):
            return "/".join(map(str, move.points))
    return ""
