"""A service whose payments are taken from stand-ins of all platforms, and people who buy."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from aiohttp import ClientSession

from platforms.doors import Door
from platforms.facebook.receipts import Receipts
from platforms.ok import payments as ok
from platforms.secret import Secrets
from platforms.vk import notifications as vk
from server.outbound.calls import Patience, PlatformApi
from server.outbound.facebook import FacebookApi
from server.outbound.telegram import TelegramApi
from server.outbound.vk import VkApi
from server.purchases.figures import PaymentFigures
from server.purchases.payments import PaymentDoors, Payments
from server.settings import Settings
from server.storage.database import Database
from tests.server.edge import Edge, House, Person, running_edge
from tests.server.tables.calling import call, done
from tests.standins.facebook import Facebook
from tests.standins.ok import Ok
from tests.standins.telegram import Telegram
from tests.standins.vk import Vk

VK_APP, VK_SECRET = "51000000", "vk secret"
OK_KEY, OK_SECRET = "CKEYKEYKEY", "ok secret"
FB_APP, FB_SECRET, FB_VERIFY = "900000000000001", "facebook secret", "verify-me-please"
TG_TOKEN, TG_WEBHOOK = "7000000:telegram-token", "webhook-secret"

HURRIED = Patience(seconds=0.5, tries=2, pause=0.01, failures=2, rest=0.4)
"""Of a test, which has no time."""


@dataclass(frozen=True)
class Buyer:
    """Somebody who has signed in from a platform, by his number there."""

    user: str
    person: Person

    @property
    def id(self) -> UUID:
        """His account."""
        return self.person.id


@dataclass(frozen=True)
class Market:
    """The edge under test and all platforms around it."""

    edge: Edge
    database: Database
    vk: Vk
    ok: Ok
    telegram: Telegram
    facebook: Facebook
    _numbers: "list[int]"

    @property
    def payments(self) -> Payments:
        """The use cases behind the edge."""
        return self.edge.services.payments

    @property
    def now(self) -> int:
        """Unix seconds."""
        return self.edge.seconds

    async def buyer(self, door: Door = Door.VK) -> Buyer:
        """Somebody new from a platform."""
        self._numbers[0] += 1
        user = str(self._numbers[0])
        if door is not Door.FACEBOOK:
            return Buyer(user, await self.edge.person(user, door))
        async with self.edge.client.post("/api/v1/sessions/nonce") as answer:
            nonce = (await answer.json())["nonce"]
        launch = self.edge.launch(door, user, nonce)
        _, body = await self.edge.open_session(platform=door, launch=launch, nonce=nonce)
        return Buyer(user, Person(UUID(body["account"]["id"]), body["token"]))

    async def coins(self, buyer: Buyer) -> int:
        """What he may spend."""
        wallet = await done(self.edge, buyer.person, "GET", "me/wallet")
        coins: int = wallet["balances"]["coins"]
        return coins

    async def vip_until(self, buyer: Buyer) -> int:
        """Until when he is VIP, in milliseconds; 0 for who never was."""
        vip = await done(self.edge, buyer.person, "GET", "me/vip")
        return vip["standing"]["until"] or 0

    async def purchases(self, buyer: Buyer) -> list[dict[str, Any]]:
        """What he has bought, the newest first."""
        page = await done(self.edge, buyer.person, "GET", "me/purchases")
        bought: list[dict[str, Any]] = page["purchases"]
        return bought

    async def claim(self, buyer: Buyer, receipt: str, product: str) -> tuple[int, Any]:
        """Present a receipt of Facebook's."""
        body = {"receipt": receipt, "product": product}
        return await call(self.edge, buyer.person, "POST", "me/purchases/facebook", body)

    async def invoice(self, buyer: Buyer, product: str) -> str:
        """A link to pay in Stars."""
        body = {"product": product}
        made = await done(self.edge, buyer.person, "POST", "me/purchases/stars", body)
        link: str = made["link"]
        return link


@asynccontextmanager
async def market(
    database: Database, settings: Settings | None = None, *, test_orders: bool = False
) -> AsyncIterator[Market]:
    """Open it over a database."""
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(ClientSession())
        votes = Vk(VK_APP, VK_SECRET, "", http)
        stars = Telegram(TG_TOKEN, TG_WEBHOOK, "", http)
        games = Facebook(FB_APP, FB_SECRET, "", http)
        for standin in (votes, stars, games):
            await stack.enter_async_context(standin.serving())
        figures = PaymentFigures()

        def api(name: str, url: str) -> PlatformApi:
            made = PlatformApi(name, http, url, figures.calls, HURRIED)
            figures.circuits.append(made.circuit)
            return made

        doors = PaymentDoors(
            vk=vk.PaymentsAddress(
                app_id=VK_APP, secrets=Secrets.of(VK_SECRET), allow_test=test_orders
            ),
            ok=ok.PaymentsAddress(OK_KEY, Secrets.of(OK_SECRET)),
            receipts=Receipts(FB_APP, Secrets.of(FB_SECRET)),
            facebook_secret=Secrets.of(FB_SECRET),
            facebook_verify_token=Secrets.of(FB_VERIFY),
            telegram_webhook_secret=Secrets.of(TG_WEBHOOK),
            vk_api=VkApi(api("vk", votes.url), Secrets.of("service token")),
            facebook_api=FacebookApi(api("facebook", games.url), FB_APP, Secrets.of(FB_SECRET)),
            telegram_api=TelegramApi(api("telegram", stars.url), Secrets.of(TG_TOKEN)),
            figures=figures,
        )
        house = House(settings=settings or Settings(), doors=doors)
        edge = await stack.enter_async_context(running_edge(database, house=house))
        edge.services.metrics.add(*figures.collectors())
        url = str(edge.client.make_url("")).rstrip("/")
        votes.service = stars.service = games.service = url
        shop = Ok(OK_KEY, OK_SECRET, url, http)
        yield Market(edge, database, votes, shop, stars, games, [700_000])
