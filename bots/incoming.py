"""What comes in from a chat, whichever platform it is on: somebody said or pressed something.

A front end reads its platform's updates into these; the dialogue knows nothing else of them.
"""

from typing import TypeAlias

import msgspec

ChatId: TypeAlias = int
"""A platform's number of a chat. With one person it is that person's own on Telegram and VK."""

MessageId: TypeAlias = int
"""A platform's number of a message within its chat."""


class Chat(msgspec.Struct, frozen=True):
    """Where it happened. In a group several people speak, and some of them only watch."""

    id: ChatId
    is_group: bool = False


class Speaker(msgspec.Struct, frozen=True):
    """Who it was, as the platform vouches: his number there, and its words about him.

    ``name`` and ``language`` (`ru`, `pt-BR`) are the platform's, none where it says nothing.
    """

    id: int
    name: str | None = None
    language: str | None = None


class Incoming(msgspec.Struct, frozen=True, kw_only=True):
    """The base of what comes in; not one itself.

    ``once`` names the update for ever: what is done under that name is done once, however often
    the update comes. ``again``: an earlier try may have done it, and have died before it answered.
    """

    once: str
    chat: Chat
    by: Speaker
    again: bool = False


class Said(Incoming, frozen=True, kw_only=True):
    """Somebody wrote a text: a command, a move, words for the opponent.

    ``data``: what a button carries that he was shown and that says the same, where the front end
    knows of one.
    """

    text: str
    data: str = ""


class Pressed(Incoming, frozen=True, kw_only=True):
    """Somebody pressed a button of ours: its ``data`` as we gave it, or as a client made it up.

    ``message`` is the message under which the button stood, ``press`` what the platform wants to
    be told when the press has been dealt with.
    """

    data: str
    message: MessageId | None
    press: str


class WentAway(Incoming, frozen=True, kw_only=True):
    """Somebody blocked us, or a group put us out."""


class CameBack(Incoming, frozen=True, kw_only=True):
    """Somebody let us write to him again, or a group took us in."""


class Moved(Incoming, frozen=True, kw_only=True):
    """A group has another number from now on."""

    to: ChatId


AnyIncoming: TypeAlias = Said | Pressed | WentAway | CameBack | Moved
