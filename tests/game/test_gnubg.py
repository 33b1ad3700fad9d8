"""GNU Backgammon reads the IDs that we write, and understands by them what we mean."""

import random
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from typing import Final

import pytest

from game.ids import GnuMatch, write_gnu_position
from game.plays import legal_plays
from game.position import Position, pips
from game.rulesets import SHORT
from game.steps import Dice

pytestmark = pytest.mark.external

GNUBG: Final = shutil.which("gnubg", path="/usr/games:/usr/local/bin:/usr/bin") or "gnubg"
SETTINGS: Final = ("set automatic game off", "set automatic roll off", "set display off")
PIPS: Final = re.compile(r"The pip counts are: (\w+) (\d+), (\w+) (\d+)\.")
SCORE: Final = re.compile(r"is: gnubg (\d+), root (\d+) \(match to (\d+) points")
CUBE: Final = re.compile(r"The cube is at (\d+), and is (?:owned by (\w+)|(centred))")
START: Final = write_gnu_position(Position.start(SHORT), SHORT)


def gnubg(commands: Iterable[str]) -> str:
    """Run the program over commands, in a match that its player and `root` have begun."""
    said = "\n".join((*SETTINGS, "set player 1 name root", "new match 7", *commands, ""))
    ran = subprocess.run(
        [GNUBG, "-t", "-q"], input=said, capture_output=True, text=True, check=False, timeout=120
    )
    return ran.stdout


def positions_of_a_game(seed: int) -> Iterator[Position]:
    """Play at random until somebody is off; the side to play comes first."""
    chance = random.Random(seed)
    position = Position.start(SHORT)
    while not position.waiter_has_won:
        yield position
        dice = Dice(chance.randint(1, 6), chance.randint(1, 6))
        plays = [play.position for play in legal_plays(position, dice, SHORT)]
        position = (chance.choice(plays) if plays else position).swapped()


@pytest.mark.parametrize("seed", range(3))
def test_it_counts_the_pips_of_both_sides_as_we_do(seed: int) -> None:
    positions = list(positions_of_a_game(seed))
    match = GnuMatch(on_roll=1, decider=1, length=7)

    told = gnubg(
        line
        for position in positions
        for line in (
            f"set gnubgid {write_gnu_position(position, SHORT)}:{match}",
            "show pipcount",
        )
    )

    counts = [{one: int(n), two: int(m)} for one, n, two, m in PIPS.findall(told)]
    assert counts == [
        {"root": pips(position.mover), "gnubg": pips(position.waiter)} for position in positions
    ]


@pytest.mark.parametrize(
    ("match", "scores", "cube", "owner"),
    [
        (GnuMatch(length=7, scores=(3, 2), decider=1, on_roll=1), (3, 2, 7), 1, ""),
        (GnuMatch(length=9, scores=(0, 8), cube=4, cube_owner=0), (0, 8, 9), 4, "gnubg"),
        (GnuMatch(length=25, scores=(24, 11), cube=2, cube_owner=1), (24, 11, 25), 2, "root"),
        (GnuMatch(length=5, scores=(4, 4), dice=Dice(6, 5)), (4, 4, 5), 1, ""),
    ],
)
def test_it_reads_score_and_cube_as_we_wrote_them(
    match: GnuMatch, scores: tuple[int, int, int], cube: int, owner: str
) -> None:
    told = gnubg([f"set gnubgid {START}:{match}", "show score", "show cube"])

    assert tuple(map(int, SCORE.findall(told)[-1])) == scores
    value, held_by, _ = CUBE.findall(told)[-1]
    assert (int(value), held_by) == (cube, owner)
