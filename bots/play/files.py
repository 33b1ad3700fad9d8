"""The files of a match, sent in the chat: its record, and the proof of its dice."""

from collections.abc import Mapping

from bots.buttons import Press
from bots.play.matches import Matches
from bots.screens import Note
from bots.visits import Answers, OnCommand, OnPress, Visit
from bots.words import playing as say


class Files:
    """Presses that ask for a file."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self.commands: Mapping[str, OnCommand] = {}
        self.presses: Mapping[str, OnPress] = {"rec": self._record, "proof": self._proof}

    async def _record(self, visit: Visit, press: Press) -> Answers:
        if press.id is None:
            return (Note(visit.say(say.STALE)),)
        return (await self._matches.record(visit.account, press.id),)

    async def _proof(self, visit: Visit, press: Press) -> Answers:
        """The sealed dice, and the log whose secret opens them."""
        if press.id is None:
            return (Note(visit.say(say.STALE)),)
        return (
            await self._matches.dice(visit.account, press.id),
            await self._matches.record(visit.account, press.id),
        )
