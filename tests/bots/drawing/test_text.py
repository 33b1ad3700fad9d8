"""The text board: narrow enough for a phone, and all of the position in it."""

import pytest

from bots.drawing import text_board
from bots.drawing.text import WIDTH
from bots.view import BoardView
from bots.wording import LANGUAGES
from tests.bots.drawing.positions import POSITIONS

HIT = """
 O 0/25 =135 1:02:05
|131415161718|  |192021222324|
| X · · · O ·|  | O · O O · ·|
| X       O  |  | O   O      |
| X       O  |  | O          |
| X          |  | O          |
|            |  |            |
|            |64|   (5)555   |
|            | X|            |
| O          | 2| X          |
| O       X  |  | X          |
| O       X  |  | X X        |
| O · · · X ·|  | X X · · · O|
|121110 9 8 7|  | 6 5 4 3 2 1|
>X 0/25 =160 0:10
Cube 64 X
O moved: 21, 22
"""


@pytest.mark.parametrize("view", POSITIONS.values(), ids=POSITIONS)
def test_no_line_is_wider_than_a_phone(view: BoardView) -> None:
    lines = [line for each in LANGUAGES for line in text_board(view, each).split("\n")]
    assert max(map(len, lines)) <= WIDTH
    assert all(line == line.rstrip() for line in lines)


def test_a_board_reads_like_one() -> None:
    assert text_board(POSITIONS["short_hit"], "en") == HIT.strip("\n")


def test_the_other_family_starts_on_the_other_corner() -> None:
    lines = text_board(POSITIONS["long_opening"], "ru").split("\n")
    assert lines[2].endswith(" X|")
    assert lines[8].startswith("|15 ")
    assert lines[12].startswith("| O ")
