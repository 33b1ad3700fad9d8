"""The card of a table as a chat shows it: who offers it, on which terms, and how to sit down."""

from bots.buttons import Press
from bots.naming import called
from bots.screens import Button, Screen, Style
from bots.topics.agreements import terms_of
from bots.visits import Visit
from bots.wording import Text
from bots.words import finding as say
from server.tables.views import TableView


def card_screen(visit: Visit, table: TableView, words: Text, verb: str) -> Screen:
    """The card, in these words; its button carries the start of the digest of the terms."""
    text = visit.say(
        words,
        name=called(table.owner_nick, table.owner, visit.language),
        terms=terms_of(table.conventions, visit.language),
    )
    sit = str(Press(verb, table.id, word=table.card[:16]))
    rows = ((Button(visit.say(say.SIT), sit, style=Style.GOOD),),)
    return Screen(text=text, rows=rows, language=visit.language)
