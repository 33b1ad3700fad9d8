"""Plain words for what is asked of the bot itself: menu, play, help, in Russian and English.

Not everybody begins a command with a slash; in VK nobody does.
"""

import re
from typing import Final, NamedTuple

from bots.reading.letters import alike, plain
from bots.words.joining import CANCEL, COMMANDS

START: Final = "start"
_WORDS: Final = {
    START: "начать|старт|start|привет|здравствуйте|добрый день|hello|hi|hey",
    "menu": "меню|menu|главное меню|main menu",
    "play": "играть|игра|новая игра|сыграть|play|new game|game",
    "matches": "матчи|партии|matches|games",
    "tournaments": "турнир|турниры|tournament|tournaments",
    "wallet": "кошелек|монеты|баланс|wallet|coins|balance",
    "bonus": "бонус|bonus",
    "vip": "vip|вип|купить|магазин|покупки|buy|shop",
    "top": "топ|лидеры|рейтинг|top|leaders|rating",
    "friends": "друзья|friends",
    "profile": "профиль|мой профиль|profile|my profile",
    "news": "новости|news",
    "settings": "настройки|settings",
    "link": "связать|аккаунты|link|accounts",
    "help": "помощь|справка|команды|что умеешь|help|commands",
    "support": "поддержка|support",
    "paysupport": "оплата|вопрос об оплате|payment|payments",
    "terms": "правила|условия|terms|rules",
}
_LET_BE: Final = "отмена|cancel|меню|menu"
_WITH_MORE: Final = frozenset({"link"})
"""After these more may stand: a code."""
_SIGNS: Final = re.compile(r"[^\w/]+")


class Asked(NamedTuple):
    """A command by its name, and what was written behind it."""

    name: str
    rest: str = ""


def bare(text: str) -> str:
    """What somebody says without its case, its pictures and its marks; buttons say it so too."""
    return alike(_SIGNS.sub(" ", plain(text).replace("ё", "е")).strip())


_NAMED: Final = {
    **{bare(said): name for name, text in COMMANDS.items() for said in text},
    **{bare(word): name for name, words in _WORDS.items() for word in words.split("|")},
}
_LETS_BE: Final = frozenset(map(bare, (*_LET_BE.split("|"), *CANCEL)))


def read_command(text: str) -> Asked | None:
    """Return what a few words ask for; none for whatever is more, or something else."""
    said = bare(text)
    if (name := _NAMED.get(said)) is not None:
        return Asked(name)
    first, _, rest = text.strip().partition(" ")
    name = _NAMED.get(bare(first))
    return Asked(name, rest.strip()) if name in _WITH_MORE and rest.strip() else None


def lets_be(text: str) -> bool:
    """Whether somebody who was asked for words says that he will write none."""
    return bare(text) in _LETS_BE
