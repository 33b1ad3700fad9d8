"""Which doors of the page a configuration opens."""

from pathlib import Path

import pytest

from platforms.page_door import PageDoor
from server.config import Config, load
from server.logging_in import opened_pages
from server.storage.clock import DatabaseClock
from server.storage.database import Database

GAMES = {
    "NARDY_PUBLIC_URL": "https://nardy.example",
    "NARDY_DICE_KEYS": "0f" * 32,
    "NARDY_OK_APP_ID": "1",
    "NARDY_OK_APP_KEY": "CKEY",
    "NARDY_OK_SECRET": "ok secret",
    "NARDY_FB_APP_ID": "2",
    "NARDY_FB_SECRET": "facebook secret",
    "NARDY_TELEGRAM_TOKEN": "3:token",
    "NARDY_VK_APP_ID": "4",
    "NARDY_VK_SECRET": "vk secret",
}
"""Of platforms' apps: they open no door of the page."""


def configured(**more: str) -> Config:
    given = {f"NARDY_{name.upper()}": text for name, text in more.items()}
    return load(GAMES | given, Path("/nonexistent/.env"))


async def offered(config: Config) -> tuple[PageDoor, ...]:
    nowhere = Database("postgresql://nobody@127.0.0.1:1/nothing")
    async with opened_pages(config, nowhere, DatabaseClock()) as pages:
        return pages.logins.offered


async def test_the_keys_of_a_game_alone_open_no_door_of_the_page() -> None:
    assert await offered(configured()) == ()


@pytest.mark.parametrize(
    ("door", "given"),
    [
        (PageDoor.VK_ID, {"vk_id_app_id": "5"}),
        (PageDoor.TELEGRAM, {"telegram_client_id": "3", "telegram_client_secret": "login"}),
        (PageDoor.OK, {"ok_login": "1"}),
        (PageDoor.FACEBOOK, {"fb_login": "1"}),
    ],
)
async def test_each_door_has_keys_or_a_word_of_its_own(
    door: PageDoor, given: dict[str, str]
) -> None:
    assert await offered(configured(**given)) == (door,)
