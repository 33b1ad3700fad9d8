"""A page with all doors of platforms' logins, and the platforms behind them, on loopback."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final, NamedTuple

from aiohttp import ClientSession

from platforms.doors import Door
from platforms.facebook.login import FacebookLogin
from platforms.ok.oauth import OkLogin
from platforms.page_door import PageDoor
from platforms.secret import Secrets
from platforms.telegram.login import TelegramLogin
from platforms.vk.vk_id import VkId
from server.logging_in import Calls
from server.logins.facebook import FacebookPage
from server.logins.ok import OkPage
from server.logins.pages import LoginPage
from server.logins.telegram import TelegramPage
from server.logins.vk_id import VkIdPage
from server.outbound.calls import Patience, PlatformApi
from server.storage.database import Database
from tests.server.edge import Edge, running_edge
from tests.server.logins.visiting import Visit
from tests.server.wiring import House
from tests.standins.facebook_login import SECRET as FB_SECRET
from tests.standins.facebook_login import FacebookLoginStandIn
from tests.standins.login_page import OURS, LoginPageStandIn
from tests.standins.ok_login import KEY, OkLoginStandIn
from tests.standins.ok_login import SECRET as OK_SECRET
from tests.standins.telegram_login import SECRET, TelegramLoginStandIn
from tests.standins.vk_id import VkIdStandIn

PATIENT: Final = Patience(tries=1, failures=100)
HURRIED: Final = Patience(seconds=0.2, tries=1)
"""Of a test that waits for nothing but the end of patience."""


class Way(NamedTuple):
    """A door: its stand-in, our side of it, and the launch whose identity is the same.

    Facebook's launches name players of a game, whom its logins do not know.
    """

    standin: Callable[[], LoginPageStandIn]
    page: Callable[[str, PlatformApi], LoginPage]
    launch: Door | None


WAYS: Final = {
    PageDoor.VK_ID: Way(VkIdStandIn, lambda url, api: VkIdPage(VkId(OURS, url), api), Door.VK),
    PageDoor.TELEGRAM: Way(
        TelegramLoginStandIn,
        lambda url, api: TelegramPage(TelegramLogin(OURS, url), Secrets.of(SECRET), api),
        Door.TELEGRAM,
    ),
    PageDoor.OK: Way(
        OkLoginStandIn,
        lambda url, api: OkPage(
            OkLogin(app_id=OURS, application_key=KEY, secrets=Secrets.of(OK_SECRET), url=url), api
        ),
        Door.OK,
    ),
    PageDoor.FACEBOOK: Way(
        FacebookLoginStandIn,
        lambda url, api: FacebookPage(
            FacebookLogin(app_id=OURS, secrets=Secrets.of(FB_SECRET), url=url), api
        ),
        None,
    ),
}


@dataclass
class Street:
    """The page, and all the platforms at whose doors one may stand."""

    edge: Edge
    platforms: dict[PageDoor, LoginPageStandIn]

    def visit(self, door: PageDoor) -> Visit:
        """Somebody new at a door."""
        return Visit(self.edge, door, self.platforms[door])


@asynccontextmanager
async def street(database: Database, patience: Patience = PATIENT) -> AsyncIterator[Street]:
    async with AsyncExitStack() as stack:
        calls = Calls(await stack.enter_async_context(ClientSession()), patience)
        platforms, pages = {}, {}
        for door, way in WAYS.items():
            platforms[door] = standin = way.standin()
            await stack.enter_async_context(standin.serving())
            pages[door] = way.page(standin.url, calls.to(door, standin.url))
        edge = await stack.enter_async_context(running_edge(database, house=House(pages=pages)))
        yield Street(edge, platforms)
