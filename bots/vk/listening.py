"""VK's long poll in a thread of its own: what comes is kept before more is asked for.

vk_api's own loop ends with the first fault of the network; this one goes on, waits longer after
each fault in a row, and remembers how far it has heard, so that a restart misses nothing that VK
still has.
"""

import asyncio
import json
import random
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from functools import partial
from types import TracebackType
from typing import Any, Final, Protocol, Self

import requests
import structlog
from vk_api.bot_longpoll import VkBotLongPoll

from bots.vk.calls import CallFailed, NoAnswer, VkCalls, contained
from bots.vk.sessions import plain_session

WAIT_SECONDS: Final = 20
"""So long VK holds a question that it has nothing to answer to."""
_FIRST_PAUSE: Final = 0.5
_LONGEST_PAUSE: Final = 20.0
_QUICK: Final = 0.2
"""An answer without events that came sooner is a refusal of a kind that vk_api does not know."""

Keep = Callable[[Sequence[bytes]], Awaitable[None]]

_log = structlog.get_logger(__name__)


class Position(Protocol):
    """How far the events of a community were heard, as VK numbers them."""

    async def heard(self) -> str | None:
        """The number that was kept last."""

    async def remember(self, ts: str) -> None:
        """Keep a number."""


class LongPoll:
    """Listens as long as it is open; each event is handed to `keep` as the body it would have."""

    def __init__(
        self, calls: VkCalls, group: int, keep: Keep, position: Position, wait: int = WAIT_SECONDS
    ) -> None:
        self._calls = calls
        self._group = group
        self._keep = keep
        self._position = position
        self._wait = wait
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="vk-listens", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._thread.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # The question that is being held is left alone: its thread ends with the process.
        self._stop.set()

    def _listen(self) -> None:
        poll: _Poll | None = None
        faults = 0
        while not self._stop.is_set():
            began = time.monotonic()
            try:
                poll = poll or self._open()
                events = poll.asked()
                if events:
                    self._wait_for(self._keep(events))
                if poll.moved:
                    self._wait_for(self._position.remember(str(poll.ts)))
                idle = not events and not poll.moved and time.monotonic() - began < _QUICK
                faults = faults + 1 if idle else 0
            except _Closing:
                return
            except Exception as error:  # noqa: BLE001 - a bot that is deaf is worse than any fault
                if self._stop.is_set():
                    return
                faults += 1
                # What was heard and not kept is asked for again, from where we were.
                poll = poll and poll.back()
                _log.warning("vk_poll_failed", error=type(error).__name__, faults=faults)
                if isinstance(error, CallFailed):
                    poll = None
            if faults:
                self._pause(faults)

    def _open(self) -> "_Poll":
        heard = self._wait_for(self._position.heard())
        return _Poll(self._calls.api(), self._group, self._wait, heard)

    def _pause(self, faults: int) -> None:
        pause = min(_FIRST_PAUSE * 2 ** min(faults - 1, 10), _LONGEST_PAUSE)
        self._stop.wait(pause * random.uniform(0.7, 1.0))  # noqa: S311 - not a secret

    def _wait_for(self, answer: Awaitable[Any]) -> Any:
        """Have the loop do something, and wait for it; raises `_Closing` where it ends first."""
        loop = self._loop
        if loop is None or self._stop.is_set():
            _dropped(answer)
            raise _Closing
        future: Future[Any] = asyncio.run_coroutine_threadsafe(_awaited(answer), loop)
        while not self._stop.wait(0 if future.done() else 0.02):
            if future.done():
                return future.result()
        future.cancel()
        raise _Closing


class _Closing(Exception):
    """The bot ends."""


async def _awaited(answer: Awaitable[Any]) -> Any:
    return await answer


def _dropped(answer: Awaitable[Any]) -> None:
    close = getattr(answer, "close", None)
    if close is not None:
        close()


class _Poll(VkBotLongPoll):  # type: ignore[misc]  # vk_api has no types
    """vk_api's long poll, which gives events as they came: one that it cannot read spoils none."""

    ts: str | int | None
    key: str | None
    session: requests.Session

    def __init__(self, api: Any, group: int, wait: int, heard: str | None) -> None:
        # The answer may lack anything, at which vk_api would raise what only it knows.
        contained(partial(super().__init__, api, group, wait))
        self.session = plain_session()
        self.moved = heard is None
        self.ts = self.ts if heard is None else heard
        self._before = self.ts

    def asked(self) -> list[bytes]:
        """Ask once; raises NoAnswer."""
        self._before = self.ts
        events = contained(self.check)
        if self.ts is None or self.key is None:
            raise NoAnswer("no position")
        self.moved = self.moved or self.ts != self._before
        return [json.dumps(event).encode() for event in events if isinstance(event, dict)]

    def back(self) -> "_Poll":
        """Go back to before the last question."""
        self.ts = self._before
        return self

    def _parse_event(self, raw_event: Any) -> Any:
        return raw_event
