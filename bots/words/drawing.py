"""Words of a board without a picture."""

from typing import Final

from bots.wording import Text

MINE: Final = Text("Вы", "You")
THEIRS: Final = Text("Соперник", "Opponent")
BAR: Final = Text("бар", "bar")
OFF: Final = Text("снято", "off")
OFF_SHORT: Final = Text("сн", "off")
CUBE_OF: Final = Text("Куб {value} {side}", "Cube {value} {side}")
MOVED_TO: Final = Text("Ход {side}: {points}", "{side} moved: {points}")
DICE: Final = Text("Кости: {dice}", "Dice: {dice}")
CUBE: Final = Text("Куб: {value}", "Cube: {value}")
SCORE: Final = Text("счёт {score}", "score {score}")
PIPS: Final = Text("пипсов {pips}", "{pips} pips")
TIME: Final = Text("время {time}", "time {time}")
