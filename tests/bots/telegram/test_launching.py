"""The bot as it is started: by the webhook of the service, or by long polling, never by both."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from bots.launching import WEBHOOK, telegram_by_polling, telegram_by_webhook
from platforms.secret import Secrets
from server.config import Config, Unusable
from server.purchases.payments import PaymentDoors
from server.storage.database import Database
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

        telegram.secret = "a guess"
        assert await telegram.deliver(early) == 403


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


async def test_long_polling_answers(served: Edge, telegram: TelegramBot) -> None:
    async with telegram_by_polling(config(telegram), served.services):
        anna = Player(telegram, 7001)
        await anna.says("/start")
        await anna.reads("Как вас называть")
    assert "deleteWebhook" in telegram.calls
