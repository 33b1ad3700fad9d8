"""The files of a match, sent in the chat: its record, and the proof of its dice."""

from collections.abc import Mapping
from uuid import UUID

from msgspec.structs import replace

from bots.buttons import Press
from bots.play.matches import Matches
from bots.screens import File, Note
from bots.visits import Answers, OnCommand, OnPress, Visit
from bots.words import playing as say


class Files:
    """Presses that ask for a file. At `public_url` is the page that checks dice."""

    def __init__(self, matches: Matches, public_url: str) -> None:
        self._matches = matches
        self._page = f"{public_url}/matches"
        self.commands: Mapping[str, OnCommand] = {}
        self.presses: Mapping[str, OnPress] = {"rec": self._record, "proof": self._proof}

    async def _record(self, visit: Visit, press: Press) -> Answers:
        refused = await self._refused(visit, press)
        if press.id is None or refused:
            return refused
        return (await self._recorded(visit, press.id, visit.say(say.RECORD_IS)),)

    async def _proof(self, visit: Visit, press: Press) -> Answers:
        """The sealed dice, and the log whose secret opens them."""
        refused = await self._refused(visit, press)
        if press.id is None or refused:
            return refused
        dice = await self._matches.dice(visit.account, press.id)
        check = visit.say(say.CHECK_DICE, url=self._page)
        return (
            replace(dice, caption=visit.say(say.DICE_ARE)),
            await self._recorded(visit, press.id, check),
        )

    async def _recorded(self, visit: Visit, match: UUID, caption: str) -> File:
        return replace(await self._matches.record(visit.account, match), caption=caption)

    async def _refused(self, visit: Visit, press: Press) -> Answers:
        """What is said to who presses in vain: before many people files are for the players."""
        if press.id is None:
            return (Note(visit.say(say.STALE)),)
        if visit.chat.is_group:
            live = await self._matches.live(press.id)
            if live.seat_of(visit.account) is None:
                return (Note(visit.say(say.NOT_YOUR_MATCH)),)
        return ()
