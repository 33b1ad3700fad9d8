"""A community on loopback, and the bot's way to it."""

from collections.abc import AsyncIterator

import pytest

from bots.drawing import Studio
from bots.vk.calls import VkCalls
from bots.vk.front import VkFront
from tests.standins.vk_community import GROUP, TOKEN, VkCommunity


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
async def front(calls: VkCalls) -> AsyncIterator[VkFront]:
    async with Studio() as studio:
        yield VkFront(calls, studio, GROUP)
