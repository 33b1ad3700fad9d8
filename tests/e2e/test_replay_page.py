"""The page of a match in a real browser: ended or running, one's own, a stranger's, or kept."""

import zipfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from server.storage.clock import local_now
from server.storage.commits import append_alone
from server.storage.database import Database, database
from server.storage.ids import Ids
from tests.e2e.browser import Page, chromium
from tests.e2e.service import DemoService
from tests.e2e.test_dice_page import ANNA, TIGRAN, account
from tests.server.finished import Commits, keep, played_by, rows_of
from tests.waiting import until

pytestmark = pytest.mark.external

SHOWN = "Number(document.querySelector('.moves [aria-current]')?.dataset.frame ?? -1)"
LAST = "document.querySelectorAll('.moves button').length - 1"
CHECKERS = (
    "[...document.querySelectorAll('.checker')].map((each) => each.style.transform).sort().join()"
)


@pytest.fixture
async def page(service: DemoService, tmp_path: Path) -> AsyncIterator[Page]:
    """The demo with both players signed in in this tab."""
    async with chromium(tmp_path / "profile") as window:
        await window.size(1280, 1000)
        await window.go(service.url)
        for person in (ANNA, TIGRAN):
            await window.click(f"[data-person='{person}']")
            await window.until(f"sessionStorage.getItem('nardy:session:{person}')")
        yield window
        assert [line for line in window.console if "status of 403" not in line] == []


async def kept(page: Page, url: str, upto: int | None = None, **terms: Any) -> str:
    """A match of the two that has ended, or runs as far as `upto`; its id."""
    players = [await account(page, person) for person in (ANNA, TIGRAN)]
    commits: Commits = played_by(players, Ids().new(local_now()), **terms)
    async with database(url) as opened:
        return str(await keep(opened, commits[:upto], local_now()))


async def open_match(page: Page, service: DemoService, match: str, frame: str = "") -> None:
    await page.go(f"{service.url}/matches/{match}{frame}")
    await page.until(f"document.querySelectorAll('.checker').length && {SHOWN} >= 0")


@pytest.mark.parametrize("rules", ["short", "long"])
async def test_a_match_is_gone_through_by_buttons_keys_and_the_list(
    page: Page, service: DemoService, demo_database_url: str, rules: str
) -> None:
    match = await kept(page, demo_database_url, rules=rules, form="match", length=3)
    await open_match(page, service, match)
    assert await page.run(SHOWN) == 0
    assert await page.run("document.querySelector(\"[data-step='back']\").disabled")
    start = await page.run(CHECKERS)

    for _ in range(5):
        await page.click("[data-step='on']")
    assert await page.run(SHOWN) == 5
    assert await page.run("location.hash") == "#5"
    assert await page.run(CHECKERS) != start
    await press(page, "ArrowLeft")
    assert await page.run(SHOWN) == 4
    await press(page, "End")
    assert await page.run(SHOWN) == await page.run(LAST) > 20
    assert await page.run("document.querySelector(\"[data-step='on']\").disabled")
    await press(page, "Home")
    assert await page.run(CHECKERS) == start
    await page.click(".moves button[data-frame='12']")
    assert await page.run(SHOWN) == 12
    chosen = await page.run("document.querySelector('.moves [aria-current]').innerText")
    assert chosen in await page.run("document.querySelector('.status').innerText")


async def press(page: Page, key: str) -> None:
    for kind in ("keyDown", "keyUp"):
        await page.do("Input.dispatchKeyEvent", type=kind, key=key, code=key)


async def test_an_address_names_the_move_and_anybody_may_open_it(
    page: Page, service: DemoService, demo_database_url: str, tmp_path: Path
) -> None:
    """In another browser, where nobody is signed in: a guest looks, from white's side."""
    match = await kept(page, demo_database_url, rules="short", form="game")
    await open_match(page, service, match, "#7")
    here = await page.run("document.querySelector('.status').innerText")

    async with chromium(tmp_path / "another") as other:
        await other.go(f"{service.url}/matches/{match}#7")
        await other.click("#replay button.main")
        await other.until(f"{SHOWN} === 7")
        assert await other.run("document.querySelector('.status').innerText") == here
        await other.do("Page.reload")
        await other.until(f"{SHOWN} === 7")
        assert other.console == []


