"""Resigning: what is asked before somebody does."""

from collections.abc import Iterator

from bots.buttons import Press
from bots.play.scene import Live
from bots.screens import Button, Screen, Style
from bots.words import playing as say
from game.conventions import Form
from game.endings import Ending
from game.match import MatchState
from game.side import Side
from game.stakes import points


def resign_screen(
    live: Live, seat: int, names: tuple[str, str], language: str, *, grouped: bool
) -> Screen:
    """By which ending a seat resigns, and to whom; and a button by which it plays on.

    `grouped`: many look, so it says who is asked, and its buttons are that seat's alone.
    """
    side = live.state.side_of(seat)
    endings = tuple(sensible(live.state, side))
    turn, own = live.state.turn, f".{seat}" if grouped else ""
    only = f"{say.RESIGN.say(language)}: " if len(endings) == 1 else ""
    buttons = tuple(
        Button(
            f"{only}{say.ENDINGS[ending].say(language)}",
            str(Press("resy", live.stream, turn, f"{ending.value}{own}")),
            style=Style.BAD,
        )
        for ending in endings
    )
    back = Button(say.BACK.say(language), str(Press("keep", live.stream, turn, own)))
    asked = say.HOW_RESIGN if len(endings) > 1 else say.SURE_TO_RESIGN
    text = asked.say(language, name=names[1 - seat])
    if grouped:
        text = say.OF_WHOM.say(language, name=names[seat], words=text)
    return Screen(text=text, rows=(buttons, (back,)), language=language)


def is_of(word: str, seat: int | None) -> bool:
    """Whether the word of a button of that screen is for this seat; privately it names none."""
    _, dot, named = word.partition(".")
    return not dot or named == str(seat)


def sensible(state: MatchState, side: Side) -> Iterator[Ending]:
    """The endings that cost this side more than the one before, none beyond the match's end."""
    conventions, cube = state.conventions, state.running.cube
    needed = None
    if conventions.form is Form.MATCH and conventions.length is not None:
        needed = conventions.length - state.points_of(side.other)
    lost = 0
    for ending in Ending:
        worth = points(conventions, ending, cube.value, turned=cube.turned)
        if worth > lost and (needed is None or lost < needed):
            lost = worth
            yield ending
