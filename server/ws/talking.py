"""The verb of talk."""

from typing import TYPE_CHECKING, Annotated, ClassVar
from uuid import UUID

import msgspec

from server.chat.refusals import SPEAKING
from server.chat.talk import Speech
from server.ws.messages import CommandId, RoomTopic
from server.ws.verbs import Verb

if TYPE_CHECKING:
    from server.ws.connection import Connection

Words = Annotated[str, msgspec.Meta(max_length=4000)]
"""What is said; the settings allow 300 characters."""


class Heard(msgspec.Struct, frozen=True):
    """The number under which it stands in its room."""

    seq: int


class Say(Verb, frozen=True):
    """Say something in a room. Sent again with the same ``command_id`` it is said once."""

    raises: ClassVar = SPEAKING

    topic: RoomTopic
    text: Words
    command_id: CommandId

    async def answer(self, caller: "Connection") -> Heard:
        """Say it."""
        speech = Speech(self.topic, self.text, UUID(self.command_id))
        return Heard(await caller.services.social.talk.say(caller.account, speech))