async def test_a_running_match_is_followed(
    page: Page, service: DemoService, demo_database_url: str
) -> None:
    """Whoever looks at the last move sees the next one; whoever looks back is left in peace."""
    players = [await account(page, person) for person in (ANNA, TIGRAN)]
    commits = played_by(players, Ids().new(local_now()), rules="short", form="game")
    async with database(demo_database_url) as opened:
        match = str(await keep(opened, commits[:14], local_now()))
        await open_match(page, service, match)
        before = await page.run(LAST)
        assert await page.run(SHOWN) == before

        await go_on(opened, commits, range(14, 20))

        await page.until(f"{SHOWN} > {before} && {SHOWN} === {LAST}")
        await page.click("[data-step='back']")
        here = await page.run(SHOWN)
        await go_on(opened, commits, range(20, 26))
        await page.until(f"{LAST} > {here} + 2")
        assert await page.run(SHOWN) == here


async def go_on(opened: Database, commits: Commits, numbers: range) -> None:
    """The match goes on by these commits, as if another process had written them."""
    rows = list(rows_of(commits, local_now()))
    async with opened.transaction() as tx:
        for number in numbers:
            await append_alone(tx, rows[number])


async def test_a_table_that_is_closed_to_spectators_is_closed_here_too(
    page: Page, service: DemoService, demo_database_url: str, tmp_path: Path
) -> None:
    match = await kept(page, demo_database_url, rules="short", form="game", spectators=False)
    await open_match(page, service, match)

    async with chromium(tmp_path / "another") as other:
        await other.go(f"{service.url}/matches/{match}")
        await other.click("#replay button.main")
        told = await other.until("document.querySelector('.complaint')?.innerText")
        assert told == "Этот стол закрыт для зрителей."


async def test_it_speaks_both_languages_and_fits_a_phone(
    page: Page, service: DemoService, demo_database_url: str
) -> None:
    match = await kept(page, demo_database_url, rules="crazy", form="match", length=3)
    await page.size(360, 740, phone=True)
    await open_match(page, service, match, "#4")

    assert await page.run("document.documentElement.scrollWidth") == 360
    await page.click("#top button")
    assert await page.run("document.querySelector('h1').innerText") == "A match, move by move"
    assert await page.run(SHOWN) == 4
    assert await page.run("document.documentElement.scrollWidth") == 360


async def test_the_board_can_be_turned(
    page: Page, service: DemoService, demo_database_url: str
) -> None:
    match = await kept(page, demo_database_url, rules="nackgammon", form="game")
    await open_match(page, service, match)
    below = "[...document.querySelectorAll('.plate .chip')].at(-1).className"
    before = await page.run(below)

    await page.click(".turn")

    assert await page.run(below) != before


async def test_the_record_is_downloaded_and_opened_again_without_the_service(
    page: Page, service: DemoService, demo_database_url: str, tmp_path: Path
) -> None:
    """What somebody has kept is shown and checked from his own files."""
    match = await kept(page, demo_database_url, rules="short", form="game")
    await open_match(page, service, match)
    assert await page.run(
        "[...document.querySelectorAll('[data-file]')].map((b) => b.innerText)"
    ) == [
        "match.mat",
        "match.sgf",
        "log.zip",
    ]
    await page.do("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    await page.click("[data-file='log.zip']")
    log = tmp_path / "log.zip"
    await until(log.exists)
    with zipfile.ZipFile(log) as archive:
        assert "log.ru.txt" in archive.namelist()
    there = await page.run(LAST)

    await page.go(f"{service.url}/matches")
    await page.until("document.querySelector('.saved button')")
    await choose(page, "input[name='log']", log)
    await page.click(".saved button")

    await page.until(f"{SHOWN} === 0 && {LAST} === {there}")


async def choose(page: Page, selector: str, file: Path) -> None:
    """Put a file into an input, as its dialogue would."""
    root = (await page.do("DOM.getDocument"))["root"]["nodeId"]
    found = await page.do("DOM.querySelector", nodeId=root, selector=selector)
    await page.do("DOM.setFileInputFiles", nodeId=found["nodeId"], files=[str(file)])


@pytest.mark.parametrize("content", [b"", b"{}", b"PK\x03\x04", b"\xff" * 100, b'{"commits": []}'])
async def test_what_is_no_log_is_refused_in_words(
    page: Page, service: DemoService, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "log.json"
    file.write_bytes(content)
    await page.go(f"{service.url}/matches")
    await page.until("document.querySelector('.saved button')")
    await choose(page, "input[name='log']", file)
    await page.click(".saved button")

    told = await page.until("document.querySelector('.complaint')?.innerText")
    assert told == "Это не запись матча."
