"""Dice against fair dice: the figures are those that a pencil gives."""

import math
from fractions import Fraction
from random import Random

import pytest

from game.dice_statistics import (
    DiceKind,
    Figures,
    Measure,
    RollTally,
    figures,
    luck_deviation,
    total,
)
from game.rulesets import RULE_SETS, RuleName

EVERY_ROLL = RollTally(pairs=(1,) * 36)


def thrown(*rolls: str, **members: object) -> RollTally:
    """The tally of rolls written as `62`."""
    pairs = [0] * 36
    for roll in rolls:
        pairs[6 * int(roll[0]) + int(roll[1]) - 7] += 1
    return RollTally(tuple(pairs), **members)  # type: ignore[arg-type]  # members by name


def test_every_roll_once_is_just_what_is_expected() -> None:
    told = figures(EVERY_ROLL, DiceKind.USUAL)

    assert told.rolls == 36
    for measure in (*told.faces, *told.pairs, told.doublets, told.luck):
        assert measure.observed == pytest.approx(measure.expected)
    assert [face.observed for face in told.faces] == [12] * 6
    assert told.doublets.observed == 6


@pytest.mark.parametrize(
    ("kind", "mean", "variance"),
    [
        (DiceKind.USUAL, Fraction(49, 6), Fraction(665, 36)),
        (DiceKind.NO_DOUBLETS, Fraction(7), Fraction(14, 3)),
        (DiceKind.CASCADE, Fraction(287, 18), None),
    ],
)
def test_a_roll_is_worth_what_it_is_known_to_be(
    kind: DiceKind, mean: Fraction, variance: Fraction | None
) -> None:
    """Eight and a sixth pips, as every book of backgammon says."""
    assert thrown("21").luck(kind) == pytest.approx(3 - float(mean))
    if variance is not None:
        assert luck_deviation(kind, 1) == pytest.approx(1.959964 * math.sqrt(variance))


@pytest.mark.parametrize(
    ("kind", "roll", "pips"),
    [
        (DiceKind.USUAL, (6, 5), 11),
        (DiceKind.USUAL, (5, 5), 20),
        (DiceKind.CASCADE, (5, 5), 44),
        (DiceKind.CASCADE, (1, 1), 84),
        (DiceKind.CASCADE, (1, 2), 3),
    ],
)
def test_pips_of_a_roll(kind: DiceKind, roll: tuple[int, int], pips: int) -> None:
    assert kind.pips(*roll) == pips


def test_luck_is_what_was_thrown_beyond_the_expectation() -> None:
    told = figures(thrown("66", "66", "21"), DiceKind.USUAL)

    assert told.luck.observed == pytest.approx(24 + 24 + 3 - 3 * 49 / 6)
    assert told.luck.high == pytest.approx(luck_deviation(DiceKind.USUAL, 3))
    assert told.luck.low == -told.luck.high


def test_sixes_from_the_bar_are_eleven_in_thirty_six() -> None:
    told = figures(thrown("61", from_bar=72, bar_sixes=30), DiceKind.USUAL)

    assert told.from_bar == 72
    assert told.bar_sixes.observed == 30
    assert told.bar_sixes.expected == pytest.approx(22)
    assert told.bar_sixes.high == pytest.approx(22 + 1.959964 * math.sqrt(72 * 11 * 25 / 36**2))


def test_dice_thrown_for_the_start_are_counted_among_the_faces_alone() -> None:
    told = figures(thrown("61", opening=(0, 0, 0, 0, 0, 2)), DiceKind.USUAL)

    assert (told.rolls, told.faces[5].observed) == (1, 3)
    assert told.faces[5].expected == pytest.approx(4 / 6)


def test_where_pairs_are_never_thrown_none_are_expected() -> None:
    told = figures(RollTally(tuple(int(n // 6 != n % 6) * 30 for n in range(36))), kind_without())

    assert told.doublets == Measure(0, 0, 0, 0)
    assert told.pairs_fit is not None
    assert (told.pairs_fit.degrees, told.pairs_fit.p) == (29, 1)
    assert told.faces_fit is None


def test_a_pair_where_none_can_fall_is_seen_at_once() -> None:
    counts = [int(n // 6 != n % 6) * 30 for n in range(36)]
    counts[0] = 1

    told = figures(RollTally(tuple(counts)), kind_without())

    assert told.pairs_fit is not None
    assert told.pairs_fit.p == 0


def kind_without() -> DiceKind:
    return DiceKind.of(RULE_SETS[RuleName.LONG].with_options({"doublets": False}))


def test_the_kind_of_dice_follows_from_the_rules() -> None:
    kinds = {name: DiceKind.of(rules) for name, rules in RULE_SETS.items()}

    assert kinds.pop(RuleName.CRAZY) is DiceKind.CASCADE
    assert set(kinds.values()) == {DiceKind.USUAL}
    assert kind_without() is DiceKind.NO_DOUBLETS


def test_tallies_add_up_and_go_through_a_row_of_numbers() -> None:
    one = thrown("61", "33", opening=(1, 0, 0, 0, 1, 0), from_bar=2, bar_sixes=1)

    assert total([one, one]).counts == tuple(2 * count for count in one.counts)
    assert RollTally.of_counts(one.counts) == one
    assert total([]) == RollTally()
    with pytest.raises(ValueError, match="44 counts, not 43"):
        RollTally.of_counts(one.counts[:-1])


def test_few_rolls_are_not_judged() -> None:
    assert figures(thrown("61"), DiceKind.USUAL).pairs_fit is None
    assert figures(EVERY_ROLL, DiceKind.USUAL).faces_fit is not None


def test_the_band_of_a_count_reaches_from_nothing_to_all() -> None:
    told = figures(thrown("61"), DiceKind.USUAL)
    bands = [(each.low, each.high) for each in (*told.faces, *told.pairs, told.doublets)]
    assert min(low for low, _ in bands) == 0
    assert all(high <= 2 for _, high in bands)
    assert told.luck.low < 0


def test_bands_hold_about_95_of_100_fair_dice() -> None:
    """Of faces, doublets and luck alike, over two thousand samples of five hundred rolls."""
    chance = Random(5)
    held = {"face": 0, "doublets": 0, "luck": 0, "pairs_fit": 0}
    samples = 2_000
    for _ in range(samples):
        pairs = [0] * 36
        for _ in range(500):
            pairs[chance.randrange(36)] += 1
        told = figures(RollTally(tuple(pairs)), DiceKind.USUAL)
        held["face"] += within(told.faces[2])
        held["doublets"] += within(told.doublets)
        held["luck"] += within(told.luck)
        held["pairs_fit"] += fits_at_five_percent(told)

    assert all(0.935 < times / samples < 0.965 for times in held.values()), held


def within(measure: Measure) -> bool:
    return measure.low <= measure.observed <= measure.high


def fits_at_five_percent(told: Figures) -> bool:
    assert told.pairs_fit is not None
    return told.pairs_fit.p > 0.05


def test_loaded_dice_are_found_out() -> None:
    """A six that comes one time in five instead of six, over two thousand rolls."""
    chance = Random(9)
    pairs = [0] * 36
    for _ in range(2_000):
        first, second = (chance.choice((1, 2, 3, 4, 5, 6, 6, 1, 2, 3)) for _ in range(2))
        pairs[6 * first + second - 7] += 1
    told = figures(RollTally(tuple(pairs)), DiceKind.USUAL)

    assert told.faces_fit is not None
    assert told.faces_fit.p < 1e-9
