"""What a front end does for the dialogue, and how it says that it could not.

FrontError             the base
├── Unreachable        this chat takes nothing from us: blocked, left, deleted
├── MessageGone        the message to change is gone or cannot be changed: send a new one
├── ChatMoved          the chat has another number now
├── PutOff             the platform wants us to wait so many seconds with this chat
└── Trouble            nobody knows whether it arrived: the network, a broken answer
"""

from typing import Protocol

from bots.incoming import AnyIncoming, Chat, ChatId, MessageId
from bots.screens import File, Note, Screen


class FrontError(Exception):
    """A front end could not do what it was asked for."""


class Unreachable(FrontError):
    """This chat takes nothing from us."""


class MessageGone(FrontError):
    """The message to change is not there any more, or cannot be changed into this."""


class ChatMoved(FrontError):
    """A group has become a larger one, under another number."""

    def __init__(self, to: ChatId) -> None:
        super().__init__(f"the chat is {to} now")
        self.to = to


class PutOff(FrontError):
    """The platform asks to wait so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds = seconds


class Trouble(FrontError):
    """The call failed, and it is not known whether it was done."""


class Links(Protocol):
    """Whoever makes links to the bot (``Front``)."""

    def link(self, start: str) -> str:
        """A link that opens a chat with the bot and carries a word."""


class Front(Protocol):
    """One platform's way to read updates and to show answers. Keeps its platform's limits."""

    name: str
    """Which bot this is: the first part of every key of what is kept for it."""

    async def read(self, body: bytes) -> AnyIncoming | None:
        """What an update says, as it was kept; none where it is none of ours.

        Raises nothing but ``Unavailable``.
        """

    async def send(self, chat: Chat, screen: Screen) -> MessageId:
        """Show a screen as a new message."""

    async def change(self, chat: Chat, message: MessageId, screen: Screen) -> None:
        """Show a screen in place of another; that it looks so already is no fault."""

    async def note(self, press: str, note: Note | None) -> None:
        """Answer a press, or say that it was dealt with; one too old is no fault."""

    async def attach(self, chat: Chat, file: File) -> None:
        """Send a document."""

    async def reach(self) -> None:
        """Ask the platform whether it is there; what it answers does not matter."""

    def link(self, start: str) -> str:
        """A link that opens a chat with the bot and carries a word."""
