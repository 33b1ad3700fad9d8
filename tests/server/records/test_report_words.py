"""A recount of the dice in words: what is said where chi-square says nothing, or much."""

from msgspec.structs import replace

from game.chi_square import Fit
from game.dice_statistics import DiceKind, RollTally, figures
from server.records.dice_report import Recount
from server.records.report_words import report_lines
from server.records.statistics import KindTold


def told(kind: DiceKind, each: int, fit: Fit | None = None) -> str:
    shown = figures(RollTally(pairs=(each,) * 36), kind)
    if fit is not None:
        shown = replace(shown, pairs_fit=fit)
    return "\n".join(report_lines(Recount(1, (KindTold(shown, ()),), 0, (), ())))


def test_it_is_said_why_there_is_no_chi_square() -> None:
    few = told(DiceKind.USUAL, 1)
    assert few.count("too few rolls for chi-square") == 1
    dependent = told(DiceKind.NO_DOUBLETS, 100)
    assert "faces  without doublets the two dice are not independent" in dependent
    assert "too few" not in dependent


def test_figures_are_told_to_a_tenth_and_where_there_are_any() -> None:
    once = RollTally(pairs=(1,) + (0,) * 35)
    shown = figures(once, DiceKind.USUAL)
    lines = list(report_lines(Recount(1, (KindTold(shown, ()),), 0, (), ())))
    assert any(line.split()[:4] == ["luck,", "in", "pips", "-4.2"] for line in lines)
    assert not any("from the bar" in line for line in lines)


def test_nothing_is_certain() -> None:
    assert "p = 0.9971" in told(DiceKind.USUAL, 10, Fit(14.0, 35, 0.9971))
    assert "p > 0.9999" in told(DiceKind.USUAL, 10, Fit(1.0, 35, 0.99999))
    assert "p < 0.0001" in told(DiceKind.USUAL, 10, Fit(99.0, 35, 0.00001))
