"""Handles what came in: of each chat the oldest update, many chats at once.

An update is done when its answers are sent. One that fails is tried again after a while, and given
up after a few tries; one that finds the service away waits. Who floods is slowed: his updates are
handled a few a second, after a first handful.
"""

import asyncio
from typing import Final

import structlog

from bots.dialogue import Dialogue
from bots.fronts import ChatMoved, Front, FrontError, MessageGone, PutOff, Unreachable
from bots.incoming import AnyIncoming, CameBack, Pressed, Said, WentAway
from bots.running.manners import Manners
from bots.screens import Answer, File, Note, Show
from server.dialogue.cases import BotCases
from server.dialogue.updates import MOST_TRIES, Update
from server.errors import code_of
from server.limits import Meters, TooFast

AT_ONCE: Final = 32
"""Chats that are handled at the same time."""
EVERY: Final = 0.5
"""Seconds between looks for what other processes have kept."""
SLOWED: Final = 1_000
AGAIN: Final = 2_000

_log = structlog.get_logger(__name__)


class UpdateWorker:
    """One in a process, for one bot."""

    def __init__(
        self, front: Front, cases: BotCases, dialogue: Dialogue, manners: Manners
    ) -> None:
        self._front = front
        self._cases = cases
        self._dialogue = dialogue
        self._meters = Meters(manners.per_second, manners.burst)
        self._wanted = asyncio.Event()
        self._free = asyncio.Semaphore(AT_ONCE)
        self.acted = asyncio.Event()
        """Set after each update that was handled: boards may have changed."""

    def came(self) -> None:
        """An update was kept: look at once."""
        self._wanted.set()

    async def run(self) -> None:
        """Handle updates until cancelled; what is being handled then is handled again later."""
        async with asyncio.TaskGroup() as handling:
            while True:
                await self._free.acquire()
                self._free.release()
                try:
                    claimed = await self._cases.updates.claim(AT_ONCE)
                except Exception as error:  # noqa: BLE001 - the loop outlives a database
                    _log.warning("updates_not_claimed", error=repr(error))
                    claimed = []
                for update in claimed:
                    await self._free.acquire()
                    handling.create_task(self._guarded(update))
                if not claimed:
                    await self._rest()

    async def _rest(self) -> None:
        try:
            async with asyncio.timeout(EVERY):
                await self._wanted.wait()
        except TimeoutError:
            pass
        self._wanted.clear()

    async def _guarded(self, update: Update) -> None:
        try:
            await self._handle(update)
        except Exception as error:  # noqa: BLE001 - one update takes nothing else with it
            await self._failed(update, error)
        finally:
            self._free.release()
            self._wanted.set()
            self.acted.set()

    async def _handle(self, update: Update) -> None:
        try:
            self._meters.take(str(update.chat), asyncio.get_running_loop().time())
        except TooFast:
            await self._cases.updates.put_off(update.id, SLOWED)
            return
        incoming = self._front.read(update.body)
        if incoming is not None:
            await self._answer(incoming)
        await self._cases.updates.done(update.id)

    async def _failed(self, update: Update, error: Exception) -> None:
        _log.warning("update_failed", tries=update.tries, error=repr(error))
        is_passing = code_of(error) is not None or isinstance(error, FrontError)
        try:
            if update.tries >= MOST_TRIES or not is_passing:
                _log.error("update_given_up", update=update.id, exc_info=error)
                await self._cases.updates.done(update.id)
            else:
                await self._cases.updates.put_off(update.id, AGAIN * update.tries)
        except Exception as twice:  # noqa: BLE001 - its claim ends by itself
            _log.warning("update_not_put_off", error=repr(twice))

    async def _answer(self, incoming: AnyIncoming) -> None:
        match incoming:
            case Said():
                answers = await self._dialogue.said(incoming)
            case Pressed():
                answers = await self._dialogue.pressed(incoming)
                await self._noted(incoming, answers)
            case WentAway():
                await self._cases.persons.change(incoming.by.id, away=True)
                await self._cases.boards.part_all(incoming.chat.id)
                return
            case CameBack():
                await self._cases.persons.change(incoming.by.id, away=False)
                return
        for answer in answers:
            await self._sent(incoming, answer)

    async def _noted(self, pressed: Pressed, answers: tuple[Answer, ...]) -> None:
        """Tell the platform at once that the press was dealt with."""
        note = next((each for each in answers if isinstance(each, Note)), None)
        try:
            await self._front.note(pressed.press, note)
        except FrontError as error:
            _log.info("press_not_noted", error=repr(error))

    async def _sent(self, incoming: Said | Pressed, answer: Answer) -> None:
        try:
            match answer:
                case Show():
                    await self._show(incoming, answer)
                case File():
                    await self._front.attach(incoming.chat, answer)
                case Note():
                    pass
        except Unreachable:
            await self._cases.persons.change(incoming.by.id, away=True)
            await self._cases.boards.part_all(incoming.chat.id)
        except ChatMoved as moved:
            await self._cases.boards.move(incoming.chat.id, moved.to)
        except PutOff as wait:
            _log.info("answer_put_off", seconds=wait.seconds)
            await asyncio.sleep(min(wait.seconds, 10))
            if isinstance(answer, Show):
                await self._front.send(incoming.chat, answer.screen)

    async def _show(self, incoming: Said | Pressed, show: Show) -> None:
        message = incoming.message if isinstance(incoming, Pressed) else None
        if message is None or show.anew:
            await self._front.send(incoming.chat, show.screen)
            return
        try:
            await self._front.change(incoming.chat, message, show.screen)
        except MessageGone:
            await self._front.send(incoming.chat, show.screen)
