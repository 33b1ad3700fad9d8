"""Texts as people in VK read them: there is no menu of commands, and nobody writes a slash."""

import re
from typing import Final

from bots.wording import Text

WORDS: Final = {
    "start": Text("начать", "start"),
    "menu": Text("меню", "menu"),
    "play": Text("играть", "play"),
    "matches": Text("матчи", "matches"),
    "tournaments": Text("турниры", "tournaments"),
    "wallet": Text("кошелёк", "wallet"),
    "bonus": Text("бонус", "bonus"),
    "vip": Text("вип", "vip"),
    "top": Text("лидеры", "leaders"),
    "friends": Text("друзья", "friends"),
    "profile": Text("профиль", "profile"),
    "news": Text("новости", "news"),
    "settings": Text("настройки", "settings"),
    "link": Text("связать", "link"),
    "help": Text("помощь", "help"),
    "support": Text("поддержка", "support"),
    "paysupport": Text("оплата", "payment"),
    "terms": Text("условия", "terms"),
}
"""What is typed here for each command; the dialogue understands these (`bots.reading`)."""
_RUSSIAN: Final = re.compile("[а-яё]", re.IGNORECASE)
_COMMAND: Final = re.compile(rf"(?<![\w/.])/({'|'.join(WORDS)})( (?:КОД|CODE))?(?![\w/])")


def in_words(text: str, language: str | None = None, group: int | None = None) -> str:
    """A text with a word to type in place of each command, in its language.

    Among several people the community is named before it: `group` is its number there.
    """
    language = language or ("ru" if _RUSSIAN.search(text) else "en")
    named = "" if group is None else f"@club{group} "
    quotes = ("«", "»") if language == "ru" else ("“", "”")

    def worded(found: re.Match[str]) -> str:
        word = WORDS[found.group(1)].say(language)
        return f"{quotes[0]}{named}{word}{found.group(2) or ''}{quotes[1]}"

    return _COMMAND.sub(worded, text)
