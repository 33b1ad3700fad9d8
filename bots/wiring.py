"""One bot put together: its dialogue, its workers, over the use cases of the service."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Self

from bots.dialogue import Dialogue, Parts
from bots.fronts import Front
from bots.play.acting import Acting
from bots.play.files import Files
from bots.play.matches import Matches
from bots.play.typed import Typed
from bots.running.boards import BoardWorker
from bots.running.manners import USUAL, Manners
from bots.running.newsletter import NewsWorker
from bots.running.pulse import PulseWorker
from bots.running.tellings import TellingWorker
from bots.running.updates import UpdateWorker
from bots.topics.finding import Finding
from bots.topics.gifts import Gifts
from bots.topics.groups import Groups
from bots.topics.joining import Joining
from bots.topics.linking import Linking
from bots.topics.payhelp import PayHelp
from bots.topics.people import People
from bots.topics.purse import Goods, Purse, Sell
from bots.topics.talking import Talking
from bots.topics.terms import Terms
from bots.topics.tournaments import Cups
from server.dialogue.cases import BotCases
from server.dialogue.updates import Kept
from server.services import Services


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """Where a bot is at home: whose persons it meets, where the page is, what it sells."""

    platform: str
    public_url: str
    goods: Goods
    sell: Sell | None = None
    shop: str | None = None
    """Where else things are sold, for those who are sold nothing here."""
    manners: Manners = USUAL
    is_alone: bool = False
    """Whether no other process answers for this bot, as with long polling."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that runs: `keep` takes in what a front end hears."""

    cases: BotCases
    updates: UpdateWorker
    boards: BoardWorker
    tellings: TellingWorker
    news: NewsWorker
    pulse: PulseWorker

    @classmethod
    def on(cls, front: Front, services: Services, house: House) -> Self:
        """Put one together."""
        cases = services.dialogues.of(front.name)
        dialogue = dialogue_of(front, services, cases, house)
        return cls(
            cases,
            UpdateWorker(front, cases, dialogue, house.manners),
            BoardWorker(front, cases, services, house.manners),
            TellingWorker(front, cases, services),
            NewsWorker(front, cases),
            PulseWorker(front, cases.pulse),
        )

    async def keep(self, update: int, chat: int, body: bytes) -> Kept:
        """Take an update in, before it is said to have come; raises ``Unavailable``."""
        kept = await self.cases.updates.keep(update, chat, body)
        self.updates.came()
        return kept


def dialogue_of(front: Front, services: Services, cases: BotCases, house: House) -> Dialogue:
    """The dialogue of a front end."""
    matches = Matches(services)
    acting = Acting(services, cases.boards, matches)
    finding = Finding(services, cases.boards, matches, front)
    parts = Parts(
        joining=Joining(services, cases, front),
        finding=finding,
        talking=Talking(services, cases.support),
        people=People(services, front),
        linking=Linking(services),
        terms=Terms(services.social.terms, house.platform),
        typed=Typed(cases.boards, matches, acting),
        more=(
            acting,
            Files(matches, house.public_url),
            Gifts(services),
            Groups(services, cases.boards),
            PayHelp(services, house.platform),
            Purse(services, house.goods, house.sell, house.shop),
            Cups(services, cases.boards),
        ),
    )
    return Dialogue(house.platform, cases.persons, services.errors, parts)


@asynccontextmanager
async def running_bot(front: Front, services: Services, house: House) -> AsyncIterator[Bot]:
    """Run a bot's workers for as long as the block lasts."""
    bot = Bot.on(front, services, house)
    async with AsyncExitStack() as stack:
        bot.tellings.acted = bot.updates.acted
        await bot.pulse.begin(alone=house.is_alone)
        for work in (
            bot.pulse.run(),
            bot.updates.run(),
            bot.boards.run(bot.updates.acted),
            bot.tellings.run(),
            bot.news.run(),
        ):
            task = asyncio.create_task(work)
            stack.push_async_callback(_ended, task)
        yield bot


async def _ended(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.wait([task])
