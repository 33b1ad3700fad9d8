"""Starts bots beside the service: Telegram by a webhook in `nardy serve`, or by long polling.

Both at once would take each other's updates, so a webhook's secret in the configuration and long
polling refuse each other.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from uuid import UUID

import aiohttp
from aiogram import Bot as Api
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer

from bots.drawing import Studio
from bots.running.pace import TELEGRAM, Limits, Pace
from bots.telegram.front import NAME, TelegramFront
from bots.telegram.intake import Intake
from bots.telegram.polling import Polling
from bots.telegram.registering import by_polling, by_webhook, register
from bots.topics.purse import Goods, Sell
from bots.wiring import Bot, House, running_bot
from server.config import Config, Unusable
from server.purchases.terms import CatalogueTerms
from server.services import Services

CALL_SECONDS: Final = 20.0
WEBHOOK: Final = "/platforms/telegram/webhook"


@asynccontextmanager
async def telegram_by_webhook(config: Config, services: Services) -> AsyncIterator[None]:
    """Answer what the webhook hears for as long as the block lasts."""
    if config.telegram_webhook_secret is None:
        raise Unusable("TELEGRAM_WEBHOOK_SECRET", "is missing: Telegram's webhook needs it")
    secret = config.telegram_webhook_secret.current
    async with _telegram(config, services) as (api, _, _):
        await by_webhook(api, f"{config.public_url}{WEBHOOK}", secret)
        yield


@asynccontextmanager
async def telegram_by_polling(config: Config, services: Services) -> AsyncIterator[None]:
    """Ask for updates, and answer them, for as long as the block lasts."""
    if config.telegram_webhook_secret is not None:
        raise Unusable(
            "TELEGRAM_WEBHOOK_SECRET",
            "is given, so `nardy serve` takes the updates; long polling goes without it",
        )
    async with _telegram(config, services) as (api, _, intake), aiohttp.ClientSession() as http:
        await by_polling(api)
        url = f"{config.telegram_api_url}/bot{api.token}"
        task = asyncio.create_task(Polling(http, url, intake.take).run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait([task])


@asynccontextmanager
async def _telegram(
    config: Config, services: Services, limits: Limits = TELEGRAM
) -> AsyncIterator[tuple[Api, Bot, Intake]]:
    if config.telegram_token is None:
        raise Unusable("TELEGRAM_TOKEN", "is missing: the bot needs it")
    server = TelegramAPIServer.from_base(config.telegram_api_url)
    session = AiohttpSession(api=server, timeout=CALL_SECONDS)
    api = Api(config.telegram_token.current, session=session)
    try:
        me = await api.get_me()
        async with Studio() as studio:
            front = TelegramFront(api, me.username or "", Pace(limits), studio)
            async with running_bot(front, services, house_of(config, services)) as bot:
                intake = Intake(bot, services.payments.telegram)
                await register(api)
                yield api, bot, intake
    finally:
        await session.close()


def house_of(config: Config, services: Services) -> House:
    """Telegram's people, and what Stars buy."""

    async def sell(account: UUID, product: str, language: str) -> str:
        return (await services.payments.stars.invoice(account, product, language)).link

    sells: Sell | None = None if services.payments.stars.api is None else sell
    return House(
        platform=NAME,
        public_url=config.public_url,
        goods=goods_of(config.settings.catalogue, NAME),
        sell=sells,
    )


def goods_of(terms: CatalogueTerms, platform: str) -> Goods:
    """What a platform sells, by the catalogue."""
    prices: dict[str, int] = {}
    names: dict[str, tuple[str, str]] = {}
    for product in terms.products:
        for price in product.prices:
            if price.platform == platform:
                prices[product.id] = price.amount
                names[product.id] = (product.ru, product.en)
    return Goods(prices, names)
