"""A bot says that it is there only while it reaches its platform, and its own service."""

import asyncio
from typing import cast

from bots.fronts import Front, Trouble
from bots.running.pulse import PulseWorker
from server.dialogue.pulse import Pulse
from server.storage.database import Unavailable
from tests.waiting import until


class Platform:
    """A platform that is asked whether it is there."""

    name = "telegram"

    def __init__(self) -> None:
        self.away = False
        self.asked = 0

    async def reach(self) -> None:
        self.asked += 1
        if self.away:
            raise Trouble("no route")


class Heart:
    """Counts beats; the first two find no database."""

    def __init__(self) -> None:
        self.tried = 0

    async def beat(self) -> int:
        self.tried += 1
        if self.tried < 3:
            raise Unavailable("no database")
        return 0


async def test_a_bot_beats_only_while_its_platform_is_there() -> None:
    platform, heart = Platform(), Heart()
    worker = PulseWorker(cast("Front", platform), cast("Pulse", heart), 0.001, 0.0)
    await worker.begin()
    assert heart.tried == 3, "the first beat is tried until it is there"

    running = asyncio.create_task(worker.run())
    await until(lambda: heart.tried > 5)
    platform.away = True
    asked = platform.asked
    await until(lambda: platform.asked > asked + 1)
    beats, asked = heart.tried, platform.asked
    await until(lambda: platform.asked > asked + 5)
    assert heart.tried == beats

    platform.away = False
    await until(lambda: heart.tried > beats)
    running.cancel()
