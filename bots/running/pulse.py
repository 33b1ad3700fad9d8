"""Says that a bot is there for its people, as long as it reaches its platform.

While it is not, nobody who plays by it loses time: so the first beat, which tells for how long it
was away, comes before anything that people have asked for meanwhile.
"""

import asyncio
from itertools import chain, repeat
from typing import Final

import structlog

from bots.fronts import Front, FrontError
from server.dialogue.pulse import Pulse

EVERY: Final = 2.0
"""Seconds between beats."""
ASKED_EVERY: Final = 10.0
"""Seconds between two questions to the platform whether it is there."""
PAUSES: Final = (0.5, 1.0, 2.0)
"""Seconds after a first beat that failed, a second, and so on."""

_log = structlog.get_logger(__name__)


class PulseWorker:
    """One in a process, for one bot."""

    def __init__(
        self, front: Front, pulse: Pulse, every: float = EVERY, asked_every: float = ASKED_EVERY
    ) -> None:
        self._front = front
        self._pulse = pulse
        self._every = every
        self._asked_every = asked_every
        self._asked_at = asyncio.get_running_loop().time()
        self._is_away = False

    async def begin(self, *, alone: bool = False) -> None:
        """Beat for the first time, however often that must be tried.

        Where all others are silent, or there is none (`alone`), what they left is taken over.
        """
        for pause in chain(PAUSES, repeat(PAUSES[-1])):
            if await self._begun(alone=alone):
                return
            await asyncio.sleep(pause)

    async def run(self) -> None:
        """Beat until cancelled; not while the platform is away."""
        while True:
            await asyncio.sleep(self._every)
            if await self._reached():
                await self._beat()

    async def _begun(self, *, alone: bool) -> bool:
        try:
            away = await self._pulse.beat()
            if away:
                _log.warning("bot_was_away", bot=self._front.name, milliseconds=away)
            if (alone or away) and (left := await self._pulse.take_over()):
                _log.info("work_taken_over", bot=self._front.name, count=left)
        except Exception as error:  # noqa: BLE001 - the pulse outlives a database
            _log.warning("bot_has_not_beaten", error=repr(error))
            return False
        return True

    async def _beat(self) -> None:
        try:
            away = await self._pulse.beat()
        except Exception as error:  # noqa: BLE001 - the same
            _log.warning("bot_has_not_beaten", error=repr(error))
            return
        if away:
            _log.warning("bot_was_away", bot=self._front.name, milliseconds=away)

    async def _reached(self) -> bool:
        """Whether the platform is there, as far as was asked lately."""
        now = asyncio.get_running_loop().time()
        if now - self._asked_at < self._asked_every:
            return True
        try:
            await self._front.reach()
        except FrontError as error:
            if not self._is_away:
                _log.warning("platform_not_reached", bot=self._front.name, error=repr(error))
            self._is_away = True
            return False
        self._asked_at, self._is_away = now, False
        return True
