"""Brings the boards of all chats to the newest state, each as fast as its chat may be spoken to.

A row says what a chat shows. Whatever happened between two looks is one change: states between are
skipped. A board that cannot be shown is tried again, later each time; nothing of it is lost.
"""

import asyncio
from typing import Final, TypeAlias
from uuid import UUID

import structlog

from bots.buttons import Press
from bots.fronts import ChatMoved, Front, FrontError, MessageGone, PutOff, Unreachable
from bots.incoming import Chat
from bots.naming import called
from bots.play.matches import Matches
from bots.play.outcome import Outcomes
from bots.play.scene import Scene
from bots.play.screen import match_screen
from bots.play.seeds import Seeds, waits_until
from bots.running.manners import Manners
from bots.screens import Button, Screen
from bots.words import playing as say
from game.vocabulary import Millis, Phase
from server.dialogue.boards import ChatBoard, Shown
from server.dialogue.cases import BotCases
from server.dialogue.persons import ChatPerson
from server.services import Services

AT_ONCE: Final = 64
"""Boards of a kind that are seen to together, which is claimed at a time; most wait for their turn
to speak. What is read before that is old when it is shown, so it should be few.
"""
TENDED_AT_ONCE: Final = 16
"""Boards whose dice are seen to, which waits for no platform."""
DRAWN_AT_ONCE: Final = 8
"""Boards with pictures, which take longer to draw than to send."""
EVERY: Final = 0.4
"""Seconds between looks for matches that have gone on."""
SETTLED: Final[Millis] = 2_500
"""After the end: by then ratings are reckoned, and are shown."""
SEEDED: Final[Millis] = 200
"""Between looks whether the other seat has told its seed."""
LONGEST_WAIT: Final = 300_000

