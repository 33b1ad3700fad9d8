"""A bot over a real service and database, in front of a Telegram on loopback."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import pytest
from aiogram import Bot as Api
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiohttp import ClientSession

from bots.drawing import Studio
from bots.launching import house_of
from bots.running.manners import Manners
from bots.running.pace import Limits, Pace
from bots.telegram.front import TelegramFront
from bots.telegram.intake import Intake
from bots.telegram.polling import Polling
from bots.wiring import Bot, running_bot
from server.config import Config
from server.services import Services
from tests.server.edge import Edge
from tests.standins.telegram_bot import TOKEN, Message, TelegramBot
from tests.waiting import until

QUICK = Limits(overall=0.0, chat=0.0, group=0.0)
HASTY = Manners(chat_gap=0, group_gap=0, per_second=1_000, burst=1_000)
"""Of a test that measures no pace."""


@dataclass
class Player:
    """Somebody with a Telegram, and nothing else."""

    telegram: TelegramBot
    id: int

    async def says(self, text: str) -> None:
        await self.telegram.says(self.id, text)

    @property
    def shown(self) -> Message:
        """The last message of the bot's."""
        message = self.telegram.latest(self.id)
        assert message is not None
        return message

    def find(self, label: str) -> tuple[Message, str] | None:
        """The newest message with a button that begins so, and what the button carries."""
        for _, message in sorted(self.telegram.chats[self.id].items(), reverse=True):
            for text, data in message.buttons.items():
                if label in text:
                    return message, data
        return None

    async def presses(self, label: str, seconds: float = 60) -> str:
        """Press the newest button that says so, once it is there; what it carried."""
        await until(lambda: self.find(label) is not None, seconds)
        found = self.find(label)
        assert found is not None
        message, data = found
        await self.telegram.presses(self.id, data, message.id)
        return data

    async def reads(self, words: str, seconds: float = 15) -> None:
        """Wait until the bot has said this."""
        await until(lambda: any(words in each for each in self.telegram.texts(self.id)), seconds)

    async def enters(self, nick: str) -> None:
        """Begin to talk with the bot, under this nick."""
        await self.says("/start")
        await self.reads("Как вас называть")
        await self.says(nick)
        await self.reads(nick)


@dataclass
class Table:
    """The bot under test, the edge of the same service, and Telegram."""

    edge: Edge
    telegram: TelegramBot
    front: TelegramFront
    bot: Bot
    intake: Intake

    @property
    def services(self) -> Services:
        return self.edge.services

    def player(self, number: int) -> Player:
        """Somebody with this number on Telegram."""
        return Player(self.telegram, number)


@asynccontextmanager
async def seated_bot(
    edge: Edge,
    telegram: TelegramBot,
    studio: Studio,
    limits: Limits = QUICK,
    manners: Manners = HASTY,
) -> AsyncIterator[Table]:
    """Run a bot by long polling."""
    server = TelegramAPIServer.from_base(telegram.url)
    session = AiohttpSession(api=server, timeout=5)
    api = Api(TOKEN, session=session)
    front = TelegramFront(api, "nardy_bot", Pace(limits), studio)
    config = Config.model_validate({"public_url": "https://nardy.test"})
    house = replace(house_of(config, edge.services), manners=manners)
    try:
        async with running_bot(front, edge.services, house) as bot, ClientSession() as http:
            intake = Intake(bot, edge.services.payments.telegram)
            polling = Polling(http, f"{telegram.url}/bot{TOKEN}", intake.take)
            task = asyncio.create_task(polling.run())
            yield Table(edge, telegram, front, bot, intake)
            task.cancel()
            await asyncio.wait([task])
    finally:
        await session.close()


@pytest.fixture
async def telegram() -> AsyncIterator[TelegramBot]:
    async with ClientSession() as http:
        standin = TelegramBot(http)
        async with standin.serving():
            yield standin


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    async with Studio() as studio:
        yield studio


@pytest.fixture
async def table(edge: Edge, telegram: TelegramBot, studio: Studio) -> AsyncIterator[Table]:
    """A bot, an edge, a Telegram."""
    async with seated_bot(edge, telegram, studio) as table:
        yield table
