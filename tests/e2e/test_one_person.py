"""The screen of one person in a real browser: two accounts that become one, and two again."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.browser import Page, chromium
from tests.e2e.service import DemoService

pytestmark = pytest.mark.external

ANNA, TIGRAN = "[data-pane^=vk]", "[data-pane^=ok]"
PEOPLE = {ANNA: "vk:501001", TIGRAN: "ok:570000000002"}
REFUSALS = "status of 40"


@pytest.fixture
async def page(shared_service: DemoService, tmp_path: Path) -> AsyncIterator[Page]:
    """Anna and Tigran in one window, as narrow as a phone, each before the own account."""
    async with chromium(tmp_path / "profile") as window:
        await window.size(390, 844, phone=True)
        await window.go(shared_service.url)
        for pane, person in PEOPLE.items():
            await window.click(f"[data-person='{person}']")
            await window.click(f"{pane} [data-do=account]")
            await window.until(f"document.querySelector('{pane} .logins li')")
        yield window
        assert [line for line in window.console if REFUSALS not in line] == []


async def says(page: Page, pane: str, words: str) -> None:
    """Wait until a pane says this."""
    await page.until(f"document.querySelector('{pane}').innerText.includes('{words}')")


async def types_code(page: Page, pane: str, code: str) -> None:
    await page.run(f"document.querySelector('{pane} [name=link-code]').value = '{code}'")
    await page.click(f"{pane} .link form button")


async def accounts(page: Page) -> list[str]:
    """Whose sessions the two panes keep."""
    kept = "JSON.parse(sessionStorage['nardy:session:{}'] ?? '{{}}').account?.id"
    return [await page.until(kept.format(person)) for person in PEOPLE.values()]


async def again(page: Page, pane: str, words: str) -> None:
    """A session has ended for a reason that is said; sign in again."""
    await says(page, pane, words)
    await page.click(f"{pane} [data-do=again]")
    await page.click(f"{pane} [data-do=account]")
    await page.until(f"document.querySelector('{pane} .logins li')")


async def test_two_accounts_become_one_by_a_code_and_two_again(page: Page) -> None:
    before = await accounts(page)
    assert before[0] != before[1]
    await types_code(page, TIGRAN, "AAAA-AAAA-AA")
    await says(page, TIGRAN, "Такого кода нет.")
    await page.click(f"{ANNA} [data-do=code]")
    code = await page.until(f"document.querySelector('{ANNA} .link-code output')?.innerText")
    await types_code(page, TIGRAN, code)

    for pane, own in ((TIGRAN, 3), (ANNA, 2)):
        head = f"document.querySelector('{pane} .sides thead th:nth-child({own})')?.innerText"
        await page.until(f"{head}?.includes('это вы здесь')")
    assert await page.run("document.documentElement.scrollWidth") == 390, "it fits a phone"
    assert await page.run(f"!document.querySelector('{ANNA} .link-code')"), "it is used"
    await page.click(f"{ANNA} [data-do=agree]")
    await says(page, ANNA, "Теперь согласитесь с другой стороны")
    await says(page, TIGRAN, "С другой стороны уже согласны.")
    await page.click(f"{TIGRAN} [data-do=agree]")

    await says(page, ANNA, "Теперь это один аккаунт")
    await again(page, TIGRAN, "Войдите снова: вы окажетесь в нём.")
    assert await accounts(page) == [before[0], before[0]]
    assert await page.run(f"document.querySelectorAll('{TIGRAN} .logins li').length") == 2

    await page.click(f"{TIGRAN} [data-do='merges.undo']")
    await page.click(f"{TIGRAN} [data-do='merges.yes']")
    await again(page, TIGRAN, "Аккаунтов снова два.")
    await again(page, ANNA, "Сеанс закончен")
    assert await accounts(page) == before


async def test_a_login_is_let_go_once_it_was_asked_twice_but_the_last_one_stays(
    page: Page,
) -> None:
    await page.click(f"{ANNA} [data-do='logins.unlink']")
    await says(page, ANNA, "Больше не входить так?")
    await page.click(f"{ANNA} [data-do='logins.yes']")

    await says(page, ANNA, "Последний способ входа отвязать нельзя.")
    assert await page.run(f"document.querySelectorAll('{ANNA} .logins li').length") == 1
