"""Why somebody was not heard.

ChatRefused
├── RoomClosed          this person may not be in that room, or not speak there
├── ChatOff             one has switched that talk off oneself
├── TalkTooFast         more messages than one may send in a while
├── NothingSaid         no words, or too many of them
├── MessageNotFound     there is no such message, or it is not for the one who asks
├── TooManyReports      as many reports of one person as a day may have
├── AlreadyReported     by this person, this message or this sanction
└── Sanctioned          a moderator has ruled so; it says why and until when
    ├── Muted
    └── Banned
"""

from typing import Final

from server.codes import Code
from server.storage.ids import Millis


class ChatRefused(Exception):
    """Nothing was said; nothing changed."""


class RoomClosed(ChatRefused):
    """This person may not be in that room, or may listen and not speak."""


class ChatOff(ChatRefused):
    """The person has switched this talk off; the settings switch it on."""


class TalkTooFast(ChatRefused):
    """More messages than one may send in a while."""


class NothingSaid(ChatRefused):
    """A message has words, and not more than the settings allow."""


class MessageNotFound(ChatRefused):
    """There is no such message."""


class TooManyReports(ChatRefused):
    """This person has reported as often today as one may."""


class AlreadyReported(ChatRefused):
    """This person has reported the same before."""


class Sanctioned(ChatRefused):
    """A moderator has ruled so: ``reason`` in his words, ``ends`` or never."""

    def __init__(self, reason: str, ends: Millis | None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.ends = ends


class Muted(Sanctioned):
    """The person may listen, and say nothing."""


class Banned(Sanctioned):
    """The person may neither talk nor sit down at a table."""


# What listening and speaking are refused with, for the documentation of every door to them.

LISTENING: Final = (Code.ROOM_CLOSED, Code.CHAT_OFF, Code.TABLE_NOT_FOUND)
SPEAKING: Final = (
    *LISTENING,
    Code.MEMBERS_ONLY,
    Code.NICK_NEEDED,
    Code.MUTED,
    Code.BANNED,
    Code.TALK_TOO_FAST,
    Code.NOTHING_SAID,
)
