"""Does what an update asks for once, whatever becomes of the answer.

What was done cannot be done again because its answer did not get through, or because a process
died in between: the answers are kept with the update, in the moment in which what was asked back
is remembered, and another try finds them there.
"""

from typing import Final

import msgspec
import structlog

from bots.dialogue import Dialogue
from bots.incoming import Pressed, Said
from bots.screens import Answer, Ask, File, Show
from bots.visits import Answers
from server.dialogue.updates import Asked, Update, Updates

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(tuple[Answer, ...]).decode

_log = structlog.get_logger(__name__)


class Answering:
    """The dialogue, asked once about each update."""

    def __init__(self, dialogue: Dialogue, updates: Updates) -> None:
        self._dialogue = dialogue
        self._updates = updates

    async def of(self, update: Update, incoming: Said | Pressed) -> Answers:
        """What is to be answered; raises ``Unavailable``."""
        if update.answers is not None:
            return _kept(update.answers)
        once_more = msgspec.structs.replace(incoming, again=update.tries > 1)
        answers = await self._answers(once_more)
        if _are_worth_keeping(answers):
            asked = next((each for each in answers if isinstance(each, Ask)), None)
            by = None if asked is None else Asked(incoming.by.id, asked.what)
            await self._updates.answered(update.id, _encode(answers), by)
        return answers

    async def _answers(self, incoming: Said | Pressed) -> Answers:
        if isinstance(incoming, Said):
            return await self._dialogue.said(incoming)
        return await self._dialogue.pressed(incoming)


def _are_worth_keeping(answers: Answers) -> bool:
    """Whether a repeat could say something else; a file is as it is, however often it is sent."""
    if any(isinstance(each, File) for each in answers):
        return False
    return any(isinstance(each, Show | Ask) for each in answers)


def _kept(answers: bytes) -> Answers:
    """Read what was kept; nothing is said where another release kept it in another shape."""
    try:
        return _decode(answers)
    except (msgspec.MsgspecError, ValueError) as error:
        _log.warning("answers_not_read", error=repr(error))
        return ()
