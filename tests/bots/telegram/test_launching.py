"""The bot as it is started: by the webhook of the service, or by long polling, never by both."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
from aiohttp import ClientSession
from sqlalchemy import func, select

from bots.launching import WEBHOOK, telegram_by_polling, telegram_by_webhook
from bots.telegram.polling import CONFLICTS, Polling, TakenOver
from platforms.secret import Secrets
from server.config import Config, Unusable
from server.purchases.payments import PaymentDoors
from server.storage.database import Database
from server.storage.schema_dialogue import chat_updates
from tests.bots.telegram.conftest import Player
from tests.server.edge import Edge, running_edge
from tests.server.wiring import House
from tests.standins.telegram_bot import TOKEN, TelegramBot
from tests.waiting import until

SECRET = "a-secret-of-the-webhook-0123456789"


def config(telegram: TelegramBot, **given: str) -> Config:
    return Config.model_validate(
        {
            "public_url": "https://nardy.test",
            "telegram_token": TOKEN,
            "telegram_api_url": telegram.url,
            **given,
        }
    )


@pytest.fixture
async def served(database_url: str) -> AsyncIterator[Edge]:
    """An edge with Telegram's webhook."""
    async with AsyncExitStack() as stack:
        database = Database(database_url)
        stack.push_async_callback(database.close)
        doors = PaymentDoors(telegram_webhook_secret=Secrets.of(SECRET))
        yield await stack.enter_async_context(running_edge(database, house=House(doors=doors)))


async def test_the_webhook_keeps_what_comes_and_the_bot_answers(
    served: Edge, telegram: TelegramBot
) -> None:
    """Commands are registered in both languages; a wrong secret opens nothing."""
    telegram.webhook = str(served.client.make_url(WEBHOOK))
    telegram.fail("getMe", 502, "<html>Bad Gateway</html>")
    async with telegram_by_webhook(
        config(telegram, telegram_webhook_secret=SECRET), served.services
    ):
        early = {"update_id": 1, "message": {"message_id": 1, "chat": {"id": 1}, "text": "а"}}
        telegram.secret = SECRET
        assert await telegram.deliver(early) == 503
        await until(lambda: len(telegram.commands) == 4, 20)

        anna = Player(telegram, 7001)
        await anna.enters("Анна")
        await anna.says("/help")
        await anna.reads("Как играть")

        for nonsense in (
            {"update_id": 1 << 70, "message": _text(7001)},
            {"update_id": -1, "message": _text(7001)},
            {"update_id": "7", "message": _text(7001)},
            {"update_id": 900_001, "message": _text(1 << 70)},
            {"update_id": 900_002, "message": {**_text(7001), "text": 5}},
            {"update_id": 900_003, "message": [], "callback_query": "x"},
            {"update_id": 900_004, "pre_checkout_query": {"id": 5}},
        ):
            assert await telegram.deliver(nonsense) == 200
        assert not await _kept(served, after=900_000)

        telegram.secret = "a guess"
        assert await telegram.deliver(early) == 403


def _text(chat: int) -> dict[str, Any]:
    return {
        "message_id": 1,
        "chat": {"id": chat, "type": "private"},
        "from": TelegramBot.user(7001),
        "text": "/help",
    }


async def _kept(served: Edge, after: int) -> int:
    """How many updates are kept beyond this number, or below all."""
    ground = served.services.dialogues.database
    strange = ~chat_updates.c.id.between(1, after)
    async with ground.reading() as tx:
        found = await tx.execute(select(func.count()).where(strange))
        return int(found.scalar_one())


async def test_long_polling_and_a_webhook_refuse_each_other(
    served: Edge, telegram: TelegramBot
) -> None:
    both = config(telegram, telegram_webhook_secret=SECRET)
    with pytest.raises(Unusable, match="nardy serve"):
        async with telegram_by_polling(both, served.services):
            pass
    with pytest.raises(Unusable, match="is missing"):
        async with telegram_by_webhook(config(telegram), served.services):
            pass


async def test_long_polling_yields_to_whoever_takes_the_updates(
    served: Edge, telegram: TelegramBot
) -> None:
    """To a webhook of another's at the start, unless it is told to take over, and afterwards."""
    telegram.hooked = "https://elsewhere.test/hook"
    with pytest.raises(Unusable, match="--take-over: a webhook is set, to https://elsewhere"):
        await _until_it_ends(served, telegram)
    assert telegram.hooked, "nothing was taken from anybody"

    async with telegram_by_polling(config(telegram), served.services, take_over=True):
        anna = Player(telegram, 7001)
        await anna.says("/start")
        await anna.reads("Как вас называть")
    assert not telegram.hooked

    for _ in range(CONFLICTS):
        telegram.refuse("getUpdates", 409, "Conflict: terminated by other getUpdates request")
    with pytest.raises(TakenOver, match="other getUpdates"):
        async with ClientSession() as http, asyncio.timeout(30):
            await _impatient(http, telegram).run()


async def _until_it_ends(served: Edge, telegram: TelegramBot) -> None:
    async with asyncio.timeout(30), telegram_by_polling(config(telegram), served.services):
        await asyncio.Event().wait()


def _impatient(http: ClientSession, telegram: TelegramBot) -> Polling:
    async def take(_body: bytes) -> bool:
        return True

    return Polling(http, f"{telegram.url}/bot{TOKEN}", take, pauses=(0.0,))
