"""A community on loopback, the bot's way to it, and the bot itself over a real service."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from bots.drawing import Studio
from bots.running.manners import Manners
from bots.vk.calls import VkCalls
from bots.vk.front import VkFront
from bots.vk.labels import Labels
from bots.vk.launching import front_of, house_of
from bots.vk.listening import LongPoll
from bots.wiring import Bot, running_bot
from server.config import Config
from tests.bots.vk.shelf import Shelf
from tests.server.edge import Edge
from tests.standins.vk_community import GROUP, TOKEN, VkCommunity
from tests.waiting import until

MANNERS = Manners(chat_gap=0, group_gap=0, per_second=1_000, burst=1_000)
"""Of a test that measures no pace."""
HOUSE = replace(
    house_of(Config.model_validate({"public_url": "https://nardy.test", "vk_app_id": "77"})),
    manners=MANNERS,
)


@pytest.fixture
async def vk() -> AsyncIterator[VkCommunity]:
    community = VkCommunity()
    async with community.serving():
        yield community


@pytest.fixture
async def calls(vk: VkCommunity) -> AsyncIterator[VkCalls]:
    async with VkCalls(TOKEN, vk.url, per_second=200, pause=0.02) as calls:
        yield calls


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    async with Studio(pixels=120) as studio:
        yield studio


@pytest.fixture
async def front(calls: VkCalls, studio: Studio) -> VkFront:
    return VkFront(calls, studio, GROUP, Labels(Shelf()))


@asynccontextmanager
async def listening_bot(edge: Edge, front: VkFront, calls: VkCalls) -> AsyncIterator[Bot]:
    """Run a community's bot by long poll."""
    updates = edge.services.dialogues.community(GROUP)

    async def keep(events: Sequence[bytes]) -> None:
        for body in events:
            await updates.keep(body)

    async with (
        running_bot(front, edge.services, HOUSE) as bot,
        LongPoll(calls, GROUP, keep, updates, wait=1),
    ):
        updates.came = bot.updates.came
        yield bot


@pytest.fixture
async def bot(edge: Edge, vk: VkCommunity, studio: Studio, calls: VkCalls) -> AsyncIterator[Bot]:
    """The community's bot over that service, listening."""
    front = front_of(calls, studio, GROUP, edge.services)
    async with listening_bot(edge, front, calls) as bot:
        await until(lambda: vk.polls > 0)
        yield bot
