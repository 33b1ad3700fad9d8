"""Talk: to the opponent at the table, to those who run the service."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from bots.buttons import Press
from bots.screens import Note, Screen, Show
from bots.topics.prompts import prompt, worded
from bots.visits import Answers, OnCommand, OnPress, Visit
from bots.words import joining
from bots.words import playing as say
from server.chat.talk import Speech
from server.dialogue.boards import room_of
from server.dialogue.support import Support
from server.services import Services

SAY: Final = "say:"
SUPPORT: Final = "support"


class Talking:
    """What his next words are for is kept with the person, so a restart does not forget it."""

    def __init__(self, services: Services, support: Support) -> None:
        self._services = services
        self._support = support
        self.commands: Mapping[str, OnCommand] = {"support": self._ask_support}
        self.presses: Mapping[str, OnPress] = {"say": self._ask_words}

    async def heard(self, visit: Visit, asked: str, text: str) -> Answers:
        """The words that somebody was asked for; raises ``ChatRefused``."""
        if asked == SUPPORT:
            await self._support.ask(visit.account, worded(text))
            return _said(visit, visit.say(joining.SUPPORT_TAKEN))
        await self.speak(visit, UUID(asked.removeprefix(SAY)), text)
        return _said(visit, visit.say(say.SENT))

    async def speak(self, visit: Visit, match: UUID, text: str) -> None:
        """Say something at a table, once for each update."""
        speech = Speech(room_of(match).topic, text, visit.key)
        await self._services.social.talk.say(visit.account, speech)

    async def _ask_words(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return (Note(visit.say(say.STALE)),)
        return prompt(visit, visit.say(say.WRITE_NOW), f"{SAY}{press.id}")

    async def _ask_support(self, visit: Visit, rest: str) -> Answers:
        if rest:
            return await self.heard(visit, SUPPORT, rest)
        return prompt(visit, visit.say(joining.SUPPORT), SUPPORT)


def _said(visit: Visit, text: str) -> Answers:
    return (Show(Screen(text=text, language=visit.language), anew=True),)
