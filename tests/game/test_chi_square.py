"""Chi-square, against published tables (Abramowitz and Stegun, 26.8; NIST handbook, 1.3.6.7.4)."""

import math

import pytest

from game.chi_square import Fit, fit, upper_tail

CRITICAL = [
    (1, 0.05, 3.841),
    (1, 0.001, 10.828),
    (5, 0.95, 1.145),
    (5, 0.05, 11.070),
    (5, 0.01, 15.086),
    (10, 0.10, 15.987),
    (10, 0.001, 29.588),
    (29, 0.05, 42.557),
    (35, 0.95, 22.465),
    (35, 0.05, 49.802),
    (35, 0.001, 66.619),
    (100, 0.99, 70.065),
    (100, 0.05, 124.342),
]


@pytest.mark.parametrize(("degrees", "p", "critical"), CRITICAL)
def test_the_tail_is_that_of_the_published_tables(degrees: int, p: float, critical: float) -> None:
    assert upper_tail(critical, degrees) == pytest.approx(p, rel=2e-3)


@pytest.mark.parametrize("x", [0.01, 0.5, 2.0, 9.0, 40.0, 700.0])
def test_with_two_degrees_the_tail_is_an_exponential(x: float) -> None:
    """Exactly, which tells of every digit that the tables leave out."""
    assert upper_tail(x, 2) == pytest.approx(math.exp(-x / 2), rel=1e-12)


@pytest.mark.parametrize("x", [0.01, 0.5, 2.0, 9.0, 40.0, 700.0])
def test_with_one_degree_the_tail_is_that_of_the_normal_distribution(x: float) -> None:
    assert upper_tail(x, 1) == pytest.approx(math.erfc(math.sqrt(x / 2)), rel=1e-10)


@pytest.mark.parametrize("degrees", [1, 5, 35, 500])
def test_the_tail_falls_from_one_to_nothing(degrees: int) -> None:
    tail = [upper_tail(x * degrees / 10, degrees) for x in range(60)]

    assert tail[0] == 1.0
    assert tail == sorted(tail, reverse=True)
    assert 0 <= tail[-1] < 0.05


@pytest.mark.parametrize(
    ("statistic", "degrees"), [(-1.0, 5), (1.0, 0), (math.inf, 5), (math.nan, 5)]
)
def test_what_is_no_chi_square_is_refused(statistic: float, degrees: int) -> None:
    with pytest.raises(ValueError, match="chi-square"):
        upper_tail(statistic, degrees)


def test_counts_that_are_what_was_expected_fit_wholly() -> None:
    assert fit([10] * 6, [10.0] * 6) == Fit(0.0, 5, 1.0)


def test_the_statistic_is_pearsons() -> None:
    """Weldon's dice as Pearson counted them: 315,672 throws of a die, 106,602 a five or a six."""
    found = fit([106_602, 209_070], [105_224.0, 210_448.0])

    assert found is not None
    assert found.statistic == pytest.approx(27.07, abs=0.01)
    assert found.p == pytest.approx(2e-7, rel=0.05)


def test_too_few_to_tell_are_not_judged() -> None:
    assert fit([4, 5], [4.5, 4.5]) is None
    assert fit([], []) is None


def test_what_cannot_fall_and_fell_fits_nothing() -> None:
    assert fit([1, 10, 9], [0.0, 10.0, 10.0]) == Fit(None, 1, 0.0)
