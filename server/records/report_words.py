"""A recount of the dice in words, for a terminal."""

from collections.abc import Iterator
from datetime import date, timedelta

from game.chi_square import Fit
from game.dice_statistics import DiceKind, Figures, Measure
from server.records.dice_report import Recount

_KINDS = {
    DiceKind.USUAL: "dice as usual",
    DiceKind.NO_DOUBLETS: "dice without doublets",
    DiceKind.CASCADE: "dice of crazy nardy",
}

_DEPENDENT = "without doublets the two dice are not independent: no chi-square"
_FINEST = 0.0001


def report_lines(recount: Recount) -> Iterator[str]:
    """The report, line by line; a band holds 95 % of fair dice, so one figure in twenty is out."""
    yield f"{recount.matches} matches read"
    for kind in recount.kinds:
        yield ""
        yield from _figures_lines(kind.figures)
    yield ""
    yield from _verdict_lines(recount)


def _figures_lines(told: Figures) -> Iterator[str]:
    yield f"{_KINDS[told.kind]}: {told.rolls} rolls"
    for face, measure in enumerate(told.faces, 1):
        yield _line(f"face {face}", measure)
    yield _line("doublets", told.doublets)
    if told.from_bar:
        yield _line(f"sixes of {told.from_bar} from the bar", told.bar_sixes)
    yield _line("luck, in pips", told.luck)
    dependent = told.kind is DiceKind.NO_DOUBLETS
    yield f"  faces  {_DEPENDENT if dependent else _fit_words(told.faces_fit)}"
    yield f"  pairs  {_fit_words(told.pairs_fit)}"


def _line(name: str, measure: Measure) -> str:
    inside = measure.low <= measure.observed <= measure.high
    band = f"{measure.low:.1f} to {measure.high:.1f}"
    return (
        f"  {name:<30}{round(measure.observed, 1):>14.10g}  fair {measure.expected:>12.1f}"
        f"  95 % {band}{'' if inside else '  outside'}"
    )


def _fit_words(fit: Fit | None) -> str:
    if fit is None:
        return "too few rolls for chi-square"
    if fit.statistic is None:
        return "something fell that cannot fall: p = 0"
    return f"chi-square {fit.statistic:.2f} of {fit.degrees} degrees: {_likelihood(fit.p)}"


def _likelihood(p: float) -> str:
    """To four digits, but neither certain nor impossible, as nothing is with fair dice."""
    if p < _FINEST:
        return f"p < {_FINEST}"
    return f"p > {1 - _FINEST}" if p > 1 - _FINEST else f"p = {p:.4f}"


def _verdict_lines(recount: Recount) -> Iterator[str]:
    if recount.uncounted:
        yield f"{recount.uncounted} matches are not counted yet in what is shown"
    for match in recount.matches_differ:
        yield f"DIFFERS  match {match}: what is kept of its rolls is not what its log says"
    for day in recount.days_differ:
        when = date(1970, 1, 1) + timedelta(days=day)
        yield f"DIFFERS  {when}: the house's sum is not that of its matches"
    if recount.agrees:
        yield "what is shown is what the logs say"
