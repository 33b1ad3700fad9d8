"""Tells news to those who asked for it, a few at a time: play goes on beside it."""

import asyncio
from typing import Final

import structlog

from bots.fronts import Front, FrontError, Unreachable
from bots.incoming import Chat
from bots.screens import Screen
from bots.topics.gifts import claims
from server.dialogue.cases import BotCases
from server.dialogue.newsletter import Letter

EVERY: Final = 2.0
AT_ONCE: Final = 4

_log = structlog.get_logger(__name__)


class NewsWorker:
    """One in a process, for one bot."""

    def __init__(self, front: Front, cases: BotCases) -> None:
        self._front = front
        self._cases = cases

    async def run(self) -> None:
        """Tell until cancelled."""
        while True:
            try:
                letters = await self._cases.newsletter.letters(AT_ONCE)
                await asyncio.gather(*map(self._tell, letters))
            except Exception as error:  # noqa: BLE001 - the loop outlives a database
                _log.warning("news_failed", error=repr(error))
                letters = []
            if not letters:
                await asyncio.sleep(EVERY)

    async def _tell(self, letter: Letter) -> None:
        text = "\n\n".join(f"📰 {piece.title}\n{piece.text}" for piece in letter.pieces)
        if not text:
            return
        language = letter.who.language
        screen = Screen(text=text, rows=claims(letter.pieces, language), language=language)
        try:
            await self._front.send(Chat(letter.who.person), screen)
        except Unreachable:
            await self._cases.persons.change(letter.who.person, away=True)
        except FrontError as error:
            _log.info("news_not_told", error=repr(error))
