"""The card of a table as a chat shows it: who offers it, on which terms, and how to sit down."""

from typing import Final
from uuid import UUID

from bots.buttons import Press
from bots.naming import called
from bots.screens import Button, Screen, Style
from bots.topics.agreements import terms_of
from bots.topics.staked import stakes_words
from bots.wording import Text
from bots.words import finding as say
from server.tables.views import TableView

MARK = 16
"""So much of the digest of its terms a button carries."""

ON_CARD: Final = "card"
"""The word of a button below an offer of a rematch, which goes when it is pressed."""


def card_words(table: TableView, words: Text, language: str) -> str:
    """The card, in these words."""
    return words.say(
        language,
        name=called(table.owner_nick, table.owner, language),
        terms=terms_of(table.conventions, language),
        stakes=stakes_words(table.stakes, language),
    )


def card_screen(
    table: TableView, words: Text, verb: str, language: str, by: UUID | None = None
) -> Screen:
    """The card with a button to sit down, which carries the start of the digest of the terms.

    `by` is what the button names where that is not the table itself.
    """
    sit = str(Press(verb, by or table.id, word=table.card[:MARK]))
    rows = ((Button(say.SIT.say(language), sit, style=Style.GOOD),),)
    return Screen(text=card_words(table, words, language), rows=rows, language=language)


def rematch_buttons(match: UUID, language: str) -> tuple[Button, ...]:
    """Yes and no to a rematch."""
    yes = str(Press("again", match, word=ON_CARD))
    return (
        Button(say.YES.say(language), yes, style=Style.GOOD),
        Button(say.NO.say(language), str(Press("noagain", match))),
    )


def is_as_read(table: TableView, press: Press) -> bool:
    """Whether the terms are still those that stood above the button."""
    return bool(press.word) and table.card.startswith(press.word)
