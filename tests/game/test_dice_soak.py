"""Ten million rolls of the committed stream: each as likely as any other, and none tells of the
next.

The secrets are fixed, so that the figures are the same in every run; every test is two-sided or
one-sided at one in a hundred thousand.
"""

import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from operator import mul

import pytest

from game.chi_square import fit
from game.dice import CommittedDice

pytestmark = pytest.mark.soak

MATCHES = 100
ROLLS_EACH = 100_000
UNLIKELY = 1e-5
LEAST_RATE = 200_000


class Sample:
    """Rolls of many matches one after the other: as places 0 to 35, and how soon they came."""

    def __init__(self) -> None:
        self.rolls = bytearray()
        self.seconds = 0.0
        for number in range(MATCHES):
            secret, match = number.to_bytes(32, "big"), number.to_bytes(16, "little")
            dice = CommittedDice(secret, match, (b"seat 0", b"seat 1"))
            began = time.process_time()
            pairs = [dice.pair(n) for n in range(ROLLS_EACH)]
            self.seconds += time.process_time() - began
            self.rolls += bytes(6 * first + second - 7 for first, second in pairs)

    @property
    def dice(self) -> Iterator[int]:
        """The single dice in their order, 0 to 5."""
        for roll in self.rolls:
            yield from divmod(roll, 6)


@pytest.fixture(scope="module")
def sample() -> Sample:
    return Sample()


def p_of_normal(z: float) -> float:
    """How likely a normal deviation is at least so far from 0, on either side."""
    return math.erfc(abs(z) / math.sqrt(2))


def p_of_counts(counts: Sequence[int]) -> float:
    found = fit(counts, [sum(counts) / len(counts)] * len(counts))
    assert found is not None
    return found.p


def test_it_draws_200_000_rolls_a_second(sample: Sample) -> None:
    rate = len(sample.rolls) / sample.seconds

    assert rate > LEAST_RATE, f"{rate:,.0f} rolls a second"


def test_every_pair_is_as_likely_as_any_other(sample: Sample) -> None:
    counts = Counter(sample.rolls)

    assert sum(counts.values()) == MATCHES * ROLLS_EACH
    assert p_of_counts([counts[roll] for roll in range(36)]) > UNLIKELY


def test_every_face_is_as_likely_as_any_other(sample: Sample) -> None:
    counts = Counter(sample.dice)

    assert p_of_counts([counts[face] for face in range(6)]) > UNLIKELY


def test_a_roll_does_not_tell_of_the_next(sample: Sample) -> None:
    """All 1,296 successions of two rolls, none of them overlapping another."""
    successions = Counter(zip(sample.rolls[::2], sample.rolls[1::2], strict=True))

    counts = [successions[one, other] for one in range(36) for other in range(36)]
    assert p_of_counts(counts) > UNLIKELY


@pytest.mark.parametrize("lag", [1, 2, 3, 7, 100])
def test_pips_are_not_correlated_with_those_of_later_rolls(sample: Sample, lag: int) -> None:
    pips = [a + b - 5 for a, b in (divmod(roll, 6) for roll in sample.rolls)]
    variance = sum(map(mul, pips, pips)) / len(pips)
    products = sum(map(mul, pips, islice(pips, lag, None)))

    correlation = products / variance / (len(pips) - lag)

    assert p_of_normal(correlation * math.sqrt(len(pips) - lag)) > UNLIKELY


def test_high_and_low_dice_come_in_runs_of_chance(sample: Sample) -> None:
    """The runs test of Wald and Wolfowitz, on dice above and below three and a half."""
    high = [die > 2 for die in sample.dice]
    n, ups = len(high), sum(high)
    downs = n - ups
    runs = 1 + sum(one is not other for one, other in pairwise(high))
    mean = 2 * ups * downs / n + 1
    variance = (mean - 1) * (mean - 2) / (n - 1)

    assert p_of_normal((runs - mean) / math.sqrt(variance)) > UNLIKELY


def test_doublets_come_in_runs_of_chance(sample: Sample) -> None:
    """How many rolls lie between two doublets: geometric, the long waits counted as one."""
    waits = [0] * 40
    waited = 0
    for roll in sample.rolls:
        if roll % 7:
            waited += 1
        else:
            waits[min(waited, 39)] += 1
            waited = 0
    shares = [(5 / 6) ** wait / 6 for wait in range(39)]
    expected = [sum(waits) * share for share in (*shares, (5 / 6) ** 39)]
    found = fit(waits, expected)

    assert found is not None
    assert found.p > UNLIKELY
