"""Which bots answer inside `nardy serve`: those whose platform calls an address of ours."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from server.config import Config
from server.services import Services


def is_called(config: Config) -> bool:
    """Whether any platform does."""
    return not config.demo and (_by_telegram(config) or _by_vk(config))


@asynccontextmanager
async def called(config: Config, services: Services) -> AsyncIterator[None]:
    """Answer what those platforms tell, for as long as the block lasts."""
    async with AsyncExitStack() as stack:
        # Each brings its platform's library, which a service without that bot does without.
        if _by_telegram(config):
            from bots.launching import telegram_by_webhook  # noqa: PLC0415

            await stack.enter_async_context(telegram_by_webhook(config, services))
        if _by_vk(config):
            from bots.vk.launching import vk_by_callback  # noqa: PLC0415

            await stack.enter_async_context(vk_by_callback(config, services))
        yield


def _by_telegram(config: Config) -> bool:
    return config.telegram_webhook_secret is not None and config.telegram_token is not None


def _by_vk(config: Config) -> bool:
    return config.vk_callback_secret is not None and config.vk_group_token is not None
