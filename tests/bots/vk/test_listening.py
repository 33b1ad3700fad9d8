"""The long poll: whatever happens to it, events come again, all of them, each once."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager

import pytest
from aiohttp import web

from bots.vk.calls import VkCalls
from bots.vk.listening import LongPoll
from tests.standins.trouble import Trouble
from tests.standins.vk_community import GROUP, VkCommunity
from tests.waiting import until


class Ear:
    """What was heard, and how far, as a database would keep it."""

    def __init__(self) -> None:
        self._named: dict[str, str] = {}
        self.ts: str | None = None
        self.fails = 0

    async def keep(self, events: Sequence[bytes]) -> None:
        if self.fails:
            self.fails -= 1
            raise ConnectionError
        for event in map(json.loads, events):
            # An event that comes again is known by its name, as the table knows it.
            self._named.setdefault(event["event_id"], event["object"]["message"]["text"])

    @property
    def texts(self) -> list[str]:
        return list(self._named.values())

    async def heard(self) -> str | None:
        return self.ts

    async def remember(self, ts: str) -> None:
        self.ts = ts


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
def patient() -> None:
    """Pauses as they are."""


@pytest.fixture(autouse=True)
def hasty(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the pauses, unless they are what is tested."""
    if "patient" not in request.fixturenames:
        monkeypatch.setattr("bots.vk.listening._FIRST_PAUSE", 0.05)


def listening(calls: VkCalls, ear: Ear) -> AbstractAsyncContextManager[LongPoll]:
    return LongPoll(calls, GROUP, ear.keep, ear, wait=1)


async def test_what_is_written_is_heard_in_order(
    vk: VkCommunity, calls: VkCalls, ear: Ear
) -> None:
    async with listening(calls, ear):
        await until(lambda: ear.ts is not None)
        for number in range(20):
            vk.write(5, str(number))
        await until(lambda: len(ear.texts) == 20)
    assert ear.texts == [str(number) for number in range(20)]


async def test_what_is_written_while_the_bot_is_down_is_heard_later(
    vk: VkCommunity, calls: VkCalls, ear: Ear
) -> None:
    async with listening(calls, ear):
        vk.write(5, "before")
        await until(lambda: ear.ts is not None)
        vk.write(5, "while up")
        await until(lambda: "while up" in ear.texts)
    vk.write(5, "while down")
    async with listening(calls, ear):
        await until(lambda: ear.texts[-1:] == ["while down"])
    assert ear.texts.count("while up") == 1


async def test_what_could_not_be_kept_is_heard_again(
    vk: VkCommunity, calls: VkCalls, ear: Ear
) -> None:
    async with listening(calls, ear):
        await until(lambda: ear.ts is not None)
        ear.fails = 2
        vk.write(5, "kept at last")
        await until(lambda: ear.texts == ["kept at last"])


@pytest.mark.parametrize(
    "answer",
    [
        {"failed": 1, "ts": "0"},
        {"failed": 2},
        {"failed": 3},
        {"failed": 4},
        {"ts": "0", "updates": [5, None, {}]},
        [],
        {"surprise": 1},
        None,
    ],
)
async def test_after_any_answer_events_come_again(
    vk: VkCommunity, calls: VkCalls, ear: Ear, answer: object
) -> None:
    vk.answers.append(web.json_response(answer))
    async with listening(calls, ear):
        await until(lambda: ear.ts is not None and not vk.answers)
        vk.write(5, "again")
        await until(lambda: ear.texts == ["again"])


@pytest.mark.parametrize("trouble", [Trouble.DOWN, Trouble.CUT, Trouble.NONSENSE])
async def test_a_network_that_fails_for_a_while_makes_nobody_deaf(
    vk: VkCommunity, calls: VkCalls, ear: Ear, trouble: Trouble
) -> None:
    async with listening(calls, ear):
        await until(lambda: ear.ts is not None)
        vk.trouble = trouble
        before = len(vk.calls)
        await until(lambda: len(vk.calls) > before + 1)
        vk.write(5, "meanwhile")
        vk.trouble = Trouble.NONE
        await until(lambda: ear.texts == ["meanwhile"], seconds=30)


@pytest.mark.usefixtures("patient")
async def test_a_long_poll_that_fails_is_not_stormed(
    vk: VkCommunity, calls: VkCalls, ear: Ear
) -> None:
    """Each fault in a row doubles the pause."""
    vk.trouble = Trouble.DOWN
    began = asyncio.get_running_loop().time()
    async with LongPoll(calls, GROUP, ear.keep, ear, wait=1):
        await until(lambda: len(vk.calls) >= 3)
    assert asyncio.get_running_loop().time() - began > (0.5 + 1) * 0.7


async def test_the_bot_ends_at_once_though_a_question_is_held(
    vk: VkCommunity, calls: VkCalls, ear: Ear
) -> None:
    async with listening(calls, ear):
        await until(lambda: vk.polls > 0)
        began = asyncio.get_running_loop().time()
    assert asyncio.get_running_loop().time() - began < 0.5
