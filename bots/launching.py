"""Starts bots beside the service: Telegram by a webhook in `nardy serve`, or by long polling.

Both at once would take each other's updates, so a webhook's secret in the configuration and long
polling refuse each other.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final, TypeAlias
from uuid import UUID

import aiohttp
import structlog
from aiogram import Bot as Api
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import AiogramError

from bots.drawing import Studio
from bots.running.pace import TELEGRAM, Pace
from bots.telegram.front import NAME, TelegramFront
from bots.telegram.intake import Intake
from bots.telegram.polling import Polling, TakenOver
from bots.telegram.registering import by_polling, by_webhook, register
from bots.topics.purse import Goods, Sell
from bots.wiring import House, running_bot
from server.config import Config, Unusable
from server.outbound.calls import NoAnswer
from server.purchases.terms import CatalogueTerms
from server.services import Services

CALL_SECONDS: Final = 10.0
"""Below what a board is claimed for: no other process takes up what a slow call still shows."""
AGAIN_SECONDS: Final = 5.0
WEBHOOK: Final = "/platforms/telegram/webhook"
_TAKEN: Final = (
    "is of a bot whose updates somebody else takes, so this process ends; end the other one, or, "
    "where it is a webhook, start with --take-over"
)

Hearing: TypeAlias = Callable[[Api, Intake], AbstractAsyncContextManager[None]]
"""One of the two ways by which updates come."""

_log = structlog.get_logger(__name__)


@asynccontextmanager
async def telegram_by_webhook(config: Config, services: Services) -> AsyncIterator[None]:
    """Answer what the webhook hears for as long as the block lasts."""
    if config.telegram_webhook_secret is None:
        raise Unusable("TELEGRAM_WEBHOOK_SECRET", "is missing: Telegram's webhook needs it")
    secret = config.telegram_webhook_secret.current

    @asynccontextmanager
    async def hearing(api: Api, _intake: Intake) -> AsyncIterator[None]:
        await by_webhook(api, f"{config.public_url}{WEBHOOK}", secret)
        yield

    services.payments.telegram.others = _not_yet
    async with _kept_up(config, services, hearing):
        yield


@asynccontextmanager
async def telegram_by_polling(
    config: Config, services: Services, *, take_over: bool = False
) -> AsyncIterator[None]:
    """Ask for updates, and answer them, for as long as the block lasts.

    It ends with ``Unusable`` where somebody else takes the updates; a webhook that was set before
    may be taken over.
    """
    if config.telegram_webhook_secret is not None:
        raise Unusable(
            "TELEGRAM_WEBHOOK_SECRET",
            "is given, so `nardy serve` takes the updates; long polling goes without it",
        )

    @asynccontextmanager
    async def asking(api: Api, intake: Intake) -> AsyncIterator[None]:
        await by_polling(api, take_over=take_over)
        async with aiohttp.ClientSession() as http:
            url = f"{config.telegram_api_url}/bot{api.token}"
            async with _background(Polling(http, url, intake.take).run()):
                yield

    async with _kept_up(config, services, asking):
        yield


@asynccontextmanager
async def _kept_up(config: Config, services: Services, heard: Hearing) -> AsyncIterator[None]:
    """Run the bot beside: the service starts and goes on though Telegram is not to be reached."""
    if config.telegram_token is None:
        raise Unusable("TELEGRAM_TOKEN", "is missing: the bot needs it")
    token = config.telegram_token.current

    async def keep_up() -> None:
        while True:
            try:
                async with _telegram(config, services, token) as told, heard(*told):
                    await asyncio.Event().wait()
            except TakenOver as other:
                raise Unusable("TELEGRAM_TOKEN", f"{_TAKEN}: {other}") from other
            except AiogramError as error:
                _log.warning("telegram_not_reached", error=repr(error))
            except Exception:  # noqa: BLE001 - a bot that fell is put up again
                _log.exception("bot_fell")
            await asyncio.sleep(AGAIN_SECONDS)

    async with _background(keep_up()):
        yield


@asynccontextmanager
async def _telegram(
    config: Config, services: Services, token: str
) -> AsyncIterator[tuple[Api, Intake]]:
    server = TelegramAPIServer.from_base(config.telegram_api_url)
    session = AiohttpSession(api=server, timeout=CALL_SECONDS)
    api = Api(token, session=session)
    try:
        me = await api.get_me()
        async with Studio() as studio:
            front = TelegramFront(api, me.username or "", Pace(TELEGRAM), studio)
            async with running_bot(front, services, house_of(config, services)) as bot:
                intake = Intake(bot, services.payments.telegram)
                await register(api)
                yield api, intake
    finally:
        await session.close()


@asynccontextmanager
async def _background(work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Do work beside; a fault that ends it ends the block, too, and is raised."""
    try:
        async with asyncio.TaskGroup() as beside:
            task = beside.create_task(work)
            yield
            task.cancel()
    except BaseExceptionGroup as faults:
        raise faults.exceptions[0] from None


async def _not_yet(_body: bytes) -> None:
    """Have Telegram send again what comes before the bot is there to keep it."""
    raise NoAnswer(NAME, "the bot is not ready yet")


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
        is_alone=config.telegram_webhook_secret is None,
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
