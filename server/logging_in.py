"""The doors of the page that a configuration opens, and the calls that they make."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import aiohttp

from platforms.facebook.login import FacebookLogin
from platforms.ok.oauth import OkLogin
from platforms.page_door import PageDoor
from platforms.telegram.login import TelegramLogin
from platforms.vk.vk_id import VkId
from server.accounts.sign_in import SignIn
from server.config import Config
from server.logins.cases import Logins
from server.logins.facebook import FacebookPage
from server.logins.mail_codes import MailCodes
from server.logins.ok import OkPage
from server.logins.pages import LoginPage, PlatformLogins
from server.logins.telegram import TelegramPage
from server.logins.vk_id import VkIdPage
from server.metrics import Level, Metrics, Tally
from server.outbound.calls import Patience, PlatformApi
from server.outbound.mail import Mailer, MailServer
from server.storage.clock import Clock
from server.storage.database import Database

ONCE: Final = Patience(tries=1, failures=20)
"""A code is changed once: who asks again is told that it is used."""


class LoginGround(NamedTuple):
    """What logins stand on."""

    database: Database
    clock: Clock
    sign_in: SignIn


class PagesOpened(NamedTuple):
    """The platforms' login pages, and how their servers answer."""

    logins: PlatformLogins
    calls: Tally
    circuits: tuple[Level, ...]


class Calls:
    """Our ways to the platforms' login servers, by door."""

    def __init__(self, http: aiohttp.ClientSession, patience: Patience = ONCE) -> None:
        self.tally = Tally("nardy_login_calls", "Calls of login servers.", "door", "outcome")
        self.circuits: list[Level] = []
        self._http = http
        self._patience = patience

    def to(self, door: PageDoor, url: str) -> PlatformApi:
        """The server at this URL."""
        api = PlatformApi(door, self._http, url, self.tally, self._patience)
        self.circuits.append(api.circuit)
        return api


@asynccontextmanager
async def opened_pages(
    config: Config, database: Database, clock: Clock
) -> AsyncIterator[PagesOpened]:
    """Open a door for each platform whose keys are given; leaving closes our connections."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http:
        calls = Calls(http)
        pages = _pages(config, calls)
        logins = PlatformLogins(database, clock, pages, config.public_url)
        yield PagesOpened(logins, calls.tally, tuple(calls.circuits))


def logins_of(config: Config, ground: LoginGround, pages: PagesOpened, metrics: Metrics) -> Logins:
    """All doors of the page."""
    metrics.add(pages.calls, *pages.circuits)
    return Logins(ground.sign_in, pages.logins, _mail_codes(config, ground, metrics))


def _pages(config: Config, calls: Calls) -> dict[PageDoor, LoginPage]:
    """The login pages in the order in which the page offers them."""
    pages = {
        PageDoor.VK_ID: _vk_id(config, calls),
        PageDoor.TELEGRAM: _telegram(config, calls),
        PageDoor.OK: _ok(config, calls),
        PageDoor.FACEBOOK: _facebook(config, calls),
    }
    return {door: page for door, page in pages.items() if page is not None}


def _vk_id(config: Config, calls: Calls) -> LoginPage | None:
    if config.vk_id_app_id is None:
        return None
    app = VkId(config.vk_id_app_id, config.vk_id_url)
    return VkIdPage(app, calls.to(PageDoor.VK_ID, config.vk_id_url))


def _telegram(config: Config, calls: Calls) -> LoginPage | None:
    if config.telegram_client_id is None or config.telegram_client_secret is None:
        return None
    client = TelegramLogin(config.telegram_client_id, config.telegram_login_url)
    api = calls.to(PageDoor.TELEGRAM, config.telegram_login_url)
    return TelegramPage(client, config.telegram_client_secret, api)


def _ok(config: Config, calls: Calls) -> LoginPage | None:
    app_id, key, secrets = config.ok_app_id, config.ok_app_key, config.ok_secret
    if not config.ok_login or app_id is None or key is None or secrets is None:
        return None
    app = OkLogin(app_id=app_id, application_key=key, secrets=secrets, url=config.ok_login_url)
    return OkPage(app, calls.to(PageDoor.OK, config.ok_api_url))


def _facebook(config: Config, calls: Calls) -> LoginPage | None:
    if not config.fb_login or config.fb_app_id is None or config.fb_secret is None:
        return None
    app = FacebookLogin(app_id=config.fb_app_id, secrets=config.fb_secret, url=config.fb_login_url)
    return FacebookPage(app, calls.to(PageDoor.FACEBOOK, config.fb_api_url))


def mail_sender(config: Config) -> str:
    """The address that our letters come from, and answers to them go to."""
    return config.mail_from or f"nardy@{urlsplit(config.public_url).hostname or 'localhost'}"


def _mail_codes(config: Config, ground: LoginGround, metrics: Metrics) -> MailCodes | None:
    if config.smtp_url is None:
        return None
    host = urlsplit(config.public_url).hostname or "localhost"
    server = MailServer.of(config.smtp_url.get_secret_value(), config.smtp_ca)
    mailer = Mailer(server, mail_sender(config))
    metrics.add(mailer.letters)
    return MailCodes(ground.database, ground.clock, mailer, config.settings.mail, host)
