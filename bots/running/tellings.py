"""Tells people in their chats what happens to them: an opponent found, a rematch, friends, money.

A match that began is shown where its player asked for it, or where he is not looking elsewhere.
"""

import asyncio
from typing import Final, assert_never
from uuid import UUID

import structlog

from bots.fronts import Front, FrontError, Unreachable
from bots.incoming import Chat
from bots.running import news
from bots.screens import Screen
from bots.wording import Text
from bots.words import finding
from server.dialogue.boards import ChatBoard
from server.dialogue.cases import BotCases
from server.dialogue.persons import ChatPerson
from server.dialogue.tellings import Telling
from server.services import Services
from server.tables import events

EVERY: Final = 1.0
AT_ONCE: Final = 50

_log = structlog.get_logger(__name__)


class TellingWorker:
    """One in a process, for one bot."""

    def __init__(self, front: Front, cases: BotCases, services: Services) -> None:
        self._front = front
        self._cases = cases
        self._services = services
        self.acted = asyncio.Event()

    async def run(self) -> None:
        """Tell until cancelled."""
        while True:
            try:
                await self.round()
            except Exception as error:  # noqa: BLE001 - the loop outlives a database
                _log.warning("tellings_failed", error=repr(error))
            await asyncio.sleep(EVERY)

    async def round(self) -> None:
        """Tell everybody what is new."""
        for telling in await self._cases.tellings.claim(AT_ONCE):
            try:
                await self._tell(telling)
            except Unreachable:
                await self._cases.persons.change(telling.who.person, away=True)
            except FrontError as error:
                _log.info("not_told", error=repr(error))
                continue  # his claim ends by itself, and he is told then
            await self._cases.tellings.told(telling)

    async def _tell(self, telling: Telling) -> None:
        chat = Chat(telling.who.person)
        for event in telling.tables:
            if (screen := await self._of_table(telling.who, event)) is not None:
                await self._front.send(chat, screen)
        for told in telling.inbox:
            if (screen := news.of_inbox(telling.who, told)) is not None:
                await self._front.send(chat, screen)

    async def _of_table(self, who: ChatPerson, event: events.AnyTableEvent) -> Screen | None:
        match event:
            case events.Paired(table=table) | events.RematchBegun(table=table):
                return await self._begun(who, table.id, finding.FOUND)
            case events.TableTaken(table=table):
                return await self._begun(who, table.id, finding.SEATED)
            case events.RematchOffered(by=by) | events.RematchDeclined(by=by):
                (named,) = await self._services.social.profiles.names((by,))
                return None if by == who.account else news.of_rematch(who, event, named.nick)
            case events.InvitedToTable(table=table):
                return news.of_invitation(who, table)
            case events.TableOpened() | events.TableChanged() | events.TableClosed():
                return None
            case _:
                assert_never(event)

    async def _begun(self, who: ChatPerson, match: UUID, words: Text) -> Screen | None:
        """Show a match that has begun, unless its player looks at it elsewhere."""
        chat, boards = who.person, self._cases.boards
        if await boards.find(chat, match) is not None or await boards.in_group(match):
            return None
        if not await boards.is_wanted(who.account):
            return None
        await boards.open(
            ChatBoard(chat, match, who.account, grouped=False, language=who.language)
        )
        self.acted.set()
        return Screen(text=words.say(who.language), language=who.language)
