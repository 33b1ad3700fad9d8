"""Pearson's chi-square: how well counts fit what was expected of them.

The tail of the distribution is the regularized incomplete gamma function, by its series where
that converges quickly and by Legendre's continued fraction elsewhere (Abramowitz and Stegun,
6.5.29 and 6.5.31).
"""

import math
from collections.abc import Sequence
from typing import Final

import msgspec

LEAST_EXPECTED: Final = 5
"""Below so many expected in a cell the distribution is not near enough to be spoken of."""

_PRECISION: Final = 1e-14
_TINY: Final = 1e-300


class Fit(msgspec.Struct, frozen=True):
    """`p` is how often fair dice differ at least so much: 0.03 happens to three in a hundred.

    `statistic` is none where something was counted that cannot be.
    """

    statistic: float | None
    degrees: int
    p: float


def fit(observed: Sequence[int], expected: Sequence[float]) -> Fit | None:
    """Compare counts with expectations of the same sum; none while there are too few to say.

    Cells that nothing is expected in are left out; a count in one of them fits nothing (p = 0).
    """
    cells = [(seen, due) for seen, due in zip(observed, expected, strict=True) if due]
    if not cells or min(due for _, due in cells) < LEAST_EXPECTED:
        return None
    degrees = len(cells) - 1
    if sum(seen for seen, _ in cells) != sum(observed):
        return Fit(None, degrees, 0.0)
    statistic = sum((seen - due) ** 2 / due for seen, due in cells)
    return Fit(statistic, degrees, upper_tail(statistic, degrees))


def upper_tail(statistic: float, degrees: int) -> float:
    """Return how likely a chi-square of so many degrees of freedom is at least `statistic`."""
    if not 0 <= statistic < math.inf or degrees < 1:
        raise ValueError("a chi-square is finite, not negative, of one degree of freedom or more")
    if statistic == 0:
        return 1.0
    a, x = degrees / 2, statistic / 2
    return 1 - _lower_gamma(a, x) if x < a + 1 else _upper_gamma(a, x)


def _lower_gamma(a: float, x: float) -> float:
    """P(a, x) by the series; x > 0."""
    term = total = 1 / a
    n = 0
    while term > total * _PRECISION:
        n += 1
        term *= x / (a + n)
        total += term
    return total * _factor(a, x)


def _upper_gamma(a: float, x: float) -> float:
    """Q(a, x) by the continued fraction, evaluated as Lentz proposed; x > a."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    value, factor, n = d, 0.0, 0
    while abs(factor - 1) > _PRECISION:
        n += 1
        numerator = -n * (n - a)
        b += 2
        d = 1 / _away_from_zero(numerator * d + b)
        c = _away_from_zero(b + numerator / c)
        factor = d * c
        value *= factor
    return value * _factor(a, x)


def _factor(a: float, x: float) -> float:
    return math.exp(a * math.log(x) - x - math.lgamma(a))


def _away_from_zero(number: float) -> float:
    return number if abs(number) > _TINY else _TINY
