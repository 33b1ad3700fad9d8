"""What is drawn beside dice: from how many, under which number (rules, sections 1.1 and 8)."""

import pytest

from game.commands import StartMatch
from tests.game.scripted import Scripted, ScriptedDice

Draw = tuple[str, int, int]


class NotedDice(ScriptedDice):
    """Scripted dice that remember every draw: its label, bound and number."""

    def __init__(self, *pairs: tuple[int, int]) -> None:
        super().__init__(*pairs)
        self.noted: list[Draw] = []

    def number(self, label: str, bound: int, n: int = 0) -> int:
        self.noted.append((label, bound, n))
        return super().number(label, bound, n)


def started(**keys: object) -> tuple[Scripted, NotedDice]:
    dice = NotedDice((3, 1), (4, 2), (5, 2), (5, 1))
    match = Scripted(rules="short16", **keys).seeded()
    match.dice = dice
    match.do(StartMatch())
    return match, dice


def test_the_colours_are_one_of_two() -> None:
    _, dice = started(colour="drawn")

    assert dice.noted[0] == ("colours", 2, 0)


@pytest.mark.parametrize(
    ("extra_checker", "draws"),
    [
        ("mirrored", [("points", 20, 256)]),
        ("one_side", [("points", 20, 256), ("points-side", 2, 1)]),
        ("independent", [("points", 20, 256), ("points", 20, 257)]),
    ],
)
def test_draw_k_of_game_g_has_the_number_256_g_plus_k(
    extra_checker: str, draws: list[Draw]
) -> None:
    _, dice = started(extra_checker=extra_checker)

    assert dice.noted == draws
