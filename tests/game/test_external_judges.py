"""Two generators of other authors judge ours: bgsage (C++) and gvformat (Python).

Both know the international rules of two different dice and of pairs; neither shares anything with
us. They are asked about positions met in self-play of short, nackgammon and hypergammon.
"""

import random
from collections.abc import Iterator

import bgsage
import pytest
from gvformat.legality import legal_plays as plays_by_gvformat

from game import BAR, HYPERGAMMON, NACKGAMMON, SHORT, Dice, Plays, Position, RuleSet, legal_plays

RULES = pytest.mark.parametrize("rules", [SHORT, NACKGAMMON, HYPERGAMMON], ids=lambda r: r.name)


def met_in_self_play(rules: RuleSet, number: int, seed: int) -> Iterator[Plays]:
    """Yield the plays of random rolls in the positions of games in which all play at random."""
    chance = random.Random(seed)
    position = Position.start(rules)
    for _ in range(number):
        dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
        plays = legal_plays(position, dice, rules)
        yield plays
        played = chance.choice(list(plays)).position if plays else position
        position = Position.start(rules) if played.mover_has_won else played.swapped()


def signed(position: Position) -> list[int]:
    """Return the board as bgsage has it: the mover's points, his checkers positive."""
    points = [position.mover[p] - position.waiter[BAR - p] for p in range(1, BAR)]
    return [position.waiter[BAR], *points, position.mover[BAR]]


def by_bgsage(plays: Plays) -> set[tuple[int, ...]]:
    boards = bgsage.possible_moves(signed(plays.before), *plays.dice[:2])
    return {tuple(board) for board in boards}


def by_gvformat(plays: Plays) -> tuple[set[tuple[int, ...]], int]:
    """Return the boards after its plays, hits made as it leaves them to others to make."""
    before = plays.before
    enemy = [before.waiter[BAR - point] for point in range(BAR + 1)]
    found, dice_used = plays_by_gvformat(list(before.mover), enemy, *plays.dice[:2])
    return {_after(before, steps) for steps in found}, dice_used


def _after(before: Position, steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    mover, waiter = list(before.mover), list(before.waiter)
    for start, end in steps:
        mover[start] -= 1
        mover[end] += 1
        if end and waiter[BAR - end] == 1:
            waiter[BAR - end] = 0
            waiter[BAR] += 1
    return tuple(signed(Position(bytes(mover), bytes(waiter))))


def ours(plays: Plays) -> set[tuple[int, ...]]:
    ends = [play.position for play in plays] or [plays.before]
    return {tuple(signed(end)) for end in ends}


def ours_with_all_dice(plays: Plays) -> set[tuple[int, ...]]:
    """Leave out what gvformat does not know: a win by fewer dice than can be used (rule 2.3)."""
    return {tuple(signed(play.position)) for play in plays if len(play.steps) == plays.dice_used}


def disagreements(rules: RuleSet, number: int, seed: int) -> list[str]:
    """Return the positions in which the three do not find the same plays."""
    found = []
    for plays in met_in_self_play(rules, number, seed):
        same = ours(plays) == by_bgsage(plays)
        if not same or (ours_with_all_dice(plays), plays.dice_used) != by_gvformat(plays):
            found.append(f"{plays.before} {plays.dice}")
    return found


@RULES
def test_others_find_the_same_plays(rules: RuleSet) -> None:
    assert disagreements(rules, 400, seed=1) == []


@pytest.mark.soak
@RULES
def test_others_find_the_same_plays_in_twenty_thousand_positions(rules: RuleSet) -> None:
    assert disagreements(rules, 20_000, seed=2) == []
