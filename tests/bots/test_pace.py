"""The limits of a platform, kept as measured: by when messages really went."""

import asyncio
import time
from collections.abc import Iterable
from itertools import pairwise

from bots.running.pace import Limits, Pace

QUICK = Limits(overall=0.005, chat=0.04, group=0.1)


class Speaking:
    """Says things in chats, and writes down when each was said."""

    def __init__(self, limits: Limits = QUICK) -> None:
        self.pace = Pace(limits)
        self.said: list[tuple[float, int]] = []

    async def say(self, chat: int, *, lasts: float = 0.0) -> None:
        """Say something, which the platform answers after so many seconds."""
        async with self.pace.turn(chat, is_group=chat < 0):
            self.said.append((asyncio.get_running_loop().time(), chat))
            await asyncio.sleep(lasts)

    async def all(self, chats: Iterable[int]) -> None:
        """Say something in each of these chats, all at once."""
        await asyncio.gather(*(self.say(chat) for chat in chats))

    def gaps(self, chat: int | None = None) -> list[float]:
        """The seconds between what was said, in one chat or in all."""
        moments = [at for at, where in self.said if chat in (None, where)]
        return [later - earlier for earlier, later in pairwise(moments)]


async def test_each_chat_and_the_whole_keep_their_distance() -> None:
    """Also where chats that had to wait come back together with those that had not."""
    speaking = Speaking()

    await speaking.all([*range(1, 21)] * 3 + [-1, -2] * 3)

    assert min(speaking.gaps()) >= QUICK.overall
    assert min(min(speaking.gaps(chat)) for chat in range(1, 21)) >= QUICK.chat
    assert min(min(speaking.gaps(chat)) for chat in (-1, -2)) >= QUICK.group


async def test_a_stall_is_followed_by_no_burst() -> None:
    speaking = Speaking()
    saying = asyncio.ensure_future(speaking.all(range(1, 30)))
    await speaking.say(100)
    asyncio.get_running_loop().call_soon(time.sleep, 0.1)
    await saying

    assert min(speaking.gaps()) >= QUICK.overall


async def test_the_rest_of_a_chat_begins_with_the_answer() -> None:
    speaking = Speaking()

    await asyncio.gather(*(speaking.say(1, lasts=0.05) for _ in range(2)))

    assert min(speaking.gaps(1)) >= 0.05 + QUICK.chat


async def test_nobody_is_passed_over() -> None:
    """Each chat has spoken once before any speaks twice, whoever asked how often."""
    speaking = Speaking(Limits(overall=0.002, chat=0.0, group=0.0))

    await speaking.all([1] * 40 + [*range(2, 42)])

    first = [chat for _, chat in speaking.said[:80]]
    assert set(first) == set(range(1, 42))
    assert first.index(41) <= 41


async def test_a_chat_that_is_left_alone_holds_up_no_other() -> None:
    speaking = Speaking()
    speaking.pace.rest(1, 0.2)
    began = asyncio.get_running_loop().time()

    await speaking.all([1, 2])

    at = {chat: moment - began for moment, chat in speaking.said}
    assert at[2] < at[1]
    assert at[1] >= 0.2
