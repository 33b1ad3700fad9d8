"""Brings the boards of all chats to the newest state, each as fast as its chat may be spoken to.

A row says what a chat shows. Whatever happened between two looks is one change: states between are
skipped. A board that cannot be shown is tried again, later each time; nothing of it is lost.
"""

import asyncio
from typing import Final

import structlog

from bots.fronts import ChatMoved, Front, FrontError, MessageGone, PutOff, Unreachable
from bots.incoming import Chat
from bots.play.matches import Matches
from bots.play.outcome import Outcomes
from bots.play.scene import Scene
from bots.play.screen import match_screen
from bots.play.seeds import Seeds, waits_until
from bots.running.manners import Manners
from bots.screens import Screen
from bots.words import playing as say
from game.vocabulary import Millis, Phase
from server.dialogue.boards import ChatBoard, Shown
from server.dialogue.cases import BotCases
from server.services import Services

AT_ONCE: Final = 64
"""Boards that are seen to together. Most wait for their turn to speak; where seeds of the dice are
due, which have twenty seconds, nobody must wait behind those.
"""
EVERY: Final = 0.4
"""Seconds between looks for matches that have gone on."""
HURRY: Final[Millis] = 10_000
"""So long before time runs out its owner is reminded."""
SETTLED: Final[Millis] = 2_500
"""After the end: by then ratings are reckoned, and are shown."""
LONGEST_WAIT: Final = 300_000

_log = structlog.get_logger(__name__)


class BoardWorker:
    """One in a process, for one bot."""

    def __init__(
        self, front: Front, cases: BotCases, services: Services, manners: Manners
    ) -> None:
        self._front = front
        self._cases = cases
        self._services = services
        self._manners = manners
        self._matches = Matches(services)
        self._seeds = Seeds(services, cases.boards)
        self._outcomes = Outcomes(services)
        self._free = asyncio.Semaphore(AT_ONCE)

    async def run(self, acted: asyncio.Event) -> None:
        """Show boards until cancelled; `acted` says that there may be something to show."""
        async with asyncio.TaskGroup() as showing:
            while True:
                await self._free.acquire()
                self._free.release()
                acted.clear()
                try:
                    claimed = await self._cases.boards.claim(AT_ONCE)
                except Exception as error:  # noqa: BLE001 - the loop outlives a database
                    _log.warning("boards_not_claimed", error=repr(error))
                    claimed = []
                for board in claimed:
                    await self._free.acquire()
                    showing.create_task(self._guarded(board))
                if not claimed:
                    await _rest(acted)

    async def _guarded(self, board: ChatBoard) -> None:
        chat = Chat(board.chat, board.grouped)
        try:
            await self._bring(chat, board)
        except Unreachable:
            await self._cases.boards.part(board)
        except ChatMoved as moved:
            await self._cases.boards.move(board.chat, moved.to)
        except PutOff as wait:
            await self._put_off(board, int(wait.seconds * 1000) + 200)
        except FrontError as error:
            _log.info("board_not_shown", error=repr(error))
            await self._put_off(board, min(1_000 << min(board.failures, 8), LONGEST_WAIT))
        except Exception as error:  # noqa: BLE001 - one board takes no other with it
            _log.warning("board_failed", match=str(board.match), exc_info=error)
            await self._put_off(board, min(2_000 << min(board.failures, 8), LONGEST_WAIT))
        finally:
            self._free.release()

    async def _put_off(self, board: ChatBoard, wait: Millis) -> None:
        try:
            await self._cases.boards.failed(board, wait)
        except Exception as error:  # noqa: BLE001 - its claim ends by itself
            _log.warning("board_not_put_off", error=repr(error))

    async def _bring(self, chat: Chat, board: ChatBoard) -> None:
        """Show a board as its match stands; take what the draw of the dice asks of it."""
        live = await self._matches.live(board.match)
        people = await self._cases.persons.of(board.account)
        who = next((each for each in people if each.person == board.chat), None)
        asked = await self._seeds.tend(board, live, phrases=who is not None and who.phrases)
        talk = await self._talk(chat, board)
        now = self._services.clock.now()
        if live.state.phase is Phase.SEEDS and asked is None and board.message is None:
            # Nothing is to be seen or done yet: the first board is worth waiting for.
            await self._cases.boards.failed(board, 200)
            return
        # The match goes on while its picture is drawn and sent: this is what will be shown of it.
        seq = live.seq
        scene = await self._matches.scene(live, board)
        extra = await self._extra(board, scene, now)
        if asked is not None:
            seconds = max(1, (waits_until(live) - now) // 1000)
            extra = (asked.say(board.language, seconds=seconds), *extra)
        plain = who is not None and who.plain
        screen = match_screen(scene, board.language, plain=plain, extra=extra)
        message = await self._show(chat, board, screen)
        shown = self._shown(board, seq, scene, message, talk)
        await self._cases.boards.shown(board, shown)

    def _shown(self, board: ChatBoard, seq: int, scene: Scene, message: int, talk: int) -> Shown:
        now = self._services.clock.now()
        over = scene.state.over
        gap = self._manners.group_gap if board.grouped else self._manners.chat_gap
        settled = over and board.remind_at is not None and board.remind_at <= now
        return Shown(
            message=message,
            seq=seq,
            version=board.version,
            due=now + gap,
            remind_at=now + SETTLED if over and not settled else self._reminder(board, scene),
            live=not settled,
            talk=talk,
        )

    def _reminder(self, board: ChatBoard, scene: Scene) -> Millis | None:
        """When its owner is to be told that time runs low; once a turn."""
        state = scene.state
        if state.phase is Phase.SEEDS:
            return state.draw.since + 12_000
        if state.decision is None or state.clock is None or not (scene.mine or board.grouped):
            return None
        falls = state.clock.falls_at(state.decision.side, timed=state.control is not None)
        if falls is None or falls - HURRY <= self._services.clock.now():
            return None
        return falls - HURRY

    async def _extra(self, board: ChatBoard, scene: Scene, now: Millis) -> tuple[str, ...]:
        if scene.state.over:
            return await self._outcomes.lines(board, scene)
        if board.remind_at is not None and board.remind_at <= now and scene.mine:
            return (say.HURRY.say(board.language),)
        return ()

    async def _show(self, chat: Chat, board: ChatBoard, screen: Screen) -> int:
        if board.message is None:
            return await self._front.send(chat, screen)
        try:
            await self._front.change(chat, board.message, screen)
        except MessageGone:
            return await self._front.send(chat, screen)
        return board.message

    async def _talk(self, chat: Chat, board: ChatBoard) -> int:
        """Tell what the others at the table said; how far that goes."""
        said, talk = await self._cases.boards.talk(board)
        if not said or board.grouped:
            return talk
        wants = await self._services.social.wants.of(board.account)
        avoided = {
            known.person.id
            for known in await self._services.social.avoidance.listed(board.account)
        }
        for each in said:
            if each.by.id == board.account or each.by.id in avoided or not wants.table_chat:
                continue
            name = each.by.nick or say.NAMELESS.say(board.language)
            text = say.SAYS.say(board.language, name=name, text=each.text)
            await self._front.send(chat, Screen(text=text, language=board.language))
        return talk


async def _rest(acted: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(EVERY):
            await acted.wait()
    except TimeoutError:
        return
