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
from tests.server.edge import Edge, Person, running_edge
from tests.server.tables.calling import call, done
from tests.server.wiring import House
from tests.standins.facebook import Facebook
from tests.standins.ok import Ok
from tests.standins.telegram import Telegram
from tests.standins.vk import Vk

VK_APP, VK_SECRET = "51000000", "vk secret"
OK_KEY, OK_SECRET = "CKEYKEYKEY", "ok secret"
FB_APP, FB_SECRET, FB_VERIFY = "900000000000001", "facebook secret", "verify-me-please"
TG_TOKEN, TG_WEBHOOK = "7000000:telegram-token", "webhook-secret"


@dataclass(frozen=True)
class Keys:
    """What our app has from the platforms, where payments need it."""

    vk_app: str = VK_APP
    vk_secret: str = VK_SECRET
    ok_key: str = OK_KEY
    ok_secret: str = OK_SECRET
    facebook_secret: str = FB_SECRET
    facebook_verify: str = FB_VERIFY
    telegram_webhook: str = TG_WEBHOOK


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
        return await self.coins_of(buyer.person)

    async def coins_of(self, person: Person) -> int:
        """The same, of anybody who has signed in."""
        wallet = await done(self.edge, person, "GET", "me/wallet")
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
    database: Database,
    settings: Settings | None = None,
    *,
    test_orders: bool = False,
    keys: Keys | None = None,
) -> AsyncIterator[Market]:
    """Open it over a database."""
    keys = keys or Keys()
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(ClientSession())
        votes = Vk(keys.vk_app, keys.vk_secret, "", http)
        stars = Telegram(TG_TOKEN, keys.telegram_webhook, "", http)
        games = Facebook(FB_APP, keys.facebook_secret, "", http)
        for standin in (votes, stars, games):
            await stack.enter_async_context(standin.serving())
        figures = PaymentFigures()

        def api(name: str, url: str) -> PlatformApi:
            made = PlatformApi(name, http, url, figures.calls, HURRIED)
            figures.circuits.append(made.circuit)
            return made

        doors = PaymentDoors(
            vk=vk.PaymentsAddress(
                app_id=keys.vk_app, secrets=Secrets.of(keys.vk_secret), allow_test=test_orders
            ),
            ok=ok.PaymentsAddress(keys.ok_key, Secrets.of(keys.ok_secret)),
            receipts=Receipts(FB_APP, Secrets.of(keys.facebook_secret)),
            facebook_secret=Secrets.of(keys.facebook_secret),
            facebook_verify_token=_given(keys.facebook_verify),
            telegram_webhook_secret=_given(keys.telegram_webhook),
            vk_api=VkApi(api("vk", votes.url), Secrets.of("service token")),
            facebook_api=FacebookApi(
                api("facebook", games.url), FB_APP, Secrets.of(keys.facebook_secret)
            ),
            telegram_api=TelegramApi(api("telegram", stars.url), Secrets.of(TG_TOKEN)),
            figures=figures,
        )
        house = House(settings=settings or Settings(), doors=doors)
        edge = await stack.enter_async_context(running_edge(database, house=house))
        edge.services.metrics.add(*figures.collectors())
        url = str(edge.client.make_url("")).rstrip("/")
        votes.service = stars.service = games.service = url
        shop = Ok(keys.ok_key, keys.ok_secret, url, http)
        yield Market(edge, database, votes, shop, stars, games, [700_000])


def _given(secret: str) -> Secrets | None:
    return Secrets.of(secret) if secret else None
