"""Handles what came in: of each chat the oldest update, many chats at once.

An update is done when its answers are sent. One that fails is tried again after a while, and given
up after a few tries; one that finds the service away waits. An answer that does not get through is
sent again by itself: what was asked for was done. Who floods is slowed: his updates are handled a
few a second, after a first handful.
"""

import asyncio
from typing import Final

import structlog

from bots.dialogue import Dialogue
from bots.fronts import (
    ChatMoved,
    Front,
    FrontError,
    MessageGone,
    PutOff,
    Trouble,
    Unreachable,
)
from bots.incoming import AnyIncoming, CameBack, Chat, Moved, Pressed, Said, WentAway
from bots.running.answering import Answering
from bots.running.manners import Manners
from bots.screens import Answer, Ask, File, Note, Screen, Show
from game.vocabulary import Millis
from server.dialogue.cases import BotCases
from server.dialogue.updates import MOST_TRIES, Update
from server.errors import code_of
from server.limits import Meters, TooFast

AT_ONCE: Final = 32
"""Chats that are handled at the same time."""
EVERY: Final = 0.5
"""Seconds between looks for what other processes have kept."""
SLOWED: Final = 1_000
NOTICED: Final = 60.0
"""Seconds in which who floods is told but once that he is slowed."""
AGAIN: Final = 2_000
RESENT: Final = (0.5, 2.0)
"""Seconds before an answer that did not get through is sent again."""

_log = structlog.get_logger(__name__)


def again_after(error: Exception, tries: int) -> Millis:
    """When an update that failed is tried again: later each time, and no sooner than asked."""
    asked = int(error.seconds * 1_000) if isinstance(error, PutOff) else 0
    return max(AGAIN * tries, asked)


class UpdateWorker:
    """One in a process, for one bot."""

    def __init__(
        self, front: Front, cases: BotCases, dialogue: Dialogue, manners: Manners
    ) -> None:
        self._front = front
        self._cases = cases
        self._dialogue = dialogue
        self._answering = Answering(dialogue, cases.updates)
        self._meters = Meters(manners.per_second, manners.burst)
        self._wanted = asyncio.Event()
        self._free = asyncio.Semaphore(AT_ONCE)
        self._handled: set[int] = set()
        self._noticed: dict[int, float] = {}
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
                # One whose claim ended while its chat was waited for is still at work.
                fresh = [update for update in claimed if update.id not in self._handled]
                for update in fresh:
                    await self._free.acquire()
                    self._handled.add(update.id)
                    handling.create_task(self._guarded(update))
                if not fresh:
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
            self._handled.discard(update.id)
            self._free.release()
            self._wanted.set()
            self.acted.set()

    async def _handle(self, update: Update) -> None:
        try:
            self._meters.take(str(update.chat), asyncio.get_running_loop().time())
        except TooFast:
            await self._slow_down(update)
            return
        incoming = await self._front.read(update.body)
        if incoming is not None:
            await self._answer(update, incoming)
        await self._cases.updates.done(update.id)

    async def _slow_down(self, update: Update) -> None:
        """Let an update wait; its chat is told so once."""
        await self._cases.updates.put_off(update.id, SLOWED, blameless=True)
        now = asyncio.get_running_loop().time()
        self._noticed = {chat: at for chat, at in self._noticed.items() if now - at < NOTICED}
        incoming = await self._front.read(update.body)
        if update.chat in self._noticed or not isinstance(incoming, Said | Pressed):
            return
        self._noticed[update.chat] = now
        for answer in await self._dialogue.slowed(incoming):
            await self._sent(incoming, answer)

    async def _failed(self, update: Update, error: Exception) -> None:
        _log.warning("update_failed", tries=update.tries, error=repr(error))
        is_passing = code_of(error) is not None or isinstance(error, FrontError)
        try:
            if update.tries >= MOST_TRIES or not is_passing:
                _log.error("update_given_up", update=update.id, exc_info=error)
                await self._cases.updates.done(update.id)
            else:
                await self._cases.updates.put_off(update.id, again_after(error, update.tries))
        except Exception as twice:  # noqa: BLE001 - its claim ends by itself
            _log.warning("update_not_put_off", error=repr(twice))

    async def _answer(self, update: Update, incoming: AnyIncoming) -> None:
        match incoming:
            case Said():
                answers = await self._answering.of(update, incoming)
            case Pressed():
                answers = await self._answering.of(update, incoming)
                if incoming.press:
                    await self._noted(incoming, answers)
            case WentAway() | CameBack() | Moved():
                await self._changed(incoming)
                return
        for answer in answers:
            await self._sent_at_last(incoming, answer)

    async def _changed(self, what: WentAway | CameBack | Moved) -> None:
        """A chat is gone, or there again, or elsewhere."""
        match what:
            case WentAway():
                await self._gone(what.chat, what.by.id)
            case CameBack():
                if not what.chat.is_group:
                    await self._cases.persons.change(what.by.id, away=False)
            case Moved():
                await self._cases.boards.move(what.chat.id, what.to)

    async def _noted(self, pressed: Pressed, answers: tuple[Answer, ...]) -> None:
        """Tell the platform at once that the press was dealt with."""
        note = next((each for each in answers if isinstance(each, Note)), None)
        try:
            await self._front.note(pressed.press, note)
        except FrontError as error:
            _log.info("press_not_noted", error=repr(error))

    async def _sent_at_last(self, incoming: Said | Pressed, answer: Answer) -> None:
        """Send an answer, again where it did not get through: nothing is done twice for that."""
        for pause in RESENT:
            try:
                return await self._sent(incoming, answer)
            except (PutOff, Trouble) as error:
                # Where he is to wait, the front end waits before it speaks to him again.
                _log.info("answer_not_sent", error=repr(error))
                await asyncio.sleep(pause)
        return await self._sent(incoming, answer)

    async def _sent(self, incoming: Said | Pressed, answer: Answer) -> None:
        try:
            match answer:
                case Show():
                    await self._show(incoming, answer)
                case File():
                    await self._front.attach(incoming.chat, answer)
                case Note() if isinstance(incoming, Pressed) and not incoming.press:
                    # An old client sent the button as a message, over which nothing can be shown.
                    await self._front.send(incoming.chat, Screen(text=answer.text))
                case Note() | Ask():
                    pass
        except Unreachable:
            await self._gone(incoming.chat, incoming.by.id)
        except ChatMoved as moved:
            await self._cases.boards.move(incoming.chat.id, moved.to)
            if isinstance(answer, Show):
                await self._front.send(Chat(moved.to, is_group=True), answer.screen)

    async def _gone(self, chat: Chat, person: int) -> None:
        """A chat takes nothing from us; whoever put us out of a group may still be spoken to."""
        if not chat.is_group:
            await self._cases.persons.change(person, away=True)
        await self._cases.boards.part_all(chat.id)

    async def _show(self, incoming: Said | Pressed, show: Show) -> None:
        message = incoming.message if isinstance(incoming, Pressed) else None
        if message is None or show.anew:
            await self._front.send(incoming.chat, show.screen)
            return
        try:
            await self._front.change(incoming.chat, message, show.screen)
        except MessageGone:
            await self._front.send(incoming.chat, show.screen)
