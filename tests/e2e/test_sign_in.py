"""The page by itself, with doors of its own, in a real browser over the wired service."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.app import running
from server.config import Config
from server.serving import listening
from tests.e2e.browser import PATIENCE, Page, PageFailed, chromium
from tests.e2e.service import free_port
from tests.standins import facebook_login, ok_login, telegram_login
from tests.standins.facebook_login import FacebookLoginStandIn
from tests.standins.login_page import OURS, LoginPageStandIn
from tests.standins.ok_login import OkLoginStandIn
from tests.standins.smtp import Smtp
from tests.standins.telegram_login import TelegramLoginStandIn
from tests.standins.vk_id import VkIdStandIn
from tests.waiting import at_last

pytestmark = pytest.mark.external

REFUSED = "document.querySelector('.sign-in .complaint')?.hidden === false"
SIGNED_IN = "document.querySelector('.pane .lobby form')"


@dataclass
class Site:
    """The page, and who carries its letters."""

    page: Page
    url: str
    post: Smtp
    platforms: dict[str, LoginPageStandIn]

    async def there_and_back(self, door: str, script: str) -> None:
        """Leave by a door for the platform's page, and be back when this is true."""
        await self.page.click(f"[data-door={door}]")
        await at_last(
            lambda: self.page.until(script), lambda lost: isinstance(lost, PageFailed), PATIENCE
        )

    async def write(self, field: str, text: str) -> None:
        """Write into a field and send its form."""
        await self.page.until(f"document.querySelector('[name={field}]')")
        await self.page.run(f"document.querySelector('[name={field}]').value = '{text}'")
        await self.page.click(".sign-in [type=submit]")

    async def asks_for_a_code(self) -> str:
        """Have a letter sent, and read the code in it."""
        await self.write("address", "anna@nardy.test")
        await self.page.until("document.querySelector('[name=code]')")
        found = re.search(r"\b[0-9]{6}\b", self.post.letters[-1].get_content())
        assert found is not None
        return found[0]


def platforms() -> dict[str, LoginPageStandIn]:
    """All that have a login page, by door, in the order in which they are offered."""
    return {
        "vk_id": VkIdStandIn(),
        "telegram_login": TelegramLoginStandIn(),
        "ok_login": OkLoginStandIn(),
        "facebook_login": FacebookLoginStandIn(),
    }


def configured(
    database_url: str, folder: Path, post: Smtp, at: dict[str, LoginPageStandIn]
) -> Config:
    """The service with all doors of the page; only its public URL is none of production."""
    port = free_port()
    return Config.model_validate(
        {
            "database_url": database_url,
            "data": str(folder),
            "listen": f"127.0.0.1:{port}",
            "ops_listen": f"127.0.0.1:{free_port()}",
            "public_url": f"http://127.0.0.1:{port}",
            "origins": f"http://127.0.0.1:{port}",
            "dice_keys": "0f" * 32,
            "smtp_url": f"smtp://post:hunter2@127.0.0.1:{post.port}",
            "vk_id_app_id": OURS,
            "vk_id_url": at["vk_id"].url,
            "telegram_client_id": OURS,
            "telegram_client_secret": telegram_login.SECRET,
            "telegram_login_url": at["telegram_login"].url,
            "ok_app_id": OURS,
            "ok_app_key": ok_login.KEY,
            "ok_secret": ok_login.SECRET,
            "ok_login": "1",
            "ok_login_url": at["ok_login"].url,
            "ok_api_url": at["ok_login"].url,
            "fb_app_id": OURS,
            "fb_secret": facebook_login.SECRET,
            "fb_login": "1",
            "fb_login_url": at["facebook_login"].url,
            "fb_api_url": at["facebook_login"].url,
        }
    )


@pytest.fixture
async def site(database_url: str, tmp_path: Path) -> AsyncIterator[Site]:
    post, at = Smtp(), platforms()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(post.serving())
        for standin in at.values():
            await stack.enter_async_context(standin.serving())
        config = configured(database_url, tmp_path, post, at)
        process = await stack.enter_async_context(running(config))
        await stack.enter_async_context(listening(process, config))
        page = await stack.enter_async_context(chromium(tmp_path / "profile"))
        await page.go(config.public_url)
        yield Site(page, config.public_url, post, at)
        refused = re.compile("status of 40[14]")  # a code mistyped; no demo
        assert [line for line in page.console if not refused.search(line)] == []


async def test_a_guest_signs_in_by_mail_and_stays_who_he_was(site: Site) -> None:
    """He plays first, leaves, comes back by a letter, mistypes once; a reload keeps him in."""
    page = site.page
    await page.click("#door > button")
    await page.until(SIGNED_IN)
    guest = await page.run("JSON.parse(sessionStorage['nardy:session:guest']).account.id")
    await page.click(".pane header button:last-child")

    code = await site.asks_for_a_code()
    await site.write("code", f"{(int(code) + 1) % 10**6:06}")
    await page.until(REFUSED)
    await site.write("code", code)

    await page.until(SIGNED_IN)
    account = await page.run("JSON.parse(sessionStorage['nardy:session:email']).account")
    assert (account["id"], account["guest"]) == (guest, False)
    await page.do("Page.reload")
    await page.until(SIGNED_IN)


async def test_who_played_as_a_guest_is_offered_to_take_it_along(site: Site) -> None:
    """Known by mail already, he plays as a guest and comes by mail again: one click joins both."""
    page = site.page
    await site.write("code", await site.asks_for_a_code())
    await page.until(SIGNED_IN)
    await page.click(".pane header button:last-child")
    await page.click("#door > button")
    await page.until(SIGNED_IN)
    await page.click(".pane header button:last-child")

    await site.write("code", await site.asks_for_a_code())
    await page.until("document.querySelector('.offer .agreed')")
    await page.click(".offer [data-do=agree]")

    await page.until("document.querySelector('.account .verdict')?.hidden === false")
    assert await page.until("document.querySelector('.merged .what')?.innerText")
    await page.click(".account [data-do=back]")
    await page.until(SIGNED_IN)


async def test_somebody_signs_in_on_the_page_of_a_platform(site: Site) -> None:
    """He turns back once, then goes through; the address he came back by is not kept."""
    page, vk_id = site.page, site.platforms["vk_id"]
    vk_id.declines = True
    await site.there_and_back("vk_id", REFUSED)
    vk_id.declines = False

    await site.there_and_back("vk_id", SIGNED_IN)

    assert await page.run("location.pathname + location.search") == "/"
    session = await page.run("JSON.parse(sessionStorage['nardy:session:vk_id'])")
    assert (session["account"]["guest"], session["nick_proposal"]) == (False, "Анна К")
    await page.do("Page.reload")
    await page.until(SIGNED_IN)


async def test_every_door_whose_keys_are_given_is_offered_and_leads_in(site: Site) -> None:
    await site.page.until("document.querySelector('[data-door]')")
    offered = "[...document.querySelectorAll('[data-door]')].map((each) => each.dataset.door)"
    assert await site.page.run(offered) == list(site.platforms)

    for door in list(site.platforms)[1:]:
        await site.there_and_back(door, SIGNED_IN)
        session = await site.page.run(f"JSON.parse(sessionStorage['nardy:session:{door}'])")
        assert session["account"]["guest"] is False
        await site.page.click(".pane header button:last-child")
