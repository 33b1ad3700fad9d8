"""What is already lost, and what could still be lost, against a search of small races."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.certainty import could_lose_gammon, is_race, least_ending
from game.endings import Ending, ending
from game.plays import legal_plays
from game.position import Position
from game.rulesets import CRAZY, LONG, NARDGAMMON, SHORT, RuleSet
from game.steps import Dice


def standing(mover: dict[int, int], waiter: dict[int, int]) -> Position:
    counts = []
    for heaps in (mover, waiter):
        side = bytearray(26)
        for point, checkers in heaps.items():
            side[point] = checkers
        counts.append(bytes(side))
    return Position(*counts)


@pytest.mark.parametrize(
    ("rules", "mover", "waiter", "race"),
    [
        (SHORT, {12: 15}, {12: 15}, True),
        (SHORT, {13: 15}, {12: 15}, False),
        (SHORT, {25: 1, 1: 14}, {1: 15}, False),
        (SHORT, {1: 15}, {25: 1, 1: 14}, False),
        (LONG, {12: 15}, {12: 15}, True),
        (LONG, {13: 15}, {1: 15}, False),
        (LONG, {1: 15}, {13: 15}, False),
        (LONG, {24: 15}, {24: 15}, False),
    ],
)
def test_a_race_is_where_nobody_can_meet(
    rules: RuleSet, mover: dict[int, int], waiter: dict[int, int], *, race: bool
) -> None:
    assert is_race(standing(mover, waiter), rules) is race


@pytest.mark.parametrize(
    ("rules", "loser", "winner", "to_move", "possible"),
    [
        pytest.param(SHORT, {6: 14, 0: 1}, {1: 1, 0: 14}, True, False, id="one is off"),
        pytest.param(SHORT, {24: 15}, {1: 1, 0: 14}, True, True, id="contact"),
        pytest.param(SHORT, {1: 15}, {1: 4, 0: 11}, True, False, id="he bears off now"),
        pytest.param(SHORT, {1: 15}, {1: 4, 0: 11}, False, True, id="the other ends it first"),
        pytest.param(SHORT, {1: 15}, {1: 5, 0: 10}, False, False, id="the other needs two turns"),
        pytest.param(SHORT, {2: 3, 1: 12}, {1: 4, 0: 11}, True, True, id="two and one stop short"),
        pytest.param(
            SHORT, {2: 2, 1: 13}, {1: 4, 0: 11}, True, False, id="one pip too few to stall"
        ),
        pytest.param(
            SHORT, {2: 3, 1: 12}, {7: 2, 0: 13}, True, True, id="of seven pips, two steps"
        ),
        pytest.param(SHORT, {2: 3, 1: 12}, {7: 3, 0: 12}, True, False, id="six steps, two turns"),
        pytest.param(
            LONG.with_options({"doublets": False}),
            {2: 3, 1: 12},
            {1: 3, 0: 12},
            True,
            False,
            id="without doublets two steps a turn",
        ),
        pytest.param(CRAZY, {1: 15}, {6: 15}, True, True, id="exact dice may never come"),
        pytest.param(
            LONG.with_options({"prime_condition": "home"}),
            {1: 15},
            {6: 15},
            True,
            True,
            id="a block may forbid every step",
        ),
    ],
)
def test_a_gammon_is_impossible_only_where_no_roll_could_bring_it(
    rules: RuleSet, loser: dict[int, int], winner: dict[int, int], *, to_move: bool, possible: bool
) -> None:
    position = standing(loser, winner)

    assert could_lose_gammon(position, rules, loser_to_move=to_move) is possible


@pytest.mark.parametrize(
    ("rules", "loser", "winner", "to_move", "certain"),
    [
        pytest.param(SHORT, {18: 15}, {1: 1, 0: 14}, False, Ending.GAMMON, id="he ends it now"),
        pytest.param(SHORT, {6: 15}, {1: 1, 0: 14}, False, Ending.GAMMON, id="all home, too late"),
        pytest.param(SHORT, {6: 15}, {1: 1, 0: 14}, True, Ending.SINGLE, id="all home, in time"),
        pytest.param(SHORT, {6: 15}, {1: 3, 0: 12}, False, Ending.SINGLE, id="two go, one stays"),
        pytest.param(
            SHORT, {7: 8, 6: 7}, {1: 5, 0: 10}, False, Ending.GAMMON, id="two go each turn"
        ),
        pytest.param(SHORT, {7: 4, 6: 11}, {1: 1, 0: 14}, True, Ending.GAMMON, id="five steps"),
        pytest.param(SHORT, {20: 1, 6: 14}, {1: 2, 0: 13}, False, Ending.BACKGAMMON, id="behind"),
        pytest.param(SHORT, {24: 1, 6: 14}, {1: 2, 0: 13}, False, Ending.BACKGAMMON, id="on 24"),
        pytest.param(SHORT, {20: 1, 6: 14}, {1: 2, 0: 13}, True, Ending.SINGLE, id="he runs"),
        pytest.param(
            SHORT, {13: 6, 12: 9}, {6: 2, 0: 13}, True, Ending.GAMMON, id="dice of one alternate"
        ),
        pytest.param(SHORT, {24: 15}, {13: 15}, True, Ending.SINGLE, id="contact"),
        pytest.param(
            SHORT, {20: 15}, {1: 2, 0: 13}, True, Ending.BACKGAMMON, id="fifteen cannot all run"
        ),
        pytest.param(
            SHORT, {19: 15}, {1: 2, 0: 13}, True, Ending.BACKGAMMON, id="19 is in his home"
        ),
        pytest.param(SHORT, {18: 15}, {1: 2, 0: 13}, True, Ending.GAMMON, id="18 is not"),
        pytest.param(
            SHORT, {18: 15}, {6: 4, 0: 11}, True, Ending.SINGLE, id="eight times 2-1, eight pairs"
        ),
        pytest.param(
            SHORT, {20: 4, 6: 11}, {1: 2, 0: 13}, True, Ending.GAMMON, id="four of them can"
        ),
        pytest.param(
            SHORT,
            {25: 1, 6: 14},
            {1: 2, 0: 13},
            False,
            Ending.BACKGAMMON,
            id="on the bar, too late",
        ),
        pytest.param(
            SHORT, {25: 1, 6: 14}, {1: 2, 0: 13}, True, Ending.SINGLE, id="on the bar, and may hit"
        ),
        pytest.param(
            SHORT, {25: 1, 6: 14}, {2: 2, 0: 13}, False, Ending.SINGLE, id="2-1 leaves one behind"
        ),
        pytest.param(
            SHORT, {25: 1, 6: 14}, {6: 1, 0: 14}, False, Ending.SINGLE, id="on the bar, one roll"
        ),
        pytest.param(
            SHORT, {25: 1, 6: 14}, {1: 3, 0: 12}, False, Ending.SINGLE, id="on the bar, a third"
        ),
        pytest.param(CRAZY, {12: 15}, {1: 1, 0: 14}, False, Ending.SINGLE, id="exact dice"),
        pytest.param(SHORT, {12: 15}, {2: 2, 0: 13}, True, Ending.GAMMON, id="two turns at most"),
        pytest.param(SHORT, {18: 1, 6: 14}, {1: 6, 0: 9}, True, Ending.SINGLE, id="three turns"),
        pytest.param(SHORT, {6: 14, 0: 1}, {1: 1, 0: 14}, False, Ending.SINGLE, id="one is off"),
        pytest.param(SHORT, {25: 1, 6: 14}, {0: 15}, True, Ending.BACKGAMMON, id="it is over"),
        pytest.param(CRAZY, {1: 15}, {0: 15}, True, Ending.GAMMON, id="it is over, never three"),
        pytest.param(NARDGAMMON, {12: 15}, {1: 1, 0: 14}, False, Ending.GAMMON, id="never three"),
    ],
)
def test_what_is_certain_is_certain_for_every_roll_and_play(
    rules: RuleSet,
    loser: dict[int, int],
    winner: dict[int, int],
    *,
    to_move: bool,
    certain: Ending,
) -> None:
    assert least_ending(standing(loser, winner), rules, loser_to_move=to_move) is certain


ROLLS = [Dice(high, low) for high in range(1, 7) for low in range(1, high + 1)]


def outcomes(position: Position, rules: RuleSet, *, loser_moves: bool, depth: int) -> set[Ending]:
    """Return every ending that rolls and plays can still bring, in so many turns."""
    if depth == 0:
        return set()
    found: set[Ending] = set()
    for roll in ROLLS:
        for play in legal_plays(position, roll, rules):
            after = play.position
            if after.mover_has_won:
                if not loser_moves:
                    found.add(ending(after.waiter, rules))
                continue
            found |= outcomes(after.swapped(), rules, loser_moves=not loser_moves, depth=depth - 1)
    return found


heaps = st.dictionaries(st.integers(1, 12), st.integers(1, 2), min_size=1, max_size=2)


@settings(max_examples=25)
@given(heaps, st.dictionaries(st.integers(1, 3), st.integers(1, 2), max_size=2), st.booleans())
def test_no_sequence_of_rolls_contradicts_the_bounds(
    loser: dict[int, int], winner: dict[int, int], to_move: bool
) -> None:
    assume(winner)
    position = standing(loser, winner)
    certain = least_ending(position, SHORT, loser_to_move=to_move)
    possible = could_lose_gammon(position, SHORT, loser_to_move=to_move)

    start = position if to_move else position.swapped()
    found = outcomes(start, SHORT, loser_moves=to_move, depth=2)

    assert all(end.worth >= certain.worth for end in found)
    assert possible or found <= {Ending.SINGLE}
