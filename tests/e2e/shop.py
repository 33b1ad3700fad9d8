"""A service that sells for real, in two processes, and platforms that repeat themselves."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import aiohttp

from platforms.doors import Door
from platforms.signing import Pretended, sign_launch
from tests.e2e.service import DemoService
from tests.server.wiring import DOORS
from tests.standins.market import (
    OK_KEY,
    OK_SECRET,
    TG_TOKEN,
    TG_WEBHOOK,
    VK_APP,
    VK_SECRET,
)
from tests.standins.ok import Ok
from tests.standins.telegram import Telegram
from tests.standins.vk import Vk
from tests.waiting import until

PACK: Final = "coins_1000"
PACK_OKS: Final = 35
AT_ONCE: Final = 24
REPEATS: Final = (3, 4, 5)
UNHEARD: Final = (aiohttp.ClientError, OSError, AssertionError)
"""How a delivery fails: no connection, one that was cut, a status that is none of the good."""

Delivery = Callable[[int], Awaitable[bool]]
"""Tell the process of this number of an order; whether its answer was a good one."""


class Shop(DemoService):
    """A process as in production, on a database that is migrated, with all platforms' keys."""

    def __init__(self, database_url: str, folder: Path, telegram: Telegram) -> None:
        super().__init__(database_url, folder)
        del self.environment["NARDY_DEMO"]
        self.environment |= {
            "NARDY_PUBLIC_URL": "https://nardy.example",
            "NARDY_DICE_KEYS": "5a" * 32,
            "NARDY_VK_APP_ID": VK_APP,
            "NARDY_VK_SECRET": VK_SECRET,
            "NARDY_OK_APP_ID": "51200",
            "NARDY_OK_APP_KEY": OK_KEY,
            "NARDY_OK_SECRET": OK_SECRET,
            "NARDY_TELEGRAM_TOKEN": TG_TOKEN,
            "NARDY_TELEGRAM_WEBHOOK_SECRET": TG_WEBHOOK,
            "NARDY_TELEGRAM_API_URL": telegram.url,
        }


@dataclass
class Platforms:
    """VK, OK and Telegram, each with a line to either process."""

    vk: tuple[Vk, Vk]
    ok: tuple[Ok, Ok]
    telegram: tuple[Telegram, Telegram]

    async def votes(self, user: str) -> Delivery:
        """An order for votes."""
        order = await self.vk[0].sell(user, PACK, 1_790_000_000)
        told = self.vk[0].told(order)

        async def tell(process: int) -> bool:
            return "response" in await self.vk[process].notify(told)

        return tell

    async def oks(self, user: str) -> Delivery:
        """An order for OKs."""
        query = self.ok[0].query(self.ok[0].transaction(), user, PACK, PACK_OKS)

        async def tell(process: int) -> bool:
            return await self.ok[process].call(query) is None

        return tell

    async def stars(self, buyer: "Buyer") -> Delivery:
        """An order for Stars, its invoice paid."""
        link = await buyer.invoice(PACK)
        message = self.telegram[0].charge(link, int(buyer.user))

        async def tell(process: int) -> bool:
            return await self.telegram[process].send(message=message) == 200

        return tell


@dataclass
class Buyer:
    """Somebody who buys, and how often he has."""

    door: Door
    user: str
    http: aiohttp.ClientSession
    url: str
    token: str
    orders: int = 0

    async def invoice(self, product: str) -> str:
        """A link to pay in Stars."""
        body = {"product": product}
        return str((await self._ask("POST", "me/purchases/stars", body))["link"])

    async def coins(self) -> int:
        """What he may spend."""
        return int((await self._ask("GET", "me/wallet"))["balances"]["coins"])

    async def _ask(self, method: str, path: str, body: object = None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"}
        async with self.http.request(
            method, f"{self.url}/api/v1/{path}", json=body, headers=headers
        ) as answer:
            assert answer.status in (200, 201), await answer.text()
            return await answer.json()


@dataclass
class Rush:
    """Orders that are told of again and again, in any order, to any process."""

    shops: tuple[Shop, Shop]
    chance: random.Random
    told: int = 0
    unheard: int = 0
    _gate: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    async def tell_all(self, orders: list[Delivery]) -> None:
        """Tell of every order three to five times, shuffled; what is not heard is told again."""
        deliveries = [each for each in orders for _ in range(self.chance.choice(REPEATS))]
        self.chance.shuffle(deliveries)
        await asyncio.gather(*map(self._tell, deliveries))

    async def _tell(self, delivery: Delivery) -> None:
        async with self._gate:
            await until(lambda: self._heard(delivery), seconds=120, every=0.05)
            self.told += 1

    async def _heard(self, delivery: Delivery) -> bool:
        try:
            heard = await delivery(self.chance.randrange(2))
        except UNHEARD:
            heard = False
        self.unheard += not heard
        return heard

    async def _heard_of(self, deliveries: int) -> None:
        await until(lambda: self.told >= deliveries, seconds=120)

    async def kill(self, times: int, every: int) -> None:
        """Kill one process after the other, each time when so many more were heard."""
        for blow in range(times):
            await self._heard_of((blow + 1) * every)
            await self.shops[blow % 2].kill()
            await self.shops[blow % 2].start()


@asynccontextmanager
async def rush(database_url: str, folder: Path) -> AsyncIterator[tuple[Rush, Platforms]]:
    """Two shops on one database, and the platforms around them."""
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(aiohttp.ClientSession())
        stars = Telegram(TG_TOKEN, TG_WEBHOOK, "", http)
        await stack.enter_async_context(stars.serving())
        shops = (Shop(database_url, folder, stars), Shop(database_url, folder, stars))
        for shop in shops:
            stack.push_async_callback(shop.kill)
            await shop.start()
        one, other = (shop.url for shop in shops)
        stars.service = one
        yield (
            Rush(shops, random.Random(11)),
            Platforms(
                (Vk(VK_APP, VK_SECRET, one, http), Vk(VK_APP, VK_SECRET, other, http)),
                (Ok(OK_KEY, OK_SECRET, one, http), Ok(OK_KEY, OK_SECRET, other, http)),
                (stars, Telegram(TG_TOKEN, TG_WEBHOOK, other, http)),
            ),
        )


async def buyer(http: aiohttp.ClientSession, url: str, door: Door, user: str) -> Buyer:
    """Somebody who came by a launch of his platform's."""
    launch = sign_launch(DOORS, door, Pretended(user, nonce=user), int(time.time()))
    sent = {"platform": str(door), "launch": launch}
    async with http.post(f"{url}/api/v1/sessions", json=sent) as answer:
        assert answer.status == 201, await answer.text()
        return Buyer(door, user, http, url, (await answer.json())["token"])
