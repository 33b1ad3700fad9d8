"""The page by itself, with doors of its own, in a real browser over the wired service."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.app import running
from server.config import Config
from server.serving import listening
from tests.e2e.browser import Page, chromium
from tests.e2e.service import free_port
from tests.standins.smtp import Smtp

pytestmark = pytest.mark.external

SIGNED_IN = "document.querySelector('.pane .lobby form')"


@dataclass
class Site:
    """The page, and who carries its letters."""

    page: Page
    url: str
    post: Smtp

    async def write(self, field: str, text: str) -> None:
        """Write into a field and send its form."""
        await self.page.until(f"document.querySelector('[name={field}]')")
        await self.page.run(f"document.querySelector('[name={field}]').value = '{text}'")
        await self.page.click(".sign-in [type=submit]")


def configured(database_url: str, folder: Path, post: Smtp) -> Config:
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
        }
    )


@pytest.fixture
async def site(database_url: str, tmp_path: Path) -> AsyncIterator[Site]:
    post = Smtp()
    async with post.serving():
        config = configured(database_url, tmp_path, post)
        async with (
            running(config) as process,
            listening(process, config),
            chromium(tmp_path / "profile") as page,
        ):
            await page.go(config.public_url)
            yield Site(page, config.public_url, post)
        refused = re.compile("status of 40[14]")  # a code mistyped; no demo
        assert [line for line in page.console if not refused.search(line)] == []


async def test_a_guest_signs_in_by_mail_and_stays_who_he_was(site: Site) -> None:
    """He plays first, leaves, comes back by a letter, mistypes once; a reload keeps him in."""
    page = site.page
    await page.click("#door > button")
    await page.until(SIGNED_IN)
    guest = await page.run("JSON.parse(sessionStorage['nardy:session:guest']).account.id")
    await page.click(".pane header button")

    await site.write("address", "anna@nardy.test")
    await page.until("document.querySelector('[name=code]')")
    content = site.post.letters[0].get_content()
    found = re.search(r"\b[0-9]{6}\b", content)
    assert found is not None
    await site.write("code", f"{(int(found[0]) + 1) % 10**6:06}")
    await page.until("!document.querySelector('.sign-in .complaint').hidden")
    await site.write("code", found[0])

    await page.until(SIGNED_IN)
    account = await page.run("JSON.parse(sessionStorage['nardy:session:email']).account")
    assert (account["id"], account["guest"]) == (guest, False)
    await page.do("Page.reload")
    await page.until(SIGNED_IN)
