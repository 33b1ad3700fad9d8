"""Starts the VK community bot beside the service: by the Callback API, or by long poll.

The callback address and long poll would each bring every event, so the callback's secret in the
configuration and long poll refuse each other.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

import structlog

from bots.drawing import Studio
from bots.topics.purse import Goods
from bots.vk.calls import VERSION, CallFailed, VkCalls
from bots.vk.front import VkFront
from bots.vk.labels import Labels
from bots.vk.listening import LongPoll
from bots.wiring import House, running_bot
from server.config import Config, Unusable
from server.dialogue.community import BOT, CommunityUpdates
from server.dialogue.updates import Kept
from server.services import Services

_HEARD: Final = ("message_new", "message_event", "message_allow", "message_deny")

_log = structlog.get_logger(__name__)


@asynccontextmanager
async def vk_by_callback(config: Config, services: Services) -> AsyncIterator[None]:
    """Answer what the callback address hears, for as long as the block lasts."""
    if config.vk_callback_secret is None:
        raise Unusable("VK_CALLBACK_SECRET", "is missing: VK's callback needs it")
    async with _vk(config, services):
        yield


@asynccontextmanager
async def vk_by_polling(config: Config, services: Services) -> AsyncIterator[None]:
    """Listen to the community's long poll, and answer, for as long as the block lasts."""
    if config.vk_callback_secret is not None:
        raise Unusable(
            "VK_CALLBACK_SECRET",
            "is given, so `nardy serve` takes the events; long poll goes without it",
        )
    async with _vk(config, services) as (calls, updates, group):
        await _settle(calls, group)

        async def keep(events: Sequence[bytes]) -> None:
            for body in events:
                if await updates.keep(body) is Kept.FLOODED:
                    _log.info("event_flooded")

        async with LongPoll(calls, group, keep, updates):
            yield


@asynccontextmanager
async def _vk(
    config: Config, services: Services
) -> AsyncIterator[tuple[VkCalls, CommunityUpdates, int]]:
    if config.vk_group_id is None or config.vk_group_token is None:
        raise Unusable("VK_GROUP_TOKEN", "is missing: the community's bot needs it")
    group = int(config.vk_group_id)
    updates = services.dialogues.community(group)
    async with (
        VkCalls(config.vk_group_token.current, config.vk_api_url) as calls,
        Studio() as studio,
        running_bot(front_of(calls, studio, group, services), services, house_of(config)) as bot,
    ):
        updates.came = bot.updates.came
        yield calls, updates, group


def front_of(calls: VkCalls, studio: Studio, group: int, services: Services) -> VkFront:
    """The community's front end, which remembers buttons where the service keeps them."""
    return VkFront(calls, studio, group, Labels(services.dialogues.of(VkFront.name).labels))


def house_of(config: Config) -> House:
    """VK's people. Votes are paid in the mini app alone: there the chat sends who would buy."""
    app = config.vk_app_id
    return House(
        platform=BOT,
        public_url=config.public_url,
        goods=Goods({}, {}),
        shop=None if app is None else f"https://vk.com/app{app}",
        is_alone=config.vk_callback_secret is None,
    )


async def _settle(calls: VkCalls, group: int) -> None:
    """Ask for the events that we read, in the shape that we read; a token may not allow it."""
    wanted = dict.fromkeys(_HEARD, 1)
    values = {"group_id": group, "enabled": 1, "api_version": VERSION, **wanted}
    try:
        await calls.call("groups.setLongPollSettings", values)
    except CallFailed as failed:
        _log.warning("vk_events_not_set", why=str(failed))
