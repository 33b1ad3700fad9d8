"""Asking for words: each question says what they are for, and has a button to let it be."""

from bots.buttons import Press
from bots.screens import Ask, Button, Screen, Show
from bots.visits import Answers, Visit
from bots.words import joining as say
from server.chat.refusals import NothingSaid

LET_BE = "nothing"
"""The verb of that button."""


def prompt(visit: Visit, text: str, what: str, *others: Button) -> Answers:
    """Ask somebody for words; `what` they are for, `others` are buttons beside."""
    rows = tuple((button,) for button in (*others, cancel(visit)))
    return (Show(Screen(text=text, rows=rows, language=visit.language), anew=True), Ask(what))


def cancel(visit: Visit) -> Button:
    """The button by which he is asked no more."""
    return Button(visit.say(say.CANCEL), str(Press(LET_BE)))


def worded(text: str) -> str:
    """What somebody wrote, where there is something to read in it; raises ``NothingSaid``."""
    if not any(sign.isprintable() and not sign.isspace() for sign in text):
        raise NothingSaid
    return text
