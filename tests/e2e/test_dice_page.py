"""The page of the dice in a real browser: the house's figures, and those of whoever is here."""

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from random import Random
from uuid import UUID

import pytest
from sqlalchemy import text

from server.storage.clock import local_now
from server.storage.database import Database, database
from server.storage.ids import Ids
from server.storage.roll_tallies import DAY
from tests.e2e.browser import Page, chromium
from tests.e2e.service import DemoService
from tests.server.finished import keep, played_by
from tests.waiting import until

pytestmark = pytest.mark.external

ANNA, TIGRAN = "vk:501001", "ok:570000000002"


@pytest.fixture
async def page(service: DemoService, tmp_path: Path) -> AsyncIterator[Page]:
    """The demo with both players of a match signed in."""
    async with chromium(tmp_path / "profile") as window:
        await window.size(1280, 1000)
        await window.go(service.url)
        for person in (ANNA, TIGRAN):
            await window.click(f"[data-person='{person}']")
            await window.until(f"sessionStorage.getItem('nardy:session:{person}')")
        yield window
        assert window.console == []


async def account(page: Page, person: str) -> UUID:
    kept = f"JSON.parse(sessionStorage.getItem('nardy:session:{person}'))"
    return UUID(await page.run(f"{kept}.account.id"))


async def matches(page: Page, url: str, count: int) -> None:
    """Matches of the two that ended in the last weeks, counted by the running service."""
    players = [await account(page, person) for person in (ANNA, TIGRAN)]
    chance, ids = Random(1), Ids()
    rules = ["short", "short", "long", "crazy"]
    async with database(url) as opened:
        for number in range(count):
            ended_at = local_now() - DAY * (count - number) // 2
            commits = played_by(
                players,
                ids.new(ended_at),
                seed=chance.randrange(10**6),
                rules=rules[number % 4],
                form="match",
                length=3,
            )
            await keep(opened, commits, ended_at)
        await until(partial(everything_counted, opened), seconds=60)


async def everything_counted(opened: Database) -> bool:
    """Whether the service has nothing left to count."""
    async with opened.reading() as connection:
        left = "SELECT count(*) FROM jobs WHERE done_at IS NULL"
        return not (await connection.execute(text(left))).scalar_one()


async def test_the_house_and_the_players_see_their_dice(
    page: Page, service: DemoService, demo_database_url: str, tmp_path: Path
) -> None:
    await matches(page, demo_database_url, 8)
    await page.until("document.querySelector('#top a[href=\"/dice\"]')")

    await page.go(f"{service.url}/dice")
    await page.until("document.querySelectorAll('.kind').length === 2")

    assert await page.run("document.querySelectorAll('.kind svg').length") == 6
    assert await page.run("document.querySelectorAll('[data-kind=usual] .cell').length") == 36
    house = await rolls(page)
    await page.click(f"[data-whose='{ANNA}']")
    await page.until(f"document.querySelector('.kind h2') && ({ROLLS}) < {house}")
    hers = await rolls(page)
    await page.click(f"[data-whose='{TIGRAN}']")
    await page.until(f"document.querySelector('.kind h2') && ({ROLLS}) === {house - hers}")


async def test_it_speaks_both_languages_and_fits_a_phone(
    page: Page, service: DemoService, demo_database_url: str
) -> None:
    await matches(page, demo_database_url, 4)
    await page.size(390, 844, phone=True)
    await page.go(f"{service.url}/dice")
    await page.until("document.querySelectorAll('.kind').length === 2")

    assert await page.run("document.title") == "Что выпадало"
    assert await page.run("document.documentElement.scrollWidth") <= 390
    await page.click("#top button")
    assert await page.run("document.title") == "What the dice have shown"


async def test_where_nobody_has_played_it_says_so(page: Page, service: DemoService) -> None:
    await page.go(f"{service.url}/dice")
    await page.until("document.querySelector('main .hint')")
    await page.click("[data-days='7']")
    await page.until("document.querySelector('[data-days=\"7\"][aria-pressed=true]')")
    await page.until("document.querySelector('main .hint')")


ROLLS = (
    "[...document.querySelectorAll('.kind h2')]"
    ".map(head => Number(head.textContent.split('·')[1].replace(/\\D/g, '')))"
    ".reduce((sum, rolls) => sum + rolls, 0)"
)


async def rolls(page: Page) -> int:
    """How many rolls are told of."""
    told = await page.run(ROLLS)
    assert isinstance(told, int)
    return told
