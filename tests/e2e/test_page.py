"""The page in a real browser on the real service: both players of a match in one window."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.browser import Page, chromium
from tests.e2e.service import DemoService

pytestmark = pytest.mark.external

ANNA = "[data-pane^=vk]"
TIGRAN = "[data-pane^=ok]"
NOISE = ("WebSocket connection", "ERR_CONNECTION")
"""What a browser writes into its console when a server is gone; all else is a fault."""


@pytest.fixture
async def page(service: DemoService, tmp_path: Path) -> AsyncIterator[Page]:
    """The page of the demo, open at its door."""
    async with chromium(tmp_path / "profile") as window:
        await window.size(1280, 1000)
        await window.go(service.url)
        yield window
        assert [line for line in window.console if not any(n in line for n in NOISE)] == []


async def sit_down(page: Page, rules: str) -> None:
    """Anna opens a table for one game, Tigran sits down at it."""
    await page.click("[data-person='vk:501001']")
    await page.click("[data-person='ok:570000000002']")
    for name, value in (("rules", rules), ("form", "game")):
        select = f"document.querySelector(\"{ANNA} select[name='{name}']\")"
        await page.until(select)
        await page.run(f"{select}.value = '{value}'")
        await page.run(f"{select}.dispatchEvent(new Event('change'))")
    await page.click(f"{ANNA} form button")
    await page.click(f"{TIGRAN} .sit")
    await page.until(f"document.querySelectorAll('.match .checker').length === 60 && {ON_TURN}")


ON_TURN = "document.querySelector('.controls button.main')?.closest('.pane').dataset.pane"


async def mover(page: Page) -> str:
    """The pane that is to decide."""
    return ANNA if (await page.until(ON_TURN)).startswith("vk") else TIGRAN


async def take_a_turn(page: Page) -> None:
    """Whoever is on turn rolls, if it is for him to roll, and plays by clicking."""
    pane = await mover(page)
    if await page.run(f"!!document.querySelector(\"{pane} [data-do='do.roll']\")"):
        played = await lines(page)
        await page.click(f"{pane} [data-do='do.roll']")
        there = f"document.querySelector(\"{pane} [data-do='do.confirm']\")"
        await page.until(f"{there} || document.querySelectorAll('.log li').length > {played}")
        if not await page.run(f"!!{there}"):
            return
    ready = f"!document.querySelector(\"{pane} [data-do='do.confirm']\").disabled"
    while not await page.run(ready):
        if not await page.run(f"!!document.querySelector('{pane} .touch.selected')"):
            await page.click(f"{pane} .touch.open")
        await page.click(f"{pane} .touch.target")
    played = await lines(page)
    await page.click(f"{pane} [data-do='do.confirm']")
    await page.until(f"document.querySelectorAll('.log li').length > {played}")


async def lines(page: Page) -> int:
    """How many lines both logs have."""
    count = await page.run("document.querySelectorAll('.log li').length")
    assert isinstance(count, int)
    return count


@pytest.mark.parametrize("rules", ["short", "long"])
async def test_one_person_plays_both_sides_in_one_window(page: Page, rules: str) -> None:
    """Moves by click, then a resignation; the browser checks the dice of what was played."""
    await sit_down(page, rules)
    for _ in range(6):
        await take_a_turn(page)
    pane = await mover(page)
    other = TIGRAN if pane == ANNA else ANNA
    await page.click(f"{pane} .resign button:last-child")
    await page.click(f"{other} [data-do='do.accept']")
    await page.click(f"{other} .check")
    verdict = await page.until(f"document.querySelector('{other} .verdict')?.innerText")
    assert "Сошлось" in verdict
    assert "Файл dice.zip тот самый." in verdict
    assert await page.run(f"document.querySelector('{other} .status').innerText") == (
        "Матч выигран!"
    )
    await page.go(
        await page.run(f"document.querySelector(\"{other} [data-do='do.replay']\").href")
    )
    await page.until("document.querySelectorAll('.replay .moves button').length > 6")


async def test_a_play_can_be_taken_back_until_it_is_confirmed(page: Page) -> None:
    await sit_down(page, "short")
    pane = await mover(page)
    if await page.run(f"!!document.querySelector(\"{pane} [data-do='do.roll']\")"):
        await page.click(f"{pane} [data-do='do.roll']")
    await page.until(f"document.querySelector('{pane} .touch.open')")
    where = (
        f"[...document.querySelectorAll('{pane} .checker')]"
        ".map(each => each.style.transform).sort().join()"
    )
    before = await page.run(where)
    await page.click(f"{pane} .touch.open")
    await page.click(f"{pane} .touch.target")
    assert await page.run(where) != before
    undo = f"{pane} [data-do='do.undo']"
    while await page.run(f'!document.querySelector("{undo}").disabled'):
        await page.click(undo)
    assert await page.run(where) == before


async def test_a_reload_goes_on_where_it_was(page: Page) -> None:
    """Sessions, seeds and seats belong to the visit, not to the moment."""
    await sit_down(page, "short")
    await take_a_turn(page)
    last = "[...document.querySelectorAll('.log')].map(each => each.lastElementChild?.innerText)"
    before = await page.run(last)
    await page.do("Page.reload")
    await page.until(f"document.querySelectorAll('.match .checker').length === 60 && {ON_TURN}")
    assert await page.run(last) == before
    await take_a_turn(page)


async def test_it_says_that_the_line_is_cut_and_comes_back(
    page: Page, service: DemoService
) -> None:
    await sit_down(page, "short")
    await take_a_turn(page)
    await service.kill()
    await page.until("document.querySelector('.pane .line').innerText.includes('прервана')")
    await service.start()
    await page.until("!document.querySelector('.pane.cut')")
    await take_a_turn(page)


async def test_it_speaks_both_languages_and_fits_a_phone(page: Page) -> None:
    await page.size(360, 740, phone=True)
    await sit_down(page, "long")
    assert await page.run("document.documentElement.scrollWidth") == 360
    await page.click("#top button")
    assert await page.run("document.querySelector('h1').innerText") == "Nardy"
    assert await page.run("document.documentElement.lang") == "en"
    assert await page.run("document.documentElement.scrollWidth") == 360


async def test_a_platform_opens_it_with_the_launch_in_its_address(
    page: Page, service: DemoService
) -> None:
    """As inside VK: signed in at once, and the launch does not stay in the address."""
    status, launch = await service.run("launch", "vk", "--user", "77")
    assert status == 0, launch
    await page.go(f"{service.url}/?{launch.strip()}")
    await page.until("document.querySelector('[data-pane=vk] .lobby form')")
    assert await page.run("location.search") == ""
    await page.do("Page.reload")
    await page.until("document.querySelector('[data-pane=vk] .lobby form')")


async def test_a_match_that_is_no_more_leads_back_to_the_tables(page: Page) -> None:
    await page.run(
        "sessionStorage.setItem('nardy:match:vk:501001', '01930000-0000-7000-8000-000000000000')"
    )
    await page.click("[data-person='vk:501001']")
    await page.until(f"document.querySelector('{ANNA} .lobby form')")
    assert await page.run(f"document.querySelector('{ANNA} .complaint').innerText") == (
        "Такого матча нет."
    )


async def test_a_guest_stays_the_same_guest(page: Page) -> None:
    """Outside a demo this is the page's own door; the browser keeps its token."""
    enter = "import('/static/js/doors.js').then(({ enterAsGuest }) => enterAsGuest())"
    first, again = await page.run(enter), await page.run(enter)
    assert first["account"] == again["account"]
    assert (first["account"]["guest"], first["created"], again["created"]) == (True, True, False)