_Key: TypeAlias = tuple[int, UUID]

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
        self._gates = _Gates()
        self._shown_now: set[_Key] = set()

    async def run(self, acted: asyncio.Event) -> None:
        """Show boards until cancelled; `acted` says that there may be something to show."""
        async with asyncio.TaskGroup() as showing:
            while True:
                acted.clear()
                fresh = await self._fresh()
                for board in fresh:
                    self._shown_now.add(_key(board))
                    showing.create_task(self._guarded(board))
                if not fresh:
                    await _rest(acted)

    async def _fresh(self) -> list[ChatBoard]:
        """Boards that are to be shown; one whose claim ended while it waits here is not taken."""
        try:
            claimed = await self._cases.boards.claim(AT_ONCE)
        except Exception as error:  # noqa: BLE001 - the loop outlives a database
            _log.warning("boards_not_claimed", error=repr(error))
            return []
        return [board for board in claimed if _key(board) not in self._shown_now]

    async def _guarded(self, board: ChatBoard) -> None:
        chat = Chat(board.chat, board.grouped)
        try:
            async with self._gates.draws:
                asked = await self._tend(board)
            if asked is None:
                return
            async with self._gates.of(board):
                await self._bring(chat, board, asked)
        except Unreachable:
            self._gates.note(board, pictured=False)
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
            self._shown_now.discard(_key(board))

    async def _put_off(self, board: ChatBoard, wait: Millis) -> None:
        try:
            await self._cases.boards.failed(board, wait)
        except Exception as error:  # noqa: BLE001 - its claim ends by itself
            _log.warning("board_not_put_off", error=repr(error))

    async def _tend(self, board: ChatBoard) -> tuple[str, ...] | None:
        """Take what the draw of the dice asks of a board; none while there is nothing to show yet.

        Else what is to be said of it. Nobody's seed waits behind what is shown to others.
        """
        live = await self._matches.live(board.match)
        if live.state.phase is not Phase.SEEDS:
            return ()
        who = await self._person(board)
        seq, asked = await self._seeds.tend(board, live, phrases=who is not None and who.phrases)
        if asked is not None:
            seconds = max(1, (waits_until(live) - self._services.clock.now()) // 1000)
            return (asked.say(board.language, seconds=seconds),)
        if board.message is not None or live.state.phase is not Phase.SEEDS:
            return ()
        await self._cases.boards.waits(board, seq, SEEDED)
        return None

    async def _person(self, board: ChatBoard) -> ChatPerson | None:
        people = await self._cases.persons.of(board.account)
        return next((each for each in people if each.person == board.chat), None)

    async def _bring(self, chat: Chat, board: ChatBoard, asked: tuple[str, ...]) -> None:
        """Show a board as its match stands."""
        live = await self._matches.live(board.match)
        who = await self._person(board)
        talk = await self._talk(chat, board)
        now = self._services.clock.now()
        # The match goes on while its picture is drawn and sent: this is what will be shown of it.
        seq = live.seq
        scene = await self._matches.scene(live, board)
        extra = await self._extra(board, scene, now)
        plain = who is not None and who.plain
        screen = match_screen(scene, board.language, plain=plain, extra=(*asked, *extra))
        message = await self._show(chat, board, screen)
        if self._is_late(board, scene, now):
            await self._hurry(chat, board, scene)
        shown = self._shown(board, seq, scene, message, talk)
        self._gates.note(board, pictured=shown.live and not plain and screen.board is not None)
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
        if falls is None or falls - self._manners.hurry <= self._services.clock.now():
            return None
        return falls - self._manners.hurry

    async def _extra(self, board: ChatBoard, scene: Scene, now: Millis) -> tuple[str, ...]:
        if scene.state.over:
            return await self._outcomes.lines(board, scene)
        return (say.HURRY.say(board.language),) if self._is_late(board, scene, now) else ()

    def _is_late(self, board: ChatBoard, scene: Scene, now: Millis) -> bool:
        """Whether the time of its owner runs low."""
        reminded = board.remind_at is not None and board.remind_at <= now
        return reminded and scene.mine and not scene.state.over

    async def _hurry(self, chat: Chat, board: ChatBoard, scene: Scene) -> None:
        """Say so in a message, which makes his phone ring as a changed board does not."""
        wants = await self._services.social.wants.of(board.account)
        if wants.reminders and not board.grouped:
            language = board.language
            text = say.HURRY_AGAINST.say(language, name=scene.name(scene.side.other))
            board_again = Button(say.TO_BOARD.say(language), str(Press("brd", board.match)))
            screen = Screen(text=text, rows=((board_again,),), language=language)
            await self._front.send(chat, screen)

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
            name = called(each.by.nick, each.by.id, board.language)
            text = say.SAYS.say(board.language, name=name, text=each.text)
            card = Button(say.OPPONENT.say(board.language), str(Press("who", each.by.id)))
            screen = Screen(text=text, rows=((card,),), language=board.language)
            await self._front.send(chat, screen)
        return talk


class _Gates:
    """Boards wait each among its like: nobody's dice for messages, no text for a picture.

    Pictures are drawn more slowly than messages may be sent.
    """

    def __init__(self) -> None:
        self.draws = asyncio.Semaphore(TENDED_AT_ONCE)
        self._beginnings = asyncio.Semaphore(AT_ONCE)
        self._texts = asyncio.Semaphore(AT_ONCE)
        self._pictures = asyncio.Semaphore(DRAWN_AT_ONCE)
        self._pictured: set[_Key] = set()

    def of(self, board: ChatBoard) -> asyncio.Semaphore:
        """Where a board waits."""
        if board.message is None:
            return self._beginnings
        return self._pictures if _key(board) in self._pictured else self._texts

    def note(self, board: ChatBoard, *, pictured: bool) -> None:
        """Remember whether a board is a picture now."""
        if pictured:
            self._pictured.add(_key(board))
        else:
            self._pictured.discard(_key(board))


def _key(board: ChatBoard) -> _Key:
    return board.chat, board.match


async def _rest(acted: asyncio.Event) -> None:
    try:
        async with asyncio.timeout(EVERY):
            await acted.wait()
    except TimeoutError:
        return
