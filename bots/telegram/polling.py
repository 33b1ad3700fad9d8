"""Long polling: asks Telegram for updates, keeps each, and confirms what was kept.

Nothing is confirmed before it is in our table, so a crash loses nothing; what comes twice is kept
once. Whatever goes wrong on the way, the asking goes on; but where another takes the updates, by a
webhook or by asking too, one of the two has to go, and it is this one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import aiohttp
import msgspec
import structlog

from bots.telegram.reading import ALLOWED, number_of

HELD: Final = 25
"""Seconds that Telegram holds a question to which there is no answer yet."""
PATIENCE: Final = 40
BATCH: Final = 100
PAUSES: Final = (0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds after a first failure, a second in a row, and so on."""
CONFLICT: Final = 409
CONFLICTS: Final = 8
"""In a row, before we yield: one who has just been restarted meets his own last question."""

Take = Callable[[bytes], Awaitable[bool]]
"""Takes an update in; what it raises means that it is to come again."""

_log = structlog.get_logger(__name__)


class _Answer(msgspec.Struct, frozen=True):
    ok: bool
    result: tuple[msgspec.Raw, ...] = ()
    error_code: int = 0
    description: str = ""
    parameters: dict[str, Any] = {}


class PollingFailed(Exception):
    """Telegram did not answer as it should; `wait` is what it asked for, in seconds."""

    def __init__(self, why: str, wait: float = 0) -> None:
        super().__init__(why)
        self.wait = wait


class TakenOver(Exception):
    """Somebody else takes this bot's updates; `str` says who."""


class Polling:
    """One in the world for each bot: Telegram answers a second one with a conflict."""

    def __init__(
        self,
        http: aiohttp.ClientSession,
        url: str,
        take: Take,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self._http = http
        self._url = f"{url}/getUpdates"
        self._take = take
        self._pauses = pauses
        self._after = 0
        self._conflicts = 0

    async def run(self) -> None:
        """Ask until cancelled; raises ``TakenOver``."""
        failures = 0
        while True:
            try:
                await self.round()
                failures = self._conflicts = 0
            except TakenOver:
                raise
            except Exception as error:  # noqa: BLE001 - the asking goes on
                pause = self._pauses[min(failures, len(self._pauses) - 1)]
                wait = getattr(error, "wait", 0) or pause
                _log.warning("polling_failed", error=repr(error), wait=wait)
                failures += 1
                await asyncio.sleep(wait)

    async def round(self) -> None:
        """Ask once, and keep what comes."""
        for raw in await self._updates():
            body = bytes(raw)
            number = number_of(body)
            await self._take(body)
            if number is not None:
                self._after = number + 1

    async def _updates(self) -> tuple[msgspec.Raw, ...]:
        asked = {
            "offset": self._after,
            "timeout": HELD,
            "limit": BATCH,
            "allowed_updates": ALLOWED,
        }
        timeout = aiohttp.ClientTimeout(total=PATIENCE)
        async with self._http.post(self._url, json=asked, timeout=timeout) as response:
            body = await response.read()
        try:
            answer = msgspec.json.decode(body, type=_Answer)
        except msgspec.MsgspecError as error:
            raise PollingFailed(f"no answer of the Bot API: HTTP {response.status}") from error
        if answer.error_code == CONFLICT:
            self._yield_to(answer.description)
        if not answer.ok:
            wait = answer.parameters.get("retry_after", 0)
            raise PollingFailed(answer.description, wait if isinstance(wait, int) else 0)
        return answer.result

    def _yield_to(self, other: str) -> None:
        self._conflicts += 1
        if "webhook" in other.lower() or self._conflicts >= CONFLICTS:
            raise TakenOver(other)
