"""Somebody in a chat, known: what every part of the dialogue is handed beside what he asked."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol, TypeAlias
from uuid import NAMESPACE_URL, UUID, uuid5

import msgspec

from bots.buttons import Press
from bots.incoming import Chat
from bots.screens import Answer
from bots.wording import Text
from server.dialogue.persons import ChatPerson


class Visit(msgspec.Struct, frozen=True):
    """Who speaks, where, and under which name whatever he asks is done, once.

    ``again``: it may have been done before, without an answer. ``greeted``: he is new, and is
    told what this is as part of the answer.
    """

    who: ChatPerson
    chat: Chat
    once: str
    again: bool = False
    greeted: bool = False

    @property
    def account(self) -> UUID:
        """Whose visit it is."""
        return self.who.account

    @property
    def language(self) -> str:
        """In which he is answered."""
        return self.who.language

    @property
    def key(self) -> UUID:
        """The name of this visit where a key must be a UUID."""
        return uuid5(NAMESPACE_URL, self.once)

    def say(self, text: Text, **values: object) -> str:
        """A text in his language."""
        return text.say(self.language, **values)


Answers: TypeAlias = tuple[Answer, ...]
OnCommand: TypeAlias = Callable[[Visit, str], Awaitable[Answers]]
"""A command with what was written behind it."""
OnPress: TypeAlias = Callable[[Visit, Press], Awaitable[Answers]]


class Topic(Protocol):
    """A part of the dialogue: the commands and the presses that it understands."""

    commands: Mapping[str, OnCommand]
    presses: Mapping[str, OnPress]
