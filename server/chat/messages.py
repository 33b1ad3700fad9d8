"""What is told in a room."""

from typing import TypeAlias

import msgspec

from game.vocabulary import snake
from server.named import Named


class RoomEvent(msgspec.Struct, frozen=True, tag_field="event", tag=snake):
    """The base of all that is told in a room; not one itself."""


class Said(RoomEvent, frozen=True):
    """Somebody said something."""

    by: Named
    text: str


class Removed(RoomEvent, frozen=True):
    """A moderator has taken the message ``message`` away: show it no more."""

    message: int


class Withheld(RoomEvent, frozen=True):
    """Somebody said something whom you keep away, or where you have switched talk off."""


AnyRoomEvent: TypeAlias = Said | Removed | Withheld
