"""Tells people in their chats what happens to them: an opponent found, a rematch, friends, money.

A match that began is shown where its player asked for it, or where he is not looking elsewhere.
Its board is opened before anything is said, to him or to others, since its dice wait for nobody:
who is slow to be reached keeps none from his match.
"""

import asyncio
from typing import Final, assert_never
from uuid import UUID

import structlog

from bots.fronts import Front, FrontError, Unreachable
from bots.incoming import Chat
from bots.running import news
from bots.screens import Screen
from bots.topics.staked import stakes_words
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
"""People who are told something at the same time."""
OPENED_AT_ONCE: Final = 16
"""Those whose boards are opened, which waits for no platform."""

_log = structlog.get_logger(__name__)


class TellingWorker:
    """One in a process, for one bot."""

    def __init__(self, front: Front, cases: BotCases, services: Services) -> None:
        self._front = front
        self._cases = cases
        self._services = services
        self._opening = asyncio.Semaphore(OPENED_AT_ONCE)
        self._speaking = asyncio.Semaphore(AT_ONCE)
        self._told_now: set[int] = set()
        self.acted = asyncio.Event()

    async def run(self) -> None:
        """Tell until cancelled."""
        async with asyncio.TaskGroup() as telling:
            while True:
                fresh = await self._fresh()
                for each in fresh:
                    self._told_now.add(each.who.person)
                    telling.create_task(self._guarded(each))
                if not fresh:
                    await asyncio.sleep(EVERY)

    async def _fresh(self) -> list[Telling]:
        """Those who are to be told something, and whom nobody here is telling it."""
        try:
            claimed = await self._cases.tellings.claim(AT_ONCE)
        except Exception as error:  # noqa: BLE001 - the loop outlives a database
            _log.warning("tellings_failed", error=repr(error))
            return []
        return [each for each in claimed if each.who.person not in self._told_now]

    async def _guarded(self, telling: Telling) -> None:
        try:
            await self._tell(telling)
            await self._cases.tellings.told(telling)
        except FrontError as error:
            # His claim ends by itself, and he is told then.
            _log.info("not_told", error=repr(error))
        except Exception as error:  # noqa: BLE001 - one person takes no other with him
            _log.warning("telling_failed", exc_info=error)
        finally:
            self._told_now.discard(telling.who.person)

    async def _tell(self, telling: Telling) -> None:
        who = telling.who
        async with self._opening:
            screens = [await self._of_table(who, event) for event in telling.tables]
        catalogue = self._services.payments.catalogue
        screens += [news.of_inbox(who, told, catalogue) for told in telling.inbox]
        try:
            async with self._speaking:
                for screen in filter(None, screens):
                    await self._front.send(Chat(who.person), screen)
        except Unreachable:
            await self._cases.persons.change(who.person, away=True)

    async def _of_table(self, who: ChatPerson, event: events.AnyTableEvent) -> Screen | None:
        match event:
            case events.Paired(table=table):
                return await self._begun(who, table.id, finding.FOUND)
            case events.TableTaken(table=table) | events.RematchBegun(table=table):
                return await self._begun(who, table.id, finding.SEATED)
            case events.RematchOffered() | events.RematchDeclined():
                return None if event.by == who.account else await self._of_rematch(who, event)
            case events.SearchEnded():
                is_wanted = await self._cases.boards.is_wanted(who.account)
                return news.of_search(who, event) if is_wanted else None
            case events.InvitedToTable(table=table):
                return news.of_invitation(who, table)
            case events.TableOpened() | events.TableChanged() | events.TableClosed():
                return None
            case _:
                assert_never(event)

    async def _of_rematch(
        self, who: ChatPerson, event: events.RematchOffered | events.RematchDeclined
    ) -> Screen:
        (by,) = await self._services.social.profiles.names((event.by,))
        if isinstance(event, events.RematchDeclined):
            return news.of_refusal(who, by)
        agreed = (await self._services.desk.look(event.match)).state.conventions
        card = self._services.treasury.stakes.card(agreed)
        return news.of_rematch(who, event, by, agreed, stakes_words(card, who.language))

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
