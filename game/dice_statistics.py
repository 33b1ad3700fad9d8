"""What dice have shown, against what fair dice show: counts, 95 % bands, chi-square, luck.

Every figure is a sum over rolls, so its expectation and its spread follow from those of a single
roll. Rolls of a game are compared as ordered pairs; a die thrown alone for the start of a game
counts among the faces.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import cache
from typing import Final, Self

import msgspec
from msgspec.structs import replace

from game.chi_square import Fit, fit
from game.rulesets import RuleSet

NORMAL_95: Final = 1.959963984540054
"""Two-sided: of a hundred bands of so many deviations about five miss, with fair dice too."""

_FACES: Final = range(1, 7)
_ROLLS: Final = tuple((first, second) for first in _FACES for second in _FACES)
_SINGLE_DIE_VARIANCE: Final = 5 / 36
"""Of whether one die shows one given face."""


class DiceKind(StrEnum):
    """What is thrown, and what a pair is worth: figures of one kind add up, of two they do not."""

    USUAL = "usual"
    """A pair is four steps."""
    NO_DOUBLETS = "no_doublets"
    """Pairs are thrown again unseen (an option of long nardy and of nardgammon)."""
    CASCADE = "cascade"
    """A pair is four steps of its value and of every greater one (crazy nardy)."""

    @classmethod
    def of(cls, rules: RuleSet) -> Self:
        """Return the kind of dice that these rules are played with."""
        if not rules.doublets:
            return cls.NO_DOUBLETS
        return cls.CASCADE if rules.cascade else cls.USUAL

    def pips(self, first: int, second: int) -> int:
        """Return the steps that a roll gives, whether or not the position lets them be played."""
        if first != second:
            return first + second
        return 4 * (sum(range(first, 7)) if self is DiceKind.CASCADE else first)


class RollTally(msgspec.Struct, frozen=True):
    """Rolls, counted."""

    pairs: tuple[int, ...] = (0,) * 36
    """Ordered pairs, 1-1 first, then 1-2: what a side threw in its turns."""
    opening: tuple[int, ...] = (0,) * 6
    """Faces of the single dice thrown for the start, ties included."""
    from_bar: int = 0
    """Rolls thrown with a checker on the bar."""
    bar_sixes: int = 0
    """Those of them that showed a six."""

    SIZE = 36 + 6 + 2

    @classmethod
    def of_counts(cls, counts: Sequence[int]) -> Self:
        """Read what `counts` wrote."""
        if len(counts) != cls.SIZE:
            raise ValueError(f"a tally has {cls.SIZE} counts, not {len(counts)}")
        return cls(tuple(counts[:36]), tuple(counts[36:42]), counts[42], counts[43])

    @property
    def counts(self) -> tuple[int, ...]:
        """All of it as one row of numbers."""
        return (*self.pairs, *self.opening, self.from_bar, self.bar_sixes)

    @property
    def rolls(self) -> int:
        """How many pairs were thrown."""
        return sum(self.pairs)

    def luck(self, kind: DiceKind) -> float:
        """Return the pips thrown beyond the expectation of so many rolls."""
        law = _law(kind)
        return math.fsum(
            count * (kind.pips(*roll) - law.pips.mean)
            for count, roll in zip(self.pairs, _ROLLS, strict=True)
        )

    def __add__(self, other: "RollTally") -> "RollTally":
        both = zip(self.counts, other.counts, strict=True)
        return RollTally.of_counts([one + another for one, another in both])


def total(tallies: Iterable[RollTally]) -> RollTally:
    """Add tallies up; nothing thrown where there are none."""
    return sum(tallies, start=RollTally())


class Measure(msgspec.Struct, frozen=True):
    """A figure, what fair dice give on average, and the band that holds 95 % of fair dice.

    The band of a count goes no further than counts can: from nothing to all.
    """

    observed: float
    expected: float
    low: float
    high: float

    @classmethod
    def of(cls, observed: float, expected: float, variance: float) -> Self:
        """Put a band of normal deviations around an expectation."""
        reach = NORMAL_95 * math.sqrt(variance)
        return cls(observed, expected, expected - reach, expected + reach)

    def within(self, most: int) -> Self:
        """Cut the band of a count off at what is counted: nothing, or so many."""
        return replace(self, low=max(self.low, 0.0), high=min(self.high, float(most)))


class Figures(msgspec.Struct, frozen=True):
    """All that is told of one kind of dice.

    `faces` count each die, 1 first, those thrown for the start too; `pairs` are the 36 ordered
    ones, 1-1, 1-2 and so on; `bar_sixes` are those of the `from_bar` rolls, thrown with a checker
    on the bar, that showed a six; `luck` is pips thrown beyond the expectation. The fits are none
    while there are too few rolls, that of the faces also where pairs are never thrown: the dice
    are not independent then.
    """

    kind: DiceKind
    rolls: int
    faces: tuple[Measure, ...]
    pairs: tuple[Measure, ...]
    doublets: Measure
    from_bar: int
    bar_sixes: Measure
    luck: Measure
    faces_fit: Fit | None
    pairs_fit: Fit | None


def figures(tally: RollTally, kind: DiceKind) -> Figures:
    """Compare a tally with fair dice of its kind."""
    law, rolls = _law(kind), tally.rolls
    pairs = [
        Measure.of(seen, rolls * p, rolls * p * (1 - p)).within(rolls)
        for seen, p in zip(tally.pairs, law.likelihoods, strict=True)
    ]
    faces = [_face(tally, law, face) for face in _FACES]
    independent = kind is not DiceKind.NO_DOUBLETS
    return Figures(
        kind=kind,
        rolls=rolls,
        faces=tuple(faces),
        pairs=tuple(pairs),
        doublets=law.doublets.over(rolls, _scored(tally, _is_doublet)),
        from_bar=tally.from_bar,
        bar_sixes=law.sixes.over(tally.from_bar, tally.bar_sixes),
        luck=Measure.of(tally.luck(kind), 0.0, rolls * law.pips.variance),
        faces_fit=_fit(faces) if independent else None,
        pairs_fit=_fit(pairs),
    )


def luck_deviation(kind: DiceKind, rolls: int) -> float:
    """Return how far, in pips, the luck of so many fair rolls lies from 0 in 95 of 100."""
    return NORMAL_95 * math.sqrt(rolls * _law(kind).pips.variance)


class _Score(msgspec.Struct, frozen=True):
    """Mean and variance, for one roll, of something that a roll scores."""

    mean: float
    variance: float

    def over(self, rolls: int, observed: float) -> Measure:
        """Compare what so many rolls scored with what they should."""
        return Measure.of(observed, rolls * self.mean, rolls * self.variance).within(rolls)


class _Law(msgspec.Struct, frozen=True):
    """What fair dice of one kind do."""

    likelihoods: tuple[float, ...]
    pips: _Score
    doublets: _Score
    sixes: _Score
    faces: tuple[_Score, ...]


@cache
def _law(kind: DiceKind) -> _Law:
    likelihoods = tuple(
        1 / 36 if kind is not DiceKind.NO_DOUBLETS else float(first != second) / 30
        for first, second in _ROLLS
    )

    def score(of: Callable[[int, int], int]) -> _Score:
        scores = [of(*roll) for roll in _ROLLS]
        mean = math.fsum(p * x for p, x in zip(likelihoods, scores, strict=True))
        square = math.fsum(p * x * x for p, x in zip(likelihoods, scores, strict=True))
        return _Score(mean, square - mean * mean)

    return _Law(
        likelihoods=likelihoods,
        pips=score(kind.pips),
        doublets=score(_is_doublet),
        sixes=score(lambda first, second: 6 in (first, second)),
        faces=tuple(score(_showing(face)) for face in _FACES),
    )


def _is_doublet(first: int, second: int) -> bool:
    return first == second


def _showing(face: int) -> Callable[[int, int], int]:
    return lambda first, second: (first, second).count(face)


def _scored(tally: RollTally, of: Callable[[int, int], int]) -> int:
    return sum(seen * of(*roll) for seen, roll in zip(tally.pairs, _ROLLS, strict=True))


def _face(tally: RollTally, law: _Law, face: int) -> Measure:
    of_pairs, alone = law.faces[face - 1], sum(tally.opening)
    return Measure.of(
        _scored(tally, _showing(face)) + tally.opening[face - 1],
        tally.rolls * of_pairs.mean + alone / 6,
        tally.rolls * of_pairs.variance + alone * _SINGLE_DIE_VARIANCE,
    ).within(2 * tally.rolls + alone)


def _fit(measures: Sequence[Measure]) -> Fit | None:
    observed = [int(measure.observed) for measure in measures]
    return fit(observed, [measure.expected for measure in measures])
